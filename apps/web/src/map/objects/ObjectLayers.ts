import type { Extent, GeometryKind } from '@pgis/geo';
import type OlMap from 'ol/Map.js';
import { createStore, nextChange, type ReadonlyStore } from '../Store.ts';
import type { Delivery } from './Delivery.ts';
import { ExtentLoader, type LoadObjects, type LoadTarget, type LoadView } from './ExtentLoader.ts';
import { type HiddenRules, noHiddenRules } from './HiddenRules.ts';
import { LayerImages, type LoadImage, toImageView } from './LayerImages.ts';
import type { LayerLook } from './layerLook.ts';
import { isInZoom, type LayerFilter, listInDrawingOrder, type ObjectLayer } from './ObjectLayer.ts';
import { prepareStyles } from './objectStyles.ts';
import { VectorLayers } from './VectorLayers.ts';

/** Above base layers and overlays; LOAD-08: images beneath all vectors. */
const z = { image: 1_000, vector: 2_000 } as const;

/** How a layer that is switched on is doing, for its row in the list and the marks on the map. */
export interface ObjectLayersState {
  /** Shown as server images: the flag of the layer, or too many objects in view. */
  readonly imageIds: ReadonlySet<number>;
  /** Of these: the ones that become vectors when the user zooms in. */
  readonly crowdedIds: ReadonlySet<number>;
  /** Switched on, and not to be seen at this zoom (D-CLS-13). */
  readonly outOfZoomIds: ReadonlySet<number>;
  readonly loadingIds: ReadonlySet<number>;
  readonly failedIds: ReadonlySet<number>;
  /** Whose image the server is drawing: it comes by itself. */
  readonly drawingIds: ReadonlySet<number>;
}

const nothing: ReadonlySet<number> = new Set();
const sameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>) => a.size === b.size && a.isSubsetOf(b);

const sameFilters = (a: readonly LayerFilter[], b: readonly LayerFilter[]) =>
  JSON.stringify(a) === JSON.stringify(b);

export interface ObjectData {
  readonly loadObjects: LoadObjects;
  readonly loadImage: LoadImage;
}

/** Owns all that is drawn of the switched-on object layers, as vectors or as images. */
export class ObjectLayers implements LoadTarget {
  readonly #vectors: VectorLayers;
  readonly #images: LayerImages;
  readonly #loader: ExtentLoader;
  /** The server draws pictures for the screen with one pixel a CSS pixel; for paper sharper. */
  readonly #imageRatio: number;
  readonly #crowded = new Set<number>();
  /** Crowded since a moment: their objects stay drawn until the picture is, so that nothing flickers. */
  readonly #leaving = new Set<number>();
  /** No longer crowded: their picture stays until their objects are drawn. */
  readonly #arriving = new Set<number>();
  readonly #failedImages = new Set<number>();
  readonly #drawing = new Set<number>();
  readonly #state = createStore<ObjectLayersState>({
    imageIds: nothing,
    crowdedIds: nothing,
    outOfZoomIds: nothing,
    loadingIds: nothing,
    failedIds: nothing,
    drawingIds: nothing,
  });
  #layers: readonly ObjectLayer[] = [];
  #filters: readonly LayerFilter[] = [];
  #hiddenRules = noHiddenRules;
  #view: LoadView | null = null;
  #loading = nothing;
  #failed = nothing;

  constructor(map: OlMap, data: ObjectData, options: { readonly pixelRatio?: number } = {}) {
    this.#imageRatio = options.pixelRatio ?? 1;
    this.#vectors = new VectorLayers(map, options);
    this.#images = new LayerImages(map, data.loadImage, {
      onFailed: (id, failed) => {
        if (failed) this.#failedImages.add(id);
        else this.#failedImages.delete(id);
        this.#publish();
      },
      onWaiting: (id, waits) => {
        if (waits === this.#drawing.has(id)) return;
        if (waits) this.#drawing.add(id);
        else this.#drawing.delete(id);
        this.#publish();
      },
      onDrawn: (id) => {
        if (this.#leaving.delete(id)) this.#vectors.clear(id);
      },
    });
    const load: LoadObjects = async (kind, request, signal) => {
      const reply = await data.loadObjects(kind, request, signal);
      await prepareStyles(reply.geomStyles);
      return reply;
    };
    this.#loader = new ExtentLoader(load, this);
  }

  get state(): ReadonlyStore<ObjectLayersState> {
    return this.#state;
  }

  /** The switched-on layers, in the order of the list. */
  setLayers(layers: readonly ObjectLayer[]): void {
    this.#layers = listInDrawingOrder(layers);
    this.#arrange();
  }

  setView(view: LoadView): void {
    const zoomed = view.zoom !== this.#view?.zoom;
    this.#view = view;
    if (zoomed) this.#arrange();
    this.#loader.setView(view);
    this.#updateImages();
  }

  /** LOAD-04; the same filters again change nothing. */
  setFilters(filters: readonly LayerFilter[]): void {
    if (sameFilters(filters, this.#filters)) return;
    this.#filters = filters;
    this.#images.setFilters(filters);
    for (const id of this.#vectors.ids()) this.#vectors.clear(id);
    this.#loader.setFilters(filters);
    this.#updateImages({ afresh: true });
  }

  /** Of layers that are switched on the rules that are not. */
  setHiddenRules(hidden: HiddenRules): void {
    if (hidden === this.#hiddenRules) return;
    this.#hiddenRules = hidden;
    this.#vectors.setHiddenRules(hidden);
    this.#images.setHiddenRules(hidden);
    this.#updateImages();
  }

  get hiddenRules(): HiddenRules {
    return this.#hiddenRules;
  }

  /** Switched on, in drawing order. */
  get layers(): readonly ObjectLayer[] {
    return this.#layers;
  }

  /** Until everything of the present view is there, or has failed. */
  async settled(signal: AbortSignal): Promise<void> {
    while (this.#loading.size > 0) await nextChange(this.#state, signal);
    await this.#images.settled();
    signal.throwIfAborted();
  }

  get filters(): readonly LayerFilter[] {
    return this.#filters;
  }

  /** The objects of a layer in another look, until it is `null`. */
  preview(id: number, look: LayerLook | null): void {
    this.#vectors.preview(id, look);
    this.#images.preview(id, look?.loadImage ?? null);
    this.#updateImages();
  }

  /** TOOL-15, LAY-15: asks again for everything in view; what is drawn stays until the answer is there. */
  reload(): void {
    this.#loader.reload();
    this.#updateImages({ afresh: true });
  }

  /** Layers in which something can be seen, and so be clicked, at this zoom. */
  listVisible(): readonly ObjectLayer[] {
    return this.#layers.filter((layer) => this.#isVisible(layer));
  }

  get vectors(): VectorLayers {
    return this.#vectors;
  }

  dispose(): void {
    this.#loader.dispose();
    for (const id of this.#images.ids()) this.#images.remove(id);
    for (const id of this.#vectors.ids()) this.#vectors.remove(id);
  }

  // What the loader tells.

  listLoaded(kind: GeometryKind, layerIds: readonly number[], extent: Extent): number[] {
    // What is about to leave must not be missing from the answer.
    const staying = layerIds.filter((id) => !this.#crowded.has(id));
    return this.#vectors.listLoaded(kind, staying, extent);
  }

  deliver(delivery: Delivery): void {
    this.#vectors.deliver(delivery);
  }

  isImage(layerId: number): boolean {
    return this.#crowded.has(layerId);
  }

  showAsImage(layerId: number): void {
    if (this.#crowded.has(layerId)) {
      if (!this.#leaving.has(layerId)) this.#vectors.clear(layerId);
      return;
    }
    this.#crowded.add(layerId);
    this.#arriving.delete(layerId);
    this.#leaving.add(layerId);
    this.#arrangeImages();
  }

  showAsVectors(layerId: number): void {
    this.#leaving.delete(layerId);
    if (!this.#crowded.delete(layerId)) return;
    this.#arriving.add(layerId);
    this.#vectors.onceDrawn(layerId, () => {
      if (this.#arriving.delete(layerId)) this.#arrangeImages();
    });
    this.#arrangeImages();
  }

  countIn(extent: Extent): ReadonlyMap<number, number> {
    const counts = this.#vectors.countIn(extent);
    return new Map([...counts].filter(([id]) => !this.#leaving.has(id)));
  }

  dropOutside(extent: Extent): void {
    this.#vectors.dropOutside(extent);
  }

  setLoading(layerIds: ReadonlySet<number>): void {
    this.#loading = layerIds;
    this.#publish();
  }

  setFailed(layerIds: ReadonlySet<number>): void {
    this.#failed = layerIds;
    this.#publish();
  }

  #isVisible(layer: ObjectLayer): boolean {
    return this.#view !== null && isInZoom(layer, this.#view.zoom);
  }

  #arrange(): void {
    const vectors = this.#layers.filter(({ serverside }) => !serverside);
    const wanted = new Set(vectors.map(({ id }) => id));
    for (const id of this.#vectors.ids()) if (!wanted.has(id)) this.#vectors.remove(id);
    for (const ids of [this.#crowded, this.#leaving, this.#arriving])
      for (const id of ids) if (!wanted.has(id)) ids.delete(id);
    for (const [rank, layer] of this.#layers.entries()) {
      if (layer.serverside) continue;
      this.#vectors.place(layer.id, { zIndex: z.vector + rank, visible: this.#isVisible(layer) });
    }
    this.#arrangeImages();
    this.#loader.setLayers(vectors.filter((layer) => this.#isVisible(layer)));
  }

  #arrangeImages(): void {
    const wanted = new Set(this.#listImageIds());
    for (const id of this.#images.ids()) {
      if (wanted.has(id)) continue;
      if (this.#arriving.has(id)) this.#images.keep(id);
      else this.#images.remove(id);
      this.#failedImages.delete(id);
    }
    for (const [rank, layer] of this.#layers.entries()) {
      if (!wanted.has(layer.id)) continue;
      this.#images.place(layer.id, { zIndex: z.image + rank, visible: this.#isVisible(layer) });
    }
    this.#updateImages();
    this.#publish();
  }

  #listImageIds(): readonly number[] {
    return this.#layers
      .filter(({ id, serverside }) => serverside || this.#crowded.has(id))
      .map(({ id }) => id);
  }

  #listOutOfZoomIds(): readonly number[] {
    if (this.#view === null) return [];
    return this.#layers.filter((layer) => !this.#isVisible(layer)).map(({ id }) => id);
  }

  #updateImages(options: { readonly afresh?: boolean } = {}): void {
    if (this.#view !== null) this.#images.update(toImageView(this.#view, this.#imageRatio), options);
  }

  #publish(): void {
    const before = this.#state.get();
    const next: ObjectLayersState = {
      imageIds: new Set(this.#listImageIds()),
      crowdedIds: new Set(this.#crowded),
      outOfZoomIds: new Set(this.#listOutOfZoomIds()),
      loadingIds: this.#loading,
      failedIds: new Set([...this.#failed, ...this.#failedImages]),
      drawingIds: new Set(this.#drawing),
    };
    const keys = Object.keys(next) as (keyof ObjectLayersState)[];
    if (keys.some((key) => !sameSet(before[key], next[key]))) this.#state.set(next);
  }
}
