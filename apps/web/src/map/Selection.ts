import type { Extent } from '@pgis/geo';
import type { FoundObject } from './objects/ObjectPicker.ts';
import { featureKey } from './objects/toOlFeature.ts';
import type { VectorLayers } from './objects/VectorLayers.ts';
import type { SelectionLayer } from './SelectionLayer.ts';
import { createStore, type ReadonlyStore } from './Store.ts';

export interface SelectedKey {
  readonly id: number;
  /** The layer or view in which it was selected. */
  readonly layerId: number;
}

/** Which object is selected, and how that looks. */
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

  /** `wkt` is what is known of the shape already; it is replaced by `showWhole`. */
  select(key: SelectedKey, wkt?: string): void {
    const current = this.#store.get();
    if (current?.id === key.id && current.layerId === key.layerId) {
      // Selected once more: whoever listens may show it again.
      this.#store.set({ ...key });
      return;
    }
    this.#layer.clear();
    if (wkt !== undefined) this.#layer.show(wkt);
    this.#vectors.hide(featureKey(key.layerId, key.id));
    this.#store.set(key);
  }

  /** SEL-02 with every vertex, once the object's own geometry is there. */
  showWhole(id: number, wkt: string): void {
    if (this.#store.get()?.id === id) this.#layer.show(wkt);
  }

  /** The selected object, where it is drawn at a pixel of the map. */
  findAt(pixel: number[]): FoundObject | null {
    const key = this.#store.get();
    const wkt = key === null ? undefined : this.#layer.findWktAt(pixel);
    return key === null || wkt === undefined ? null : { ...key, wkt };
  }

  /** EPSG:3857; null while nothing is shown as selected. */
  extent(): Extent | null {
    return this.#layer.extent();
  }

  clear(): void {
    this.#layer.clear();
    this.#vectors.hide('');
    this.#store.set(null);
  }
}
