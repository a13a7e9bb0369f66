import type { Extent, GeometryKind } from '@pgis/geo';
import type OlMap from 'ol/Map.js';
import { createStore, nextChange, type ReadonlyStore } from '../../../store/Store.ts';
import { type HiddenRules, noHiddenRules } from './HiddenRules.ts';
import { LayerImages, type LoadImage, toImageView } from './LayerImages.ts';
import type { LayerAppearance } from './layerAppearance.ts';
import type { Delivery } from './loading/Delivery.ts';
import { ExtentLoader, type LoadObjects, type LoadTarget, type LoadView } from './loading/ExtentLoader.ts';
import { isInZoom, type LayerFilter, listInDrawingOrder, type ObjectLayer } from './ObjectLayer.ts';
import { prepareStyles } from './objectStyles.ts';
import { VectorLayers } from './VectorLayers.ts';

/** zIndex above base layers and overlays; LOAD-08: images lie beneath all vectors. */
const z = { image: 1_000, vector: 2_000 } as const;

/** State of the switched-on layers, for their rows in the list and the marks on the map. */
export interface ObjectLayersState {
  /** Layers displayed as server images, because they are server-side or have too many objects in view. */
  readonly imageIds: ReadonlySet<number>;
  /** Subset of `imageIds`: the layers that become vectors when the user zooms in. */
  readonly overLimitIds: ReadonlySet<number>;
  /** Layers that are switched on but not visible at this zoom (D-CLS-13). */
  readonly outOfZoomIds: ReadonlySet<number>;
  readonly loadingIds: ReadonlySet<number>;
  readonly failedIds: ReadonlySet<number>;
  /** Layers whose image the server is still drawing; it is displayed when ready. */
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

/** Owns all drawings of the switched-on object layers, as vectors or as images. */
export class ObjectLayers implements LoadTarget {
  readonly #vectors: VectorLayers;
  readonly #images: LayerImages;
  readonly #loader: ExtentLoader;
  /** Pixel ratio of images: 1 on the screen, higher for paper. */
  readonly #imageRatio: number;
  readonly #overLimit = new Set<number>();
  /**
   * Layers that have just exceeded the feature limit: their objects stay drawn until the image is, so that nothing
   * flickers.
   */
  readonly #leaving = new Set<number>();
  /** Layers that are within the feature limit again: their image stays until their objects are drawn. */
  readonly #arriving = new Set<number>();
  readonly #failedImages = new Set<number>();
  readonly #drawing = new Set<number>();
  readonly #state = createStore<ObjectLayersState>({
    imageIds: nothing,
    overLimitIds: nothing,
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
      // Translucent fills would be darker in a frame that draws both.
      onDrawing: (id, frame) => {
        if (this.#leaving.delete(id)) this.#vectors.clearInFrame(id, frame);
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

  /** LOAD-04: sets the filters; equal filters change nothing. */
  setFilters(filters: readonly LayerFilter[]): void {
    if (sameFilters(filters, this.#filters)) return;
    this.#filters = filters;
    this.#images.setFilters(filters);
    for (const id of this.#vectors.ids()) this.#vectors.clear(id);
    this.#loader.setFilters(filters);
    this.#updateImages();
  }

  /** Sets the style rules that are switched off, by layer. */
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

  /** Layers that are switched on, in drawing order. */
  get layers(): readonly ObjectLayer[] {
    return this.#layers;
  }

  /** Resolves when everything in view has loaded or failed. */
  async settled(signal: AbortSignal): Promise<void> {
    while (this.#loading.size > 0) await nextChange(this.#state, signal);
    await this.#images.settled();
    signal.throwIfAborted();
  }

  get filters(): readonly LayerFilter[] {
    return this.#filters;
  }

  /** Draws the objects of a layer with another appearance; `null` restores its own. */
  preview(id: number, appearance: LayerAppearance | null): void {
    this.#vectors.preview(id, appearance);
    this.#images.preview(id, appearance?.loadImage ?? null);
    this.#updateImages();
  }

  /** LAY-15: loads everything in view again. Drawn objects stay until the answer arrives. */
  reload(): void {
    this.#loader.reload();
    this.#images.invalidate(this.#images.ids());
    this.#updateImages();
  }

  /** Loads these layers again, with every other layer that shows the same objects (TOOL-15, LIST-14, D-CLS-05). */
  reloadLayers(layerIds: Iterable<number>): void {
    const ids = new Set(layerIds);
    const owners = new Set([
      ...ids,
      ...this.#layers.filter(({ id }) => ids.has(id)).map(({ ownerId }) => ownerId),
    ]);
    const changed = new Set(
      this.#layers.filter(({ id, ownerId }) => ids.has(id) || owners.has(ownerId)).map(({ id }) => id),
    );
    if (changed.size === 0) return;
    this.#loader.reloadLayers(changed);
    this.#images.invalidate(changed);
    this.#updateImages();
  }

  /** Lists the layers that are visible at this zoom, and so can be clicked. */
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

  // LoadTarget: called by the loader.

  listLoaded(kind: GeometryKind, layerIds: readonly number[], extent: Extent): number[] {
    // Objects of a layer that is becoming an image must not be missing from the answer.
    const staying = layerIds.filter((id) => !this.#overLimit.has(id));
    return this.#vectors.listLoaded(kind, staying, extent);
  }

  deliver(delivery: Delivery): void {
    this.#vectors.deliver(delivery);
  }

  isImage(layerId: number): boolean {
    return this.#overLimit.has(layerId);
  }

  showAsImage(layerId: number): void {
    if (this.#overLimit.has(layerId)) {
      if (!this.#leaving.has(layerId)) this.#vectors.clear(layerId);
      return;
    }
    this.#overLimit.add(layerId);
    this.#arriving.delete(layerId);
    this.#leaving.add(layerId);
    this.#arrangeImages();
  }

  showAsVectors(layerId: number): void {
    this.#leaving.delete(layerId);
    if (!this.#overLimit.delete(layerId)) return;
    this.#arriving.add(layerId);
    this.#vectors.onceDrawing(layerId, (frame) => {
      if (this.#arriving.delete(layerId)) this.#images.removeInFrame(layerId, frame);
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
    const vectorIds = new Set(vectors.map(({ id }) => id));
    for (const id of this.#vectors.ids()) if (!vectorIds.has(id)) this.#vectors.remove(id);
    for (const ids of [this.#overLimit, this.#leaving, this.#arriving])
      for (const id of ids) if (!vectorIds.has(id)) ids.delete(id);
    for (const [rank, layer] of this.#layers.entries()) {
      if (layer.serverside) continue;
      this.#vectors.setDisplay(layer.id, { zIndex: z.vector + rank, visible: this.#isVisible(layer) });
    }
    this.#arrangeImages();
    this.#loader.setLayers(vectors.filter((layer) => this.#isVisible(layer)));
  }

  #arrangeImages(): void {
    const imageIds = new Set(this.#listImageIds());
    for (const id of this.#images.ids()) {
      if (imageIds.has(id)) continue;
      if (this.#arriving.has(id)) this.#images.freeze(id);
      else this.#images.remove(id);
      this.#failedImages.delete(id);
    }
    for (const [rank, layer] of this.#layers.entries()) {
      if (!imageIds.has(layer.id)) continue;
      this.#images.setDisplay(layer.id, { zIndex: z.image + rank, visible: this.#isVisible(layer) });
    }
    this.#updateImages();
    this.#publish();
  }

  #listImageIds(): readonly number[] {
    return this.#layers
      .filter(({ id, serverside }) => serverside || this.#overLimit.has(id))
      .map(({ id }) => id);
  }

  #listOutOfZoomIds(): readonly number[] {
    if (this.#view === null) return [];
    return this.#layers.filter((layer) => !this.#isVisible(layer)).map(({ id }) => id);
  }

  #updateImages(): void {
    if (this.#view === null) return;
    // Paper cannot be panned, and a margin would exceed the size of an image.
    const margin = this.#imageRatio > 1 ? 0 : undefined;
    this.#images.update(toImageView(this.#view, this.#imageRatio, margin));
  }

  #publish(): void {
    const before = this.#state.get();
    const next: ObjectLayersState = {
      imageIds: new Set(this.#listImageIds()),
      overLimitIds: new Set(this.#overLimit),
      outOfZoomIds: new Set(this.#listOutOfZoomIds()),
      loadingIds: this.#loading,
      failedIds: new Set([...this.#failed, ...this.#failedImages]),
      drawingIds: new Set(this.#drawing),
    };
    const keys = Object.keys(next) as (keyof ObjectLayersState)[];
    if (keys.some((key) => !sameSet(before[key], next[key]))) this.#state.set(next);
  }
}
