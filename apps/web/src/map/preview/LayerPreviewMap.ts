import type { MapLayer } from '@pgis/contract';
import { type Extent, toExtent } from '@pgis/geo';
import type OlMap from 'ol/Map.js';
import { BaseLayers } from '../layers/base-layers/BaseLayers.ts';
import type { ColorScheme } from '../layers/base-layers/readSourceOptions.ts';
import { LayerImages, type LoadImage } from '../layers/objects/LayerImages.ts';
import { createOlMap } from '../view/createOlMap.ts';
import { OBJECT_MAX_ZOOM } from '../view/startView.ts';

interface LayerPreviewOptions {
  readonly layerId: number;
  /** Extent of the layer's objects, in EPSG:3857. */
  readonly extent: Extent;
  readonly baseLayer: MapLayer | undefined;
  readonly scheme: ColorScheme;
  readonly onFailed: (isFailed: boolean) => void;
}

const Z_INDEX = 1_000;
const MARGIN_PX = 8;

/** A small map that shows one layer as the server draws it, for pages without a map. */
export class LayerPreviewMap {
  readonly #map: OlMap;
  readonly #images: LayerImages;
  readonly #layerId: number;
  readonly #observer: ResizeObserver;

  constructor(target: HTMLElement, { layerId, extent, baseLayer, scheme, onFailed }: LayerPreviewOptions) {
    this.#layerId = layerId;
    this.#map = createOlMap({ center: [0, 0], zoom: 2 });
    this.#map.setTarget(target);
    const ground = new BaseLayers(this.#map);
    ground.setScheme(scheme);
    ground.show(baseLayer === undefined ? [] : [baseLayer]);
    this.#images = new LayerImages(this.#map, () => Promise.reject(new Error('no style yet')), {
      onFailed: (_, isFailed) => onFailed(isFailed),
      onWaiting: () => {},
      onDrawing: () => {},
    });
    const padding = [MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX];
    this.#map.getView().fit([...extent], { padding, maxZoom: OBJECT_MAX_ZOOM });
    this.#map.on('moveend', () => this.#update());
    this.#observer = new ResizeObserver(() => this.#map.updateSize());
    this.#observer.observe(target);
  }

  /** Shows the layer as `load` draws it. */
  show(load: LoadImage): void {
    this.#images.setDisplay(this.#layerId, { zIndex: Z_INDEX, visible: true });
    this.#images.preview(this.#layerId, load);
    this.#update();
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#images.remove(this.#layerId);
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }

  #update(): void {
    const [widthPx = 0, heightPx = 0] = this.#map.getSize() ?? [];
    if (widthPx === 0 || heightPx === 0) return;
    const extent = toExtent(this.#map.getView().calculateExtent([widthPx, heightPx]));
    this.#images.update({ extent, widthPx, heightPx, pixelRatio: 1 });
  }
}
