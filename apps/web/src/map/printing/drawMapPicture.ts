import type { MapLayer } from '@pgis/contract';
import { type Extent, toExtent, zoomFromResolution } from '@pgis/geo';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import { BaseLayers } from '../base-layers/BaseLayers.ts';
import type { HiddenRules } from '../objects/HiddenRules.ts';
import type { LayerFilter, ObjectLayer } from '../objects/ObjectLayer.ts';
import { type ObjectData, ObjectLayers } from '../objects/ObjectLayers.ts';
import { composeLayers } from './composeLayers.ts';

/** What of the map on the screen is drawn again. */
export interface MapContents {
  readonly data: ObjectData;
  readonly baseLayers: readonly MapLayer[];
  readonly objectLayers: readonly ObjectLayer[];
  readonly filters: readonly LayerFilter[];
  readonly hiddenRules: HiddenRules;
}

export interface PictureRequest {
  /** EPSG:3857. */
  readonly center: readonly [number, number];
  /** Metres of EPSG:3857 a CSS pixel; need not be that of a whole zoom level. */
  readonly resolution: number;
  /** CSS pixels. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels of the picture a CSS pixel: symbols keep their size and become sharper. */
  readonly pixelRatio: number;
}

export interface MapPicture {
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

/** A place for a map that nobody sees; it has to be in the page, or it would have no size. */
function makeHiddenPlace({ widthPx, heightPx }: PictureRequest): HTMLElement {
  const place = document.createElement('div');
  place.setAttribute('aria-hidden', 'true');
  Object.assign(place.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    width: `${widthPx}px`,
    height: `${heightPx}px`,
    visibility: 'hidden',
    pointerEvents: 'none',
    zIndex: '-1',
  });
  document.body.append(place);
  return place;
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
export async function drawMapPicture(
  { data, baseLayers, objectLayers, filters, hiddenRules }: MapContents,
  request: PictureRequest,
  signal: AbortSignal,
): Promise<MapPicture> {
  const { center, resolution, pixelRatio } = request;
  const place = makeHiddenPlace(request);
  const view = new View({ center: [...center], resolution, minZoom: 0, maxZoom: 30, enableRotation: false });
  const map = new OlMap({ target: place, controls: [], interactions: [], pixelRatio, view });
  const objects = new ObjectLayers(map, data, { pixelRatio });
  try {
    map.updateSize();
    const extent = toExtent(view.calculateExtent([request.widthPx, request.heightPx]));
    const base = new BaseLayers(map, { pixelRatio, mustBeReadable: true });
    base.show(baseLayers);
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
    place.remove();
  }
}
