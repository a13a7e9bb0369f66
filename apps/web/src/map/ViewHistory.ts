import { createStore, type ReadonlyStore } from './Store.ts';
import type { MapView } from './startView.ts';

/** VIEW-02. */
const MOST = 5;
/** Of the resolution at zoom 28: what differs by less is the same place. */
const SAME_M = 0.000_3;

const isSame = (a: MapView, b: MapView): boolean =>
  Math.abs(a.zoom - b.zoom) < 1e-6 &&
  a.center.every((part, axis) => Math.abs(part - (b.center[axis] ?? 0)) < SAME_M);

/** The last views of the map, the present one at the end. */
export class ViewHistory {
  readonly #canGoBack = createStore(false);
  #views: readonly MapView[] = [];

  get canGoBack(): ReadonlyStore<boolean> {
    return this.#canGoBack;
  }

  /** After every move; one that came by `goBack`, or changed nothing, is there already. */
  remember(view: MapView): void {
    const last = this.#views.at(-1);
    if (last !== undefined && isSame(last, view)) return;
    this.#set([...this.#views, view].slice(-MOST));
  }

  /** VIEW-03: forgets the present view and gives the one before; undefined when there is none. */
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
