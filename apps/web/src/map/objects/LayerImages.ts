import { type Extent, extentHeight, extentWidth } from '@pgis/geo';
import ImageLayer from 'ol/layer/Image.js';
import type OlMap from 'ol/Map.js';
import ImageSource from 'ol/source/Image.js';
import { isAbort } from './Flight.ts';
import { type HiddenRules, listChangedLayers, noHiddenRules } from './HiddenRules.ts';
import type { LayerFilter } from './ObjectLayer.ts';
import { PictureNotReady } from './PictureNotReady.ts';

export interface ImageRequest {
  readonly layerId: number;
  /** EPSG:3857. */
  readonly extent: Extent;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels of the picture a CSS pixel. */
  readonly pixelRatio: number;
  readonly filter: LayerFilter | undefined;
  /** Tokens of rules that are left out. */
  readonly hiddenRules: readonly string[];
}

type ImageView = Pick<ImageRequest, 'extent' | 'widthPx' | 'heightPx' | 'pixelRatio'>;

/** So that a short pan of an image shows no blank edge. */
const IMAGE_MARGIN = 0.1;

/**
 * What is seen, and a little around it; `resolution` in metres a CSS pixel. Around it are whole pixels, or the picture would
 * lie between those of the screen and be blurred.
 */
export function toImageView(
  view: { readonly extent: Extent; readonly resolution: number },
  pixelRatio: number,
): ImageView {
  const pixelM = view.resolution / pixelRatio;
  const grow = (lengthM: number) => {
    const seenPx = Math.round(lengthM / pixelM);
    const marginPx = Math.round(IMAGE_MARGIN * seenPx);
    return { sidePx: seenPx + 2 * marginPx, marginM: (marginPx * lengthM) / Math.max(1, seenPx) };
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

/** Fetches the picture of a layer with the caller's rights (API-WMS-01); may throw PictureNotReady. */
export type LoadImage = (request: ImageRequest, signal: AbortSignal) => Promise<Blob>;

interface Shown {
  readonly layer: ImageLayer<ImageSource>;
  flight: AbortController | null;
  /** Settles when the last request has. */
  work: Promise<void>;
  /** What the picture on the map, or on its way, is of. */
  wanted: string;
  /** Stays for now, and no other is asked for. */
  isKept: boolean;
}

const viewKey = ({ extent, widthPx, heightPx }: ImageView) => `${extent.join()} ${widthPx} ${heightPx}`;

interface ImageEvents {
  readonly onFailed: (layerId: number, failed: boolean) => void;
  /** The server is drawing the picture, and is asked again and again; or no longer. */
  readonly onWaiting: (layerId: number, waits: boolean) => void;
  /** The picture is on the screen. */
  readonly onDrawn: (layerId: number) => void;
}

/**
 * Shows layers as pictures drawn by the server. A picture stays, stretched, until the next one is there; a layer has
 * at most one request under way, and one for a view that is gone is aborted.
 */
export class LayerImages {
  readonly #map: OlMap;
  readonly #load: LoadImage;
  readonly #events: ImageEvents;
  readonly #shown = new Map<number, Shown>();
  /** What asks for the pictures of a layer that is looked at in another style. */
  readonly #previews = new Map<number, LoadImage>();
  #filters: readonly LayerFilter[] = [];
  #hiddenRules = noHiddenRules;

  constructor(map: OlMap, load: LoadImage, events: ImageEvents) {
    this.#map = map;
    this.#load = load;
    this.#events = events;
  }

  has(id: number): boolean {
    return this.#shown.has(id);
  }

  ids(): readonly number[] {
    return [...this.#shown.keys()];
  }

  place(id: number, { zIndex, visible }: { readonly zIndex: number; readonly visible: boolean }): void {
    const shown = this.#shown.get(id) ?? this.#create(id);
    shown.isKept = false;
    shown.layer.setZIndex(zIndex);
    shown.layer.setVisible(visible);
  }

  /** Counts from the next `update` on. */
  setFilters(filters: readonly LayerFilter[]): void {
    this.#filters = filters;
  }

  /** Counts from the next `update` on, which then asks for the layers that look different. */
  setHiddenRules(hidden: HiddenRules): void {
    for (const id of listChangedLayers(this.#hiddenRules, hidden)) {
      const shown = this.#shown.get(id);
      if (shown) shown.wanted = '';
    }
    this.#hiddenRules = hidden;
  }

  /** Counts from the next `update` on, which then asks for this layer anew. */
  preview(id: number, load: LoadImage | null): void {
    if (this.#previews.get(id) === (load ?? undefined)) return;
    if (load === null) this.#previews.delete(id);
    else this.#previews.set(id, load);
    const shown = this.#shown.get(id);
    if (shown) shown.wanted = '';
  }

  /** The picture stays, and no other is asked for, until it is placed again or removed. */
  keep(id: number): void {
    const shown = this.#shown.get(id);
    if (shown === undefined) return;
    shown.flight?.abort();
    Object.assign(shown, { wanted: '', isKept: true });
    this.#events.onWaiting(id, false);
  }

  /** LOAD-09. */
  remove(id: number): void {
    const shown = this.#shown.get(id);
    if (shown === undefined) return;
    shown.flight?.abort();
    this.#events.onWaiting(id, false);
    this.#map.removeLayer(shown.layer);
    this.#shown.delete(id);
  }

  /** Asks for the pictures of this view, where they are not the ones shown; `afresh` asks for all. */
  update(view: ImageView, { afresh = false } = {}): void {
    if (view.widthPx <= 0 || view.heightPx <= 0) return;
    for (const [id, shown] of this.#shown) {
      if (shown.isKept || !shown.layer.getVisible()) continue;
      if (!afresh && shown.wanted === viewKey(view)) continue;
      shown.work = this.#fetch(id, shown, view);
    }
  }

  /** Until no picture is on its way. */
  async settled(): Promise<void> {
    while ([...this.#shown.values()].some(({ flight }) => flight !== null))
      await Promise.all([...this.#shown.values()].map(({ work }) => work));
  }

  #create(id: number): Shown {
    const shown: Shown = {
      layer: new ImageLayer<ImageSource>(),
      flight: null,
      work: Promise.resolve(),
      wanted: '',
      isKept: false,
    };
    this.#shown.set(id, shown);
    this.#map.addLayer(shown.layer);
    return shown;
  }

  async #fetch(layerId: number, shown: Shown, view: ImageView): Promise<void> {
    shown.flight?.abort();
    const flight = new AbortController();
    shown.flight = flight;
    shown.wanted = viewKey(view);
    try {
      const filter = this.#filters.find(({ classId }) => classId === layerId);
      const hiddenRules = [...(this.#hiddenRules.get(layerId) ?? [])];
      const request = { ...view, layerId, filter, hiddenRules };
      const blob = await this.#loadPatiently(request, flight.signal);
      const image = await createImageBitmap(blob);
      if (flight.signal.aborted) return image.close();
      const { extent, widthPx } = view;
      const resolution = (extent[2] - extent[0]) / widthPx;
      shown.layer.setSource(
        new ImageSource({ projection: 'EPSG:3857', loader: () => ({ image, extent, resolution }) }),
      );
      this.#events.onWaiting(layerId, false);
      this.#events.onFailed(layerId, false);
      shown.layer.once('postrender', () => this.#events.onDrawn(layerId));
    } catch (error) {
      if (isAbort(error) || flight.signal.aborted) return;
      shown.wanted = '';
      this.#events.onWaiting(layerId, false);
      console.error(`the image of layer ${layerId} could not be loaded`, error); // LOAD-10
      this.#events.onFailed(layerId, true);
    } finally {
      if (shown.flight === flight) shown.flight = null;
    }
  }
  /** Asks again as often as the server says that it is drawing: the old picture stays meanwhile. */
  async #loadPatiently(request: ImageRequest, signal: AbortSignal): Promise<Blob> {
    const load = this.#previews.get(request.layerId) ?? this.#load;
    for (;;) {
      try {
        return await load(request, signal);
      } catch (error) {
        if (!(error instanceof PictureNotReady)) throw error;
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
