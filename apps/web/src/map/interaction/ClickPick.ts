import { type FoundCluster, type FoundObject, isCluster } from '../layers/objects/ObjectPicker.ts';
import { distancePx } from './distancePx.ts';
import type { SelectedKey, Selection } from './Selection.ts';

interface Deps {
  readonly selection: Selection;
  readonly find: (pixel: number[]) => Promise<FoundObject | FoundCluster | null | 'superseded'>;
  /** Shows the points of a cluster that was clicked at a pixel of the map. */
  readonly openCluster: (cluster: FoundCluster, pixel: readonly number[]) => void;
  /** Aborts the pending lookup. */
  readonly cancelFind: () => void;
  /** Restores the previous selection. */
  readonly reselect: (key: SelectedKey) => void;
  readonly deselect: () => void;
  /** True if the touch in progress is a long press and not a click. */
  readonly isNoClick: () => boolean;
}

/** Maximum distance in pixels between the two clicks of a double click. */
const DOUBLE_CLICK_PX = 20;

const isSame = (one: SelectedKey | null, other: SelectedKey | null) =>
  one?.id === other?.id && one?.layerId === other?.layerId;

/**
 * Selects the clicked object without waiting for a second click. A double click zooms and leaves the selection as it
 * was, so its second click undoes what the first one has selected. Clearing or repeating a selection waits until no
 * second click can follow, because reading on would otherwise end with each zoom.
 */
export class ClickPick {
  readonly #deps: Deps;
  #showsAtOnce = true;
  #decide: ((isSingle: boolean) => void) | null = null;
  #clickedAt: readonly number[] = [];
  /** True if the click in progress came soon after another one elsewhere. */
  #isQuick = false;
  #picks = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** False if showing the selection moves or covers the map, where a second click would then hit something else. */
  setShowsAtOnce(showsAtOnce: boolean): void {
    this.#showsAtOnce = showsAtOnce;
  }

  /** Handles a click, which may be the first of two. */
  click(pixel: number[]): void {
    if (this.#deps.isNoClick()) return;
    this.#isQuick = this.#decide !== null;
    if (this.#isQuick && distancePx(pixel, this.#clickedAt) <= DOUBLE_CLICK_PX) {
      this.#isQuick = false;
      return;
    }
    this.staySingle();
    this.#clickedAt = pixel;
    const isSingle = new Promise<boolean>((resolve) => {
      this.#decide = resolve;
    });
    void this.#pick(pixel, isSingle);
  }

  /** Runs when no second click has followed. */
  staySingle(): void {
    this.#settle(true);
  }

  /** Handles a second click; false if it is too far from the first one and counts as a click of its own. */
  becomeDouble(): boolean {
    if (this.#isQuick) {
      this.staySingle();
      return false;
    }
    this.#deps.cancelFind();
    this.#settle(false);
    return true;
  }

  /** Handles the click as a single one without waiting. */
  pickAt(pixel: number[]): void {
    void this.#pick(pixel, Promise.resolve(true));
  }

  /** Cancels the click in progress. */
  forget(): void {
    this.#deps.cancelFind();
    this.#decide = null;
  }

  #settle(isSingle: boolean): void {
    this.#decide?.(isSingle);
    this.#decide = null;
  }

  async #pick(pixel: number[], isSingle: Promise<boolean>): Promise<void> {
    const { selection, find, reselect, deselect } = this.#deps;
    this.#picks += 1;
    const pick = this.#picks;
    const before = selection.store.get();
    const found = await find(pixel);
    if (found === 'superseded') return;
    if (found !== null && isCluster(found)) {
      // A double click zooms by itself.
      if ((await isSingle) && pick === this.#picks) this.#deps.openCluster(found, pixel);
      return;
    }
    if (found !== null && this.#showsAtOnce && !isSame(found, before)) {
      selection.select({ id: found.id, layerId: found.layerId }, found.wkt);
      if ((await isSingle) || !isSame(selection.store.get(), found)) return;
      if (before === null) deselect();
      else reselect(before);
      return;
    }
    if (!(await isSingle) || pick !== this.#picks || !isSame(selection.store.get(), before)) return;
    if (found === null) deselect();
    else selection.select({ id: found.id, layerId: found.layerId }, found.wkt);
  }
}
