import Point from 'ol/geom/Point.js';
import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import { distancePx } from './distancePx.ts';
import type { FoundObject } from './objects/ObjectPicker.ts';
import { readGeometry } from './objects/readGeometry.ts';
import { createStore, type ReadonlyStore } from './Store.ts';

/** POP-01. */
const HOVER_DELAY_MS = 1000;
/** A hand that holds a mouse still trembles. */
const STILL_PX = 1;
/** From the anchor to the popup: a point’s symbol is wider than a line. */
const gaps = { point: 22, other: 12 } as const;
/** On the way from the anchor to the popup the pointer has left neither. */
const BRIDGE_PX = 6;

type Pixel = readonly [x: number, y: number];

/** The object that the popup is about. */
export interface HoveredObject {
  readonly id: number;
  readonly layerId: number;
  /** What the popup stands beside, in pixels of the map. */
  readonly anchor: Pixel;
  /** Free space around the anchor, so that the popup does not cover what is pointed at. */
  readonly gapPx: number;
}

export interface HoverSurroundings {
  readonly map: OlMap;
  readonly viewport: HTMLElement;
  readonly find: (pixel: number[]) => Promise<FoundObject | null | 'superseded'>;
  /** Gives up the look-up under way. */
  readonly cancelFind: () => void;
  readonly isDrawnAt: (pixel: number[], object: { readonly id: number; readonly layerId: number }) => boolean;
  /** False while the active tool has use for the pointer. */
  readonly isWelcome: () => boolean;
}

/** Marks the popup, which the pointer may enter. */
export const popupMark = 'data-map-popup';

/** Notices a pointer that rests on an object (POP-01), and when it is time to close what that opened (POP-06, POP-07). */
export class HoverWatch {
  readonly #around: HoverSurroundings;
  readonly #store = createStore<HoveredObject | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restsAt: readonly number[] = [];
  #look = 0;

  constructor(around: HoverSurroundings) {
    this.#around = around;
    const { map, viewport } = around;
    map.on('pointermove', this.#follow);
    map.on('movestart', this.close);
    viewport.addEventListener('pointerdown', this.close);
    viewport.addEventListener('pointerleave', this.#leave);
    document.addEventListener('keydown', this.#key);
  }

  get store(): ReadonlyStore<HoveredObject | null> {
    return this.#store;
  }

  /** Shows what is at a pixel of the map at once; false when there is nothing. */
  async showAt(pixel: readonly number[]): Promise<boolean> {
    this.close();
    this.#look += 1;
    const look = this.#look;
    const found = await this.#around.find([...pixel]);
    if (look !== this.#look || found === null || found === 'superseded') return false;
    this.#store.set({ id: found.id, layerId: found.layerId, ...this.#placeOf(found, pixel) });
    return true;
  }

  readonly close = (): void => {
    clearTimeout(this.#timer);
    this.#restsAt = [];
    this.#look += 1;
    this.#around.cancelFind();
    this.#store.set(null);
  };

  dispose(): void {
    this.close();
    const { map, viewport } = this.#around;
    map.un('pointermove', this.#follow);
    map.un('movestart', this.close);
    viewport.removeEventListener('pointerdown', this.close);
    viewport.removeEventListener('pointerleave', this.#leave);
    document.removeEventListener('keydown', this.#key);
  }

  readonly #follow = ({ pixel, dragging, originalEvent }: MapBrowserEvent): void => {
    if (originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch') return;
    const shown = this.#store.get();
    if (dragging || (shown !== null && !this.#isOn(shown, pixel))) this.close();
    if (dragging || this.#store.get() !== null || !this.#around.isWelcome()) return;
    if (this.#restsAt.length > 0 && distancePx(pixel, this.#restsAt) <= STILL_PX) return;
    this.close();
    this.#restsAt = pixel;
    this.#timer = setTimeout(() => void this.showAt(pixel), HOVER_DELAY_MS);
  };

  /** POP-06; a finger leaves when it is lifted, and that is no leaving. */
  readonly #leave = ({ pointerType, relatedTarget }: PointerEvent): void => {
    if (pointerType === 'touch') return;
    if (relatedTarget instanceof Element && relatedTarget.closest(`[${popupMark}]`)) return;
    this.close();
  };

  readonly #key = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') this.close();
  };

  #isOn(shown: HoveredObject, pixel: number[]): boolean {
    return distancePx(pixel, shown.anchor) <= shown.gapPx + BRIDGE_PX || this.#around.isDrawnAt(pixel, shown);
  }

  /** A point is named where it stands, anything larger where it is pointed at. */
  #placeOf({ wkt }: FoundObject, [x = 0, y = 0]: readonly number[]): Pick<HoveredObject, 'anchor' | 'gapPx'> {
    const geometry = readGeometry(wkt);
    const [px, py] = geometry instanceof Point ? this.#pixelOf(geometry) : [];
    return px === undefined || py === undefined
      ? { anchor: [x, y], gapPx: gaps.other }
      : { anchor: [px, py], gapPx: gaps.point };
  }

  #pixelOf(point: Point): readonly number[] {
    // Nothing is drawn yet: there is no pixel.
    return this.#around.map.getPixelFromCoordinate(point.getCoordinates()) ?? [];
  }
}
