import { type LoadReply, type LoadRequest, limits } from '@pgis/contract';
import { containsExtent, type Extent, expandExtent, type GeometryKind } from '@pgis/geo';
import type { LayerFilter, ObjectLayer } from '../ObjectLayer.ts';
import type { Delivery } from './Delivery.ts';
import { ExtentRequest, isAbort, type RequestedLayer } from './ExtentRequest.ts';
import { pickPastLimit } from './pickPastLimit.ts';
import { toBatches } from './toBatches.ts';

/** LOAD-01: margin around the view that is loaded too, as a fraction of its size. */
const EXTENT_MARGIN = 0.1;
/** Margin beyond which objects are dropped, as a fraction of the view's size. */
const KEEP_MARGIN = 1;

export interface LoadView {
  /** The visible extent, in EPSG:3857. */
  readonly extent: Extent;
  /** Whole zoom level (LOAD-12). */
  readonly zoom: number;
  /** Metres of EPSG:3857 per pixel. */
  readonly resolution: number;
}

/** Receiver of loaded objects. */
export interface LoadTarget {
  /** Ids of the drawn objects of one kind in these layers that intersect the extent. */
  readonly listLoaded: (kind: GeometryKind, layerIds: readonly number[], extent: Extent) => number[];
  readonly deliver: (delivery: Delivery) => void;
  readonly showAsImage: (layerId: number) => void;
  readonly showAsVectors: (layerId: number) => void;
  readonly isImage: (layerId: number) => boolean;
  readonly countIn: (extent: Extent) => ReadonlyMap<number, number>;
  readonly dropOutside: (extent: Extent) => void;
  readonly setLoading: (layerIds: ReadonlySet<number>) => void;
  readonly setFailed: (layerIds: ReadonlySet<number>) => void;
}

export type LoadObjects = (
  kind: GeometryKind,
  request: LoadRequest,
  signal: AbortSignal,
) => Promise<LoadReply>;

interface LayerProgress {
  /** Extent that is loaded at the present zoom; null if it has to be loaded again. */
  covered: Extent | null;
  /**
   * Zoom level at which each kind was received since the layer last changed; at another level geometries are
   * replaced, not added to.
   */
  readonly receivedAt: Map<GeometryKind, number>;
}

/**
 * Keeps the objects of the switched-on layers in step with the view: requests only what is missing, only once, and
 * aborts requests for views that have been left. Independent of how objects are drawn.
 */
export class ExtentLoader {
  readonly #load: LoadObjects;
  readonly #target: LoadTarget;
  readonly #progress = new Map<number, LayerProgress>();
  readonly #requests = new Set<ExtentRequest>();
  readonly #failed = new Set<number>();
  #layers: readonly ObjectLayer[] = [];
  #filters: readonly LayerFilter[] = [];
  #view: LoadView | null = null;

  constructor(load: LoadObjects, target: LoadTarget) {
    this.#load = load;
    this.#target = target;
  }

  /** Sets the layers to load as vectors at this zoom. A new one loads alone (LOAD-06). */
  setLayers(layers: readonly ObjectLayer[]): void {
    this.#layers = layers;
    const layerIds = new Set(layers.map(({ id }) => id));
    for (const id of this.#progress.keys()) if (!layerIds.has(id)) this.#forget(id);
    this.#loadMissing();
  }

  setView(view: LoadView): void {
    if (view.zoom !== this.#view?.zoom) this.#invalidateExtents();
    this.#view = view;
    this.#loadMissing();
  }

  /** Loads everything again after the owner of the features has removed the drawn ones (LOAD-04). */
  setFilters(filters: readonly LayerFilter[]): void {
    this.#filters = filters;
    this.reload();
  }

  /** Loads all layers again. Drawn objects stay until the answer arrives. */
  reload(): void {
    this.reloadLayers(new Set(this.#progress.keys()));
  }

  /** Loads these layers again and no others. Drawn objects stay until the answer arrives. */
  reloadLayers(layerIds: ReadonlySet<number>): void {
    for (const id of layerIds) {
      const progress = this.#progress.get(id);
      if (progress === undefined) continue;
      progress.covered = null;
      progress.receivedAt.clear();
    }
    for (const request of [...this.#requests]) {
      request.drop(layerIds);
      if (request.layerIds.length === 0) this.#requests.delete(request);
    }
    this.#loadMissing();
  }

  dispose(): void {
    for (const request of this.#requests) request.abort();
    this.#requests.clear();
  }

  #forget(id: number): void {
    this.#progress.delete(id);
    this.#failed.delete(id);
    for (const request of this.#requests) if (request.has(id)) this.#end(request);
  }

  /**
   * Resets the loaded extents, because another zoom needs other geometries, and aborts the requests for the old zoom.
   */
  #invalidateExtents(): void {
    for (const progress of this.#progress.values()) progress.covered = null;
    for (const request of [...this.#requests]) this.#end(request);
  }

  #end(request: ExtentRequest): void {
    request.abort();
    this.#requests.delete(request);
  }

  #loadMissing(): void {
    const view = this.#view;
    if (view === null) return;
    for (const request of [...this.#requests]) {
      if (!containsExtent(request.extent, view.extent)) this.#end(request);
    }
    const missing = this.#layers.filter(({ id }) => !this.#isCovered(id, view.extent));
    const extent = expandExtent(view.extent, EXTENT_MARGIN);
    for (const batch of toBatches(missing)) this.#start(batch, { ...view, extent });
    this.#notify();
  }

  #isCovered(id: number, extent: Extent): boolean {
    const covered = this.#progress.get(id)?.covered;
    if (covered && containsExtent(covered, extent)) return true;
    return [...this.#requests].some((request) => request.has(id));
  }

  #start(batch: readonly ObjectLayer[], view: LoadView): void {
    const ids = batch.map(({ id }) => id);
    for (const id of ids) {
      if (!this.#progress.has(id)) this.#progress.set(id, { covered: null, receivedAt: new Map() });
    }
    const request = new ExtentRequest(ids, view.extent, {
      layersOf: (kind): readonly RequestedLayer[] =>
        ids.map((id) => ({
          id,
          mode: this.#progress.get(id)?.receivedAt.get(kind) === view.zoom ? 'add' : 'replace',
        })),
      request: (kind, layers, signal) => {
        const known = layers.filter(({ mode }) => mode === 'add').map(({ id }) => id);
        const loaded = this.#target.listLoaded(kind, known, view.extent);
        return this.#load(kind, this.#toRequest(ids, view, loaded), signal);
      },
      isDeferred: (id) => this.#target.isImage(id),
      receive: (delivery) => {
        for (const id of delivery.modes.keys())
          this.#progress.get(id)?.receivedAt.set(delivery.kind, view.zoom);
        this.#target.deliver(delivery);
      },
    });
    this.#requests.add(request);
    void request.run().then(
      (imageIds) => this.#onLoaded(request, imageIds),
      (error: unknown) => this.#onFailed(request, error),
    );
  }

  #toRequest(ids: readonly number[], { extent, zoom }: LoadView, loaded: readonly number[]): LoadRequest {
    const [minx, miny, maxx, maxy] = extent;
    const filters = this.#filters.filter(({ classId }) => ids.includes(classId));
    return {
      minx,
      miny,
      maxx,
      maxy,
      zoom,
      classifiers: [...ids],
      geometriesLoaded: loaded.slice(0, limits.geometriesLoaded),
      ...(filters.length === 0 ? {} : { objectFilter: [...filters] }),
    };
  }

  #onLoaded(request: ExtentRequest, imageIds: ReadonlySet<number>): void {
    if (!this.#requests.delete(request)) return;
    for (const id of request.layerIds) {
      const progress = this.#progress.get(id);
      if (progress) progress.covered = request.extent;
      this.#failed.delete(id);
      if (imageIds.has(id)) this.#target.showAsImage(id);
      else this.#target.showAsVectors(id);
    }
    this.#enforceLimits();
    this.#notify();
  }

  /** Enforces the feature limit: layers loaded in separate calls may together exceed it (architecture, section 7). */
  #enforceLimits(): void {
    if (this.#view === null) return;
    this.#target.dropOutside(expandExtent(this.#view.extent, KEEP_MARGIN));
    const counts = this.#target.countIn(expandExtent(this.#view.extent, EXTENT_MARGIN));
    for (const id of pickPastLimit(counts, limits.vectorPerView)) this.#target.showAsImage(id);
  }

  #onFailed(request: ExtentRequest, error: unknown): void {
    if (!this.#requests.delete(request)) return;
    request.abort();
    if (!isAbort(error)) {
      console.error('objects could not be loaded', error); // LOAD-10
      for (const id of request.layerIds) this.#failed.add(id);
    }
    this.#notify();
  }

  #notify(): void {
    this.#target.setLoading(new Set([...this.#requests].flatMap(({ layerIds }) => layerIds)));
    this.#target.setFailed(new Set(this.#failed));
  }
}
