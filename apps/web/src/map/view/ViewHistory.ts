import { createStore, type ReadonlyStore } from '../../store/Store.ts';
import type { MapView } from './startView.ts';

/** VIEW-02. */
const MAX_VIEWS = 5;
/** Fraction of the resolution at zoom 28: centres that differ by less are the same position. */
const SAME_M = 0.000_3;

const isSame = (a: MapView, b: MapView): boolean =>
  Math.abs(a.zoom - b.zoom) < 1e-6 &&
  a.center.every((part, axis) => Math.abs(part - (b.center[axis] ?? 0)) < SAME_M);

/** The last views of the map, the present one last. */
export class ViewHistory {
  readonly #canGoBack = createStore(false);
  #views: readonly MapView[] = [];

  get canGoBack(): ReadonlyStore<boolean> {
    return this.#canGoBack;
  }

  /** Adds the view after a move, unless it came from `goBack` or is unchanged. */
  remember(view: MapView): void {
    const last = this.#views.at(-1);
    if (last !== undefined && isSame(last, view)) return;
    this.#set([...this.#views, view].slice(-MAX_VIEWS));
  }

  /** VIEW-03: removes the present view and returns the one before; undefined if there is none. */
  goBack(): MapView | undefined {
    if (this.#views.length < 2) return undefined;
    this.#set(this.#views.slice(0, -1));
    return this.#views.at(-1);
  }

  #set(views: readonly MapView[]): void {
    this.#views = views;
    this.#canGoBack.set(views.length >= 2);
  }
}
