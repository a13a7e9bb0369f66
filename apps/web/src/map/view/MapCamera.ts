import {
  type Extent,
  extentCenter,
  extentsIntersect,
  MAX_ZOOM,
  toExtent,
  toLonLat,
  toMercator,
  zoomFromResolution,
} from '@pgis/geo';
import type OlMap from 'ol/Map.js';
import { createStore, type ReadonlyStore } from '../../store/Store.ts';
import type { MapView } from './startView.ts';
import { ViewHistory } from './ViewHistory.ts';

/** The view of the map after each move. */
export interface ViewState extends MapView {
  /** Visible extent in EPSG:3857. */
  readonly extent: Extent;
  /** Metres of EPSG:3857 per pixel. */
  readonly resolution: number;
  readonly centerLonLat: readonly [number, number];
}

interface FitOptions {
  readonly maxZoom?: number;
  readonly animate?: boolean;
}

const FIT_PADDING_PX = 48;
const MOVE_MS = 250;
const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const isEmpty = (size: readonly number[] | undefined): boolean => !size || size.some((side) => side === 0);

/** Moves the view of the map, and reports the view after each move. */
export class MapCamera {
  readonly #map: OlMap;
  readonly #view = createStore<ViewState | null>(null);
  readonly #history = new ViewHistory();
  /** Size of the map at its last load. */
  #loadedSize = '';

  constructor(map: OlMap, onArrived: (view: ViewState) => void) {
    this.#map = map;
    map.on('moveend', () => this.#arrive(onArrived));
  }

  get view(): ReadonlyStore<ViewState | null> {
    return this.#view;
  }

  get canGoBack(): ReadonlyStore<boolean> {
    return this.#history.canGoBack;
  }

  /** Metres of EPSG:3857 per pixel; 0 before there is a view. */
  get resolution(): number {
    return this.#map.getView().getResolution() ?? 0;
  }

  /** VIEW-03. */
  goToPreviousView(): void {
    const view = this.#history.goBack();
    if (view === undefined) return;
    const { center, zoom } = view;
    this.#map.getView().animate({ center: [...center], zoom, duration: this.#duration() });
  }

  zoomBy(levels: number): void {
    const view = this.#map.getView();
    view.animate({ zoom: (view.getZoom() ?? 0) + levels, duration: this.#duration() });
  }

  centerOn(centerLonLat: readonly [number, number], zoom: number): void {
    const center = toMercator(centerLonLat);
    this.#map.getView().animate({ center, zoom, duration: this.#duration() });
  }

  /** Centres the map without a change of zoom. */
  panTo(centerLonLat: readonly [number, number]): void {
    const view = this.#map.getView();
    // A kinetic pan in progress would override the new centre.
    view.cancelAnimations();
    view.animate({ center: [...toMercator(centerLonLat)], duration: this.#duration() });
  }

  /** VIEW-04: not nearer than zoom 28, or than `maxZoom`. */
  fit(extent: Extent, { maxZoom = MAX_ZOOM, animate = true }: FitOptions = {}): void {
    this.#map.getView().fit(extent, {
      maxZoom: Math.min(maxZoom, MAX_ZOOM),
      padding: Array(4).fill(FIT_PADDING_PX),
      duration: animate ? this.#duration() : 0,
    });
  }

  /**
   * LAY-15: updates the map after its element has changed size. Opening a panel beside the map must not push the
   * selected object out of view. True if objects were loaded for another size.
   */
  followLayout(selected: Extent | null): boolean {
    const wasInView = this.#sees(selected);
    this.#map.updateSize();
    const size = this.#map.getSize()?.join();
    if (size === undefined || size === this.#loadedSize) return false;
    this.#loadedSize = size;
    if (selected !== null && wasInView && !this.#sees(selected))
      this.#map.getView().animate({ center: extentCenter(selected), duration: this.#duration() });
    return true;
  }

  #sees(extent: Extent | null): boolean {
    const size = this.#map.getSize();
    if (extent === null || isEmpty(size)) return false;
    return extentsIntersect(extent, toExtent(this.#map.getView().calculateExtent(size)));
  }

  #duration(): number {
    return prefersStill() ? 0 : MOVE_MS;
  }

  #arrive(onArrived: (view: ViewState) => void): void {
    const view = this.#map.getView();
    const [center, resolution, size] = [view.getCenter(), view.getResolution(), this.#map.getSize()];
    if (!center || resolution === undefined || !size || isEmpty(size)) return;
    this.#loadedSize ||= size.join();
    const zoom = zoomFromResolution(resolution);
    const extent = toExtent(view.calculateExtent(size));
    const [x = 0, y = 0] = center;
    const state = { center: [x, y], centerLonLat: toLonLat([x, y]), zoom, resolution, extent } as const;
    this.#view.set(state);
    this.#history.remember({ center: [x, y], zoom });
    onArrived(state);
  }
}
