import { distancePx } from './distancePx.ts';
import type { FoundObject } from './objects/ObjectPicker.ts';
import type { SelectedKey, Selection } from './Selection.ts';

interface Surroundings {
  readonly selection: Selection;
  readonly find: (pixel: number[]) => Promise<FoundObject | null | 'superseded'>;
  /** Gives up the look-up under way. */
  readonly cancelFind: () => void;
  /** Selects what was selected before. */
  readonly reselect: (key: SelectedKey) => void;
  readonly deselect: () => void;
  /** Whether the touch under way has asked for something else. */
  readonly isNoClick: () => boolean;
}

/** Two quick clicks farther apart are one here and one there. */
const DOUBLE_CLICK_PX = 20;

const isSame = (one: SelectedKey | null, other: SelectedKey | null) =>
  one?.id === other?.id && one?.layerId === other?.layerId;

/**
 * Selects what is clicked, without waiting for a second click: two of them zoom and leave the selection as it was, so
 * that the second takes back what the first has selected. What ends or repeats a selection waits: reading on would end
 * with a zoom otherwise.
 */
export class ClickPick {
  readonly #around: Surroundings;
  #showsAtOnce = true;
  #decide: ((isSingle: boolean) => void) | null = null;
  #clickedAt: readonly number[] = [];
  /** The click under way came soon after another one, elsewhere. */
  #isQuick = false;
  #picks = 0;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** False while showing what is selected moves or covers the map: the second click would fall elsewhere. */
  setShowsAtOnce(showsAtOnce: boolean): void {
    this.#showsAtOnce = showsAtOnce;
  }

  /** A click, be it the only one or one of two. */
  click(pixel: number[]): void {
    if (this.#around.isNoClick()) return;
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

  /** No second click has followed. */
  staySingle(): void {
    this.#settle(true);
  }

  /** A second click has followed; false when it was meant for another place, and is a click of its own. */
  becomeDouble(): boolean {
    if (this.#isQuick) {
      this.staySingle();
      return false;
    }
    this.#around.cancelFind();
    this.#settle(false);
    return true;
  }

  /** As a click that is known to be single. */
  pickAt(pixel: number[]): void {
    void this.#pick(pixel, Promise.resolve(true));
  }

  /** Nothing more comes of the click under way. */
  forget(): void {
    this.#around.cancelFind();
    this.#decide = null;
  }

  #settle(isSingle: boolean): void {
    this.#decide?.(isSingle);
    this.#decide = null;
  }

  async #pick(pixel: number[], isSingle: Promise<boolean>): Promise<void> {
    const { selection, find, reselect, deselect } = this.#around;
    this.#picks += 1;
    const pick = this.#picks;
    const before = selection.store.get();
    const found = await find(pixel);
    if (found === 'superseded') return;
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
