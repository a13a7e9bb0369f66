import { type Extent, toExtent, zoomFromResolution } from '@pgis/geo';
import TileLayer from 'ol/layer/Tile.js';
import OlMap from 'ol/Map.js';
import type TileSource from 'ol/source/Tile.js';
import View from 'ol/View.js';
import { BaseLayers, type VisibleLayer } from '../layers/base-layers/BaseLayers.ts';
import { loadSourceCode } from '../layers/base-layers/createTileSource.ts';
import type { HiddenRules } from '../layers/objects/HiddenRules.ts';
import type { LoadImage } from '../layers/objects/LayerImages.ts';
import type { LayerFilter, ObjectLayer } from '../layers/objects/ObjectLayer.ts';
import { type ObjectData, ObjectLayers } from '../layers/objects/ObjectLayers.ts';
import { composeLayers } from './composeLayers.ts';

/** The contents of the map on the screen that are drawn again. */
export interface MapContents {
  readonly data: ObjectData;
  readonly baseLayers: readonly VisibleLayer[];
  readonly objectLayers: readonly ObjectLayer[];
  readonly filters: readonly LayerFilter[];
  readonly hiddenRules: HiddenRules;
}

export interface MapImageRequest {
  /** EPSG:3857. */
  readonly center: readonly [number, number];
  /** Metres of EPSG:3857 a CSS pixel; need not be that of a whole zoom level. */
  readonly resolution: number;
  /** CSS pixels. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Image pixels per CSS pixel; a higher ratio makes symbols sharper, not smaller. */
  readonly pixelRatio: number;
}

export interface MapImage {
  readonly canvas: HTMLCanvasElement;
  /** EPSG:3857. */
  readonly extent: Extent;
  /** LOAD-12. */
  readonly zoom: number;
  readonly filters: readonly LayerFilter[];
  readonly hiddenRules: HiddenRules;
  /** Layers that show objects at this zoom. */
  readonly visibleIds: readonly number[];
  /** Layers whose objects could not be loaded. */
  readonly failedIds: ReadonlySet<number>;
  /** Names of base layers and overlays that did not come, or that a page may not read. */
  readonly missingBaseLayers: readonly string[];
}

/** Creates an off-screen element for a map; it has to be in the document, or the map would have no size. */
function makeHiddenContainer({ widthPx, heightPx }: MapImageRequest): HTMLElement {
  const container = document.createElement('div');
  container.setAttribute('aria-hidden', 'true');
  Object.assign(container.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    width: `${widthPx}px`,
    height: `${heightPx}px`,
    visibility: 'hidden',
    pointerEvents: 'none',
    zIndex: '-1',
  });
  document.body.append(container);
  return container;
}

/**
 * A paper's scale lies between two zooms. Names of the nearer one could be as small as two thirds of their size on the
 * screen; three quarters remain legible on paper, and at one and a half times the tiles still have 256 dots per inch.
 */
const LARGEST_STRETCH = 1.5;

/** Selects the zoom of a sharp tile; above zero the coarser one, as ol's `NearestDirectionFunction`. */
export const zoomDirectionOnPaper = (resolution: number, coarser: number): number =>
  coarser / resolution <= LARGEST_STRETCH ? 1 : -1;

/** Our own maps only: of others the names are unknown, and the nearer zoom is what the screen shows. */
function fitTilesToPaper(map: OlMap): void {
  for (const layer of map.getLayers().getArray()) {
    const source: TileSource | null = layer instanceof TileLayer ? layer.getSource() : null;
    if (source && source.getTilePixelRatio(1) > 1) source.zDirection = zoomDirectionOnPaper;
  }
}

const nextRender = (map: OlMap, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    map.once('rendercomplete', () => resolve());
    map.render();
  });

/**
 * Draws the map once more, off the screen: another size, another scale, another sharpness, on white paper. Loads what
 * that view needs. Base layers whose tiles do not come stay white; they are named, as layers that fail.
 */
export async function drawMapImage(
  { data, baseLayers, objectLayers, filters, hiddenRules }: MapContents,
  request: MapImageRequest,
  signal: AbortSignal,
): Promise<MapImage> {
  const { center, resolution, pixelRatio } = request;
  const container = makeHiddenContainer(request);
  const view = new View({ center: [...center], resolution, minZoom: 0, maxZoom: 30, enableRotation: false });
  const map = new OlMap({ target: container, controls: [], interactions: [], pixelRatio, view });
  // Paper shows what is there now.
  const loadImage: LoadImage = (image, imageSignal) => data.loadImage({ ...image, maxAgeS: 0 }, imageSignal);
  const objects = new ObjectLayers(map, { ...data, loadImage }, { pixelRatio });
  try {
    map.updateSize();
    const extent = toExtent(view.calculateExtent([request.widthPx, request.heightPx]));
    const base = new BaseLayers(map, { pixelRatio, isForPaper: true });
    // A layer whose code fails to load is reported as missing.
    await Promise.allSettled(baseLayers.map(loadSourceCode));
    base.show(baseLayers);
    fitTilesToPaper(map);
    objects.setLayers(objectLayers);
    objects.setFilters(filters);
    objects.setHiddenRules(hiddenRules);
    const zoom = zoomFromResolution(resolution);
    objects.setView({ extent, resolution, zoom });
    await objects.settled(signal);
    await nextRender(map, signal);
    return {
      canvas: composeLayers(map, request),
      extent,
      zoom,
      filters,
      hiddenRules,
      visibleIds: objects.listVisible().map(({ id }) => id),
      missingBaseLayers: base.listMissing().map(({ name }) => name),
      failedIds: objects.state.get().failedIds,
    };
  } finally {
    objects.dispose();
    map.setTarget(undefined);
    map.dispose();
    container.remove();
  }
}
