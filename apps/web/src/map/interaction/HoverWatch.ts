import Point from 'ol/geom/Point.js';
import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { createStore, type ReadonlyStore } from '../../store/Store.ts';
import type { FoundObject } from '../layers/objects/ObjectPicker.ts';
import { readGeometry } from '../layers/objects/readGeometry.ts';
import { distancePx } from './distancePx.ts';

/** POP-01. */
const HOVER_DELAY_MS = 1000;
/** Movement in pixels that still counts as resting, because a hand on a mouse trembles. */
const STILL_PX = 1;
/** Distance between anchor and popup in pixels; the symbol of a point is wider than a line. */
const gaps = { point: 22, other: 12 } as const;
/** Margin in pixels around anchor and gap, so that the pointer can cross from the anchor to the popup. */
const BRIDGE_PX = 6;

type Pixel = readonly [x: number, y: number];

/** The object that the popup describes. */
export interface HoveredObject {
  readonly id: number;
  readonly layerId: number;
  /** Position beside which the popup stands, in pixels of the map. */
  readonly anchor: Pixel;
  /** Free space around the anchor, so that the popup does not cover the object. */
  readonly gapPx: number;
}

export interface HoverDeps {
  readonly map: OlMap;
  readonly viewport: HTMLElement;
  readonly find: (pixel: number[]) => Promise<FoundObject | null | 'superseded'>;
  /** Aborts the pending lookup. */
  readonly cancelFind: () => void;
  readonly isDrawnAt: (pixel: number[], object: { readonly id: number; readonly layerId: number }) => boolean;
  /** False while the active tool has use for the pointer. */
  readonly isEnabled: () => boolean;
}

/** Attribute of the popup, which the pointer may enter. */
export const popupMark = 'data-map-popup';

/**
 * Detects a pointer that rests on an object (POP-01), and closes the popup when the pointer leaves (POP-06, POP-07).
 */
export class HoverWatch {
  readonly #deps: HoverDeps;
  readonly #store = createStore<HoveredObject | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restsAt: readonly number[] = [];
  #lookup = 0;

  constructor(deps: HoverDeps) {
    this.#deps = deps;
    const { map, viewport } = deps;
    map.on('pointermove', this.#follow);
    map.on('movestart', this.close);
    viewport.addEventListener('pointerdown', this.close);
    document.addEventListener('pointerdown', this.#pressElsewhere, true);
    document.addEventListener('input', this.close, true);
    viewport.addEventListener('pointerleave', this.#leave);
    document.addEventListener('keydown', this.#key);
  }

  get store(): ReadonlyStore<HoveredObject | null> {
    return this.#store;
  }

  /** Shows the object at a pixel of the map at once; false if there is none. */
  async showAt(pixel: readonly number[]): Promise<boolean> {
    this.close();
    this.#lookup += 1;
    const lookup = this.#lookup;
    const found = await this.#deps.find([...pixel]);
    if (lookup !== this.#lookup || found === null || found === 'superseded') return false;
    this.#store.set({ id: found.id, layerId: found.layerId, ...this.#anchorOf(found, pixel) });
    return true;
  }

  readonly close = (): void => {
    clearTimeout(this.#timer);
    this.#restsAt = [];
    this.#lookup += 1;
    this.#deps.cancelFind();
    this.#store.set(null);
  };

  dispose(): void {
    this.close();
    const { map, viewport } = this.#deps;
    map.un('pointermove', this.#follow);
    map.un('movestart', this.close);
    viewport.removeEventListener('pointerdown', this.close);
    document.removeEventListener('pointerdown', this.#pressElsewhere, true);
    document.removeEventListener('input', this.close, true);
    viewport.removeEventListener('pointerleave', this.#leave);
    document.removeEventListener('keydown', this.#key);
  }

  readonly #follow = ({ pixel, dragging, originalEvent }: MapBrowserEvent): void => {
    if (originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch') return;
    const hovered = this.#store.get();
    if (dragging || (hovered !== null && !this.#isOn(hovered, pixel))) this.close();
    if (dragging || this.#store.get() !== null || !this.#deps.isEnabled()) return;
    if (this.#restsAt.length > 0 && distancePx(pixel, this.#restsAt) <= STILL_PX) return;
    this.close();
    this.#restsAt = pixel;
    this.#timer = setTimeout(() => void this.showAt(pixel), HOVER_DELAY_MS);
  };

  /** POP-06; lifting a finger also fires `pointerleave`, which must not close the popup. */
  readonly #leave = ({ pointerType, relatedTarget }: PointerEvent): void => {
    if (pointerType === 'touch') return;
    if (relatedTarget instanceof Element && relatedTarget.closest(`[${popupMark}]`)) return;
    this.close();
  };

  /** A finger does not leave the map by moving away, so a press or typing elsewhere closes the popup. */
  readonly #pressElsewhere = ({ target }: PointerEvent): void => {
    const { viewport } = this.#deps;
    if (!(target instanceof Element) || viewport.contains(target)) return;
    if (target.closest(`[${popupMark}]`) === null) this.close();
  };

  readonly #key = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') this.close();
  };

  #isOn(hovered: HoveredObject, pixel: number[]): boolean {
    return (
      distancePx(pixel, hovered.anchor) <= hovered.gapPx + BRIDGE_PX || this.#deps.isDrawnAt(pixel, hovered)
    );
  }

  /** The popup of a point stands at the point, that of a line or polygon at the pointer. */
  #anchorOf(
    { wkt }: FoundObject,
    [x = 0, y = 0]: readonly number[],
  ): Pick<HoveredObject, 'anchor' | 'gapPx'> {
    const geometry = readGeometry(wkt);
    const [px, py] = geometry instanceof Point ? this.#pixelOf(geometry) : [];
    return px === undefined || py === undefined
      ? { anchor: [x, y], gapPx: gaps.other }
      : { anchor: [px, py], gapPx: gaps.point };
  }

  #pixelOf(point: Point): readonly number[] {
    // Before the first frame there is no pixel.
    return this.#deps.map.getPixelFromCoordinate(point.getCoordinates()) ?? [];
  }
}
