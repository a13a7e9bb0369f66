import type { Extent } from '@pgis/geo';
import { createStore, type ReadonlyStore } from '../../store/Store.ts';
import type { FoundObject } from '../layers/objects/ObjectPicker.ts';
import { featureKey } from '../layers/objects/toOlFeature.ts';
import type { VectorLayers } from '../layers/objects/VectorLayers.ts';
import type { SelectionLayer } from '../layers/SelectionLayer.ts';

export interface SelectedKey {
  readonly id: number;
  /** The layer or view in which it was selected. */
  readonly layerId: number;
}

/** Holds the selected object and draws its highlight. */
export class Selection {
  readonly #store = createStore<SelectedKey | null>(null);
  readonly #layer: SelectionLayer;
  readonly #vectors: VectorLayers;

  constructor(layer: SelectionLayer, vectors: VectorLayers) {
    this.#layer = layer;
    this.#vectors = vectors;
  }

  get store(): ReadonlyStore<SelectedKey | null> {
    return this.#store;
  }

  /** `wkt` is the geometry known so far, which `showWhole` replaces. */
  select(key: SelectedKey, wkt?: string): void {
    const current = this.#store.get();
    if (current?.id === key.id && current.layerId === key.layerId) {
      // The same object again: listeners may show it again.
      this.#store.set({ ...key });
      return;
    }
    this.#layer.clear();
    if (wkt !== undefined) this.#layer.show(wkt);
    this.#vectors.hide(featureKey(key.layerId, key.id));
    this.#store.set(key);
  }

  /** SEL-02: replaces the geometry by the object's own, with every vertex. */
  showWhole(id: number, wkt: string): void {
    if (this.#store.get()?.id === id) this.#layer.show(wkt);
  }

  /** The selected object, if it is drawn at a pixel of the map. */
  findAt(pixel: number[]): FoundObject | null {
    const key = this.#store.get();
    const wkt = key === null ? undefined : this.#layer.findWktAt(pixel);
    return key === null || wkt === undefined ? null : { ...key, wkt };
  }

  /** Extent of the highlight in EPSG:3857; null while nothing is selected. */
  extent(): Extent | null {
    return this.#layer.extent();
  }

  clear(): void {
    this.#layer.clear();
    this.#vectors.hide('');
    this.#store.set(null);
  }
}
