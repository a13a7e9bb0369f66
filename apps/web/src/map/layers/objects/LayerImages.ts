import { type Extent, extentHeight, extentWidth } from '@pgis/geo';
import ImageLayer from 'ol/layer/Image.js';
import type { FrameState, default as OlMap } from 'ol/Map.js';
import type RenderEvent from 'ol/render/Event.js';
import ImageSource from 'ol/source/Image.js';
import { acceptedAgeS } from '../../ownChanges.ts';
import { type HiddenRules, listChangedLayers, noHiddenRules } from './HiddenRules.ts';
import { ImageNotReady } from './ImageNotReady.ts';
import { isAbort } from './loading/ExtentRequest.ts';
import type { LayerFilter } from './ObjectLayer.ts';
import { skipInFrame } from './skipInFrame.ts';

export interface ImageRequest {
  readonly layerId: number;
  /** EPSG:3857. */
  readonly extent: Extent;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Image pixels per CSS pixel. */
  readonly pixelRatio: number;
  readonly filter: LayerFilter | undefined;
  /** Tokens of the rules that the user has switched off. */
  readonly hiddenRules: readonly string[];
  /** Seconds for which the image may lack a change. */
  readonly maxAgeS: number;
}

type ImageView = Pick<ImageRequest, 'extent' | 'widthPx' | 'heightPx' | 'pixelRatio'>;

/** The image is larger than the view, so that a short pan shows no blank edge. */
const IMAGE_MARGIN = 0.1;

/**
 * Returns the visible extent with a margin; `resolution` in metres per CSS pixel. The margin is a whole
 * number of pixels, because an image between the pixels of the screen would be blurred.
 */
export function toImageView(
  view: { readonly extent: Extent; readonly resolution: number },
  pixelRatio: number,
  margin = IMAGE_MARGIN,
): ImageView {
  const pixelM = view.resolution / pixelRatio;
  const grow = (lengthM: number) => {
    const viewPx = Math.round(lengthM / pixelM);
    const marginPx = Math.round(margin * viewPx);
    return { sidePx: viewPx + 2 * marginPx, marginM: (marginPx * lengthM) / Math.max(1, viewPx) };
  };
  const [across, down] = [grow(extentWidth(view.extent)), grow(extentHeight(view.extent))];
  const [minX, minY, maxX, maxY] = view.extent;
  const extent: Extent = [
    minX - across.marginM,
    minY - down.marginM,
    maxX + across.marginM,
    maxY + down.marginM,
  ];
  return { extent, widthPx: across.sidePx, heightPx: down.sidePx, pixelRatio };
}

/** Fetches the image of a layer with the caller's rights (API-WMS-01); may throw ImageNotReady. */
export type LoadImage = (request: ImageRequest, signal: AbortSignal) => Promise<Blob>;

interface DisplayedImage {
  readonly layer: ImageLayer<ImageSource>;
  request: AbortController | null;
  /** Settles with the last request. */
  work: Promise<void>;
  /** Key of the view whose image is displayed or loading; empty when another one has to be loaded. */
  viewKey: string;
  /** True while the image stays and no other one is requested. */
  isFrozen: boolean;
}

const toViewKey = ({ extent, widthPx, heightPx }: ImageView) => `${extent.join()} ${widthPx} ${heightPx}`;

interface ImageEvents {
  readonly onFailed: (layerId: number, failed: boolean) => void;
  /** Reports that the server is still rendering the image and the client polls for it, or no longer. */
  readonly onWaiting: (layerId: number, waits: boolean) => void;
  /** Reports that the image is drawn in the frame that has begun. */
  readonly onDrawing: (layerId: number, frame: FrameState) => void;
}

/**
 * Displays layers as images rendered by the server. An image stays, stretched, until the next one has loaded. A layer
 * has at most one request under way; changing the view aborts it.
 */
export class LayerImages {
  readonly #map: OlMap;
  readonly #load: LoadImage;
  readonly #events: ImageEvents;
  readonly #displayed = new Map<number, DisplayedImage>();
  /** Loaders of the images of layers that are previewed in another style. */
  readonly #previews = new Map<number, LoadImage>();
  #filters: readonly LayerFilter[] = [];
  #hiddenRules = noHiddenRules;

  constructor(map: OlMap, load: LoadImage, events: ImageEvents) {
    this.#map = map;
    this.#load = load;
    this.#events = events;
  }

  has(id: number): boolean {
    return this.#displayed.has(id);
  }

  ids(): readonly number[] {
    return [...this.#displayed.keys()];
  }

  setDisplay(id: number, { zIndex, visible }: { readonly zIndex: number; readonly visible: boolean }): void {
    const displayed = this.#displayed.get(id) ?? this.#create(id);
    displayed.isFrozen = false;
    displayed.layer.setZIndex(zIndex);
    displayed.layer.setVisible(visible);
  }

  /** Takes effect with the next `update`, which loads all layers again. */
  setFilters(filters: readonly LayerFilter[]): void {
    this.#filters = filters;
    this.invalidate(this.#displayed.keys());
  }

  /** Makes the next `update` load these layers again, even for the same view. */
  invalidate(layerIds: Iterable<number>): void {
    for (const id of layerIds) {
      const displayed = this.#displayed.get(id);
      if (displayed) displayed.viewKey = '';
    }
  }

  /** Takes effect with the next `update`, which loads the layers whose appearance changes. */
  setHiddenRules(hidden: HiddenRules): void {
    this.invalidate(listChangedLayers(this.#hiddenRules, hidden));
    this.#hiddenRules = hidden;
  }

  /** Takes effect with the next `update`, which loads this layer again. */
  preview(id: number, load: LoadImage | null): void {
    if (this.#previews.get(id) === (load ?? undefined)) return;
    if (load === null) this.#previews.delete(id);
    else this.#previews.set(id, load);
    this.invalidate([id]);
  }

  /** Leaves the image unchanged and stops its request until the layer is updated again or removed. */
  freeze(id: number): void {
    const displayed = this.#displayed.get(id);
    if (displayed === undefined) return;
    displayed.request?.abort();
    Object.assign(displayed, { viewKey: '', isFrozen: true });
    this.#events.onWaiting(id, false);
  }

  /** LOAD-09. */
  remove(id: number): void {
    const displayed = this.#displayed.get(id);
    if (displayed === undefined) return;
    displayed.request?.abort();
    this.#events.onWaiting(id, false);
    this.#map.removeLayer(displayed.layer);
    this.#displayed.delete(id);
  }

  /** Removes an image before it is drawn in the frame that has begun. */
  removeInFrame(id: number, frame: FrameState): void {
    const displayed = this.#displayed.get(id);
    if (displayed) skipInFrame(displayed.layer, frame);
    this.remove(id);
  }

  /** Loads the images of this view that are neither displayed nor loading. */
  update(view: ImageView): void {
    if (view.widthPx <= 0 || view.heightPx <= 0) return;
    for (const [id, displayed] of this.#displayed) {
      if (displayed.isFrozen || !displayed.layer.getVisible()) continue;
      if (displayed.viewKey === toViewKey(view)) continue;
      displayed.work = this.#fetch(id, displayed, view);
    }
  }

  /** Resolves when no image is loading. */
  async settled(): Promise<void> {
    while ([...this.#displayed.values()].some(({ request }) => request !== null))
      await Promise.all([...this.#displayed.values()].map(({ work }) => work));
  }

  #create(id: number): DisplayedImage {
    const displayed: DisplayedImage = {
      layer: new ImageLayer<ImageSource>(),
      request: null,
      work: Promise.resolve(),
      viewKey: '',
      isFrozen: false,
    };
    this.#displayed.set(id, displayed);
    this.#map.addLayer(displayed.layer);
    return displayed;
  }

  async #fetch(layerId: number, displayed: DisplayedImage, view: ImageView): Promise<void> {
    displayed.request?.abort();
    const abort = new AbortController();
    displayed.request = abort;
    displayed.viewKey = toViewKey(view);
    try {
      const filter = this.#filters.find(({ classId }) => classId === layerId);
      const hiddenRules = [...(this.#hiddenRules.get(layerId) ?? [])];
      const blob = await this.#pollImage({ ...view, layerId, filter, hiddenRules }, abort.signal);
      const image = await createImageBitmap(blob);
      if (abort.signal.aborted) return image.close();
      const { extent, widthPx } = view;
      const resolution = (extent[2] - extent[0]) / widthPx;
      displayed.layer.setSource(
        new ImageSource({ projection: 'EPSG:3857', loader: () => ({ image, extent, resolution }) }),
      );
      this.#events.onWaiting(layerId, false);
      this.#events.onFailed(layerId, false);
      displayed.layer.once('prerender', ({ frameState }: RenderEvent) => {
        if (frameState) this.#events.onDrawing(layerId, frameState);
      });
    } catch (error) {
      if (isAbort(error) || abort.signal.aborted) return;
      displayed.viewKey = '';
      this.#events.onWaiting(layerId, false);
      console.error(`the image of layer ${layerId} could not be loaded`, error); // LOAD-10
      this.#events.onFailed(layerId, true);
    } finally {
      if (displayed.request === abort) displayed.request = null;
    }
  }

  /** Polls for as long as the server reports that it is rendering; the old image stays meanwhile. */
  async #pollImage(request: Omit<ImageRequest, 'maxAgeS'>, signal: AbortSignal): Promise<Blob> {
    const load = this.#previews.get(request.layerId) ?? this.#load;
    for (;;) {
      try {
        return await load({ ...request, maxAgeS: acceptedAgeS() }, signal);
      } catch (error) {
        if (!(error instanceof ImageNotReady)) throw error;
        if (signal.aborted) throw error;
        this.#events.onWaiting(request.layerId, true);
        await pause(error.retryMs, signal);
      }
    }
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
