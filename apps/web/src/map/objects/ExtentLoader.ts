import { type LoadReply, type LoadRequest, limits } from '@pgis/contract';
import { containsExtent, type Extent, expandExtent, type GeometryKind } from '@pgis/geo';
import type { Delivery } from './Delivery.ts';
import { Flight, type FlightLayer, isAbort } from './Flight.ts';
import type { LayerFilter, ObjectLayer } from './ObjectLayer.ts';
import { pickPastLimit } from './pickPastLimit.ts';
import { toBatches } from './toBatches.ts';

/** LOAD-01: what lies just outside the view is loaded too. */
const EXTENT_MARGIN = 0.1;
/** Objects farther than one view away are let go. */
const KEEP_MARGIN = 1;

export interface LoadView {
  /** What is visible, in EPSG:3857. */
  readonly extent: Extent;
  /** Whole zoom level (LOAD-12). */
  readonly zoom: number;
  /** Metres a pixel. */
  readonly resolution: number;
}

/** Where loaded objects go. */
export interface LoadTarget {
  /** Ids of the objects of this kind in these layers that touch the extent. */
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
  /** The whole extent that has been loaded in the present detail. */
  covered: Extent | null;
  /** In which detail (zoom, filter, reload) each kind was last received. */
  readonly detail: Map<GeometryKind, string>;
}

/**
 * Keeps the objects of the switched-on layers in step with the view: asks only for what is missing, only once, and
 * aborts what nobody looks at any more. Knows nothing of how objects are drawn.
 */
export class ExtentLoader {
  readonly #load: LoadObjects;
  readonly #target: LoadTarget;
  readonly #progress = new Map<number, LayerProgress>();
  readonly #flights = new Set<Flight>();
  readonly #failed = new Set<number>();
  #layers: readonly ObjectLayer[] = [];
  #filters: readonly LayerFilter[] = [];
  #view: LoadView | null = null;
  #epoch = 0;

  constructor(load: LoadObjects, target: LoadTarget) {
    this.#load = load;
    this.#target = target;
  }

  /** The layers to show as vectors at this zoom. A new one loads alone (LOAD-06). */
  setLayers(layers: readonly ObjectLayer[]): void {
    this.#layers = layers;
    const wanted = new Set(layers.map(({ id }) => id));
    for (const id of this.#progress.keys()) if (!wanted.has(id)) this.#forget(id);
    this.#loadMissing();
  }

  setView(view: LoadView): void {
    if (view.zoom !== this.#view?.zoom) this.#distrust();
    this.#view = view;
    this.#loadMissing();
  }

  /** LOAD-04 is done by the owner of the features; here all is asked for again. */
  setFilters(filters: readonly LayerFilter[]): void {
    this.#filters = filters;
    this.reload();
  }

  /** Asks again for everything; what is drawn stays until the answer is there. */
  reload(): void {
    this.#epoch += 1;
    this.#distrust();
    this.#loadMissing();
  }

  dispose(): void {
    for (const flight of this.#flights) flight.abort();
    this.#flights.clear();
  }

  #forget(id: number): void {
    this.#progress.delete(id);
    this.#failed.delete(id);
    for (const flight of this.#flights) if (flight.has(id)) this.#end(flight);
  }

  /** Coverage counts for nothing any more; requests under way are for a view that is gone. */
  #distrust(): void {
    for (const progress of this.#progress.values()) progress.covered = null;
    for (const flight of [...this.#flights]) this.#end(flight);
  }

  #end(flight: Flight): void {
    flight.abort();
    this.#flights.delete(flight);
  }

  #loadMissing(): void {
    const view = this.#view;
    if (view === null) return;
    for (const flight of [...this.#flights]) {
      if (!containsExtent(flight.extent, view.extent)) this.#end(flight);
    }
    const missing = this.#layers.filter(({ id }) => !this.#isCovered(id, view.extent));
    const extent = expandExtent(view.extent, EXTENT_MARGIN);
    for (const batch of toBatches(missing)) this.#start(batch, { ...view, extent });
    this.#tell();
  }

  #isCovered(id: number, extent: Extent): boolean {
    const covered = this.#progress.get(id)?.covered;
    if (covered && containsExtent(covered, extent)) return true;
    return [...this.#flights].some((flight) => flight.has(id));
  }

  #start(batch: readonly ObjectLayer[], view: LoadView): void {
    const detail = `${view.zoom} ${this.#epoch}`;
    const ids = batch.map(({ id }) => id);
    for (const id of ids) {
      if (!this.#progress.has(id)) this.#progress.set(id, { covered: null, detail: new Map() });
    }
    const flight = new Flight(ids, view.extent, {
      layersOf: (kind): readonly FlightLayer[] =>
        ids.map((id) => ({
          id,
          mode: this.#progress.get(id)?.detail.get(kind) === detail ? 'add' : 'replace',
        })),
      request: (kind, layers, signal) => {
        const known = layers.filter(({ mode }) => mode === 'add').map(({ id }) => id);
        const loaded = this.#target.listLoaded(kind, known, view.extent);
        return this.#load(kind, this.#toRequest(ids, view, loaded), signal);
      },
      isHeld: (id) => this.#target.isImage(id),
      receive: (delivery) => {
        for (const id of delivery.modes.keys()) this.#progress.get(id)?.detail.set(delivery.kind, detail);
        this.#target.deliver(delivery);
      },
    });
    this.#flights.add(flight);
    void flight.run().then(
      (imageIds) => this.#land(flight, imageIds),
      (error: unknown) => this.#crash(flight, error),
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

  #land(flight: Flight, imageIds: ReadonlySet<number>): void {
    if (!this.#flights.delete(flight)) return;
    for (const id of flight.layerIds) {
      const progress = this.#progress.get(id);
      if (progress) progress.covered = flight.extent;
      this.#failed.delete(id);
      if (imageIds.has(id)) this.#target.showAsImage(id);
      else this.#target.showAsVectors(id);
    }
    this.#keepLimits();
    this.#tell();
  }

  /** Layers that were loaded in separate calls may together be more than a view can hold (architecture, 7). */
  #keepLimits(): void {
    if (this.#view === null) return;
    this.#target.dropOutside(expandExtent(this.#view.extent, KEEP_MARGIN));
    const counts = this.#target.countIn(expandExtent(this.#view.extent, EXTENT_MARGIN));
    for (const id of pickPastLimit(counts, limits.vectorPerView)) this.#target.showAsImage(id);
  }

  #crash(flight: Flight, error: unknown): void {
    if (!this.#flights.delete(flight)) return;
    flight.abort();
    if (!isAbort(error)) {
      console.error('objects could not be loaded', error); // LOAD-10
      for (const id of flight.layerIds) this.#failed.add(id);
    }
    this.#tell();
  }

  #tell(): void {
    this.#target.setLoading(new Set([...this.#flights].flatMap(({ layerIds }) => layerIds)));
    this.#target.setFailed(new Set(this.#failed));
  }
}
