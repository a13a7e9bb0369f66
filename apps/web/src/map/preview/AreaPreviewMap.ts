import type { MapLayer } from '@pgis/contract';
import type { Ring } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import WKT from 'ol/format/WKT.js';
import type Geometry from 'ol/geom/Geometry.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import Polygon from 'ol/geom/Polygon.js';
import Draw from 'ol/interaction/Draw.js';
import Modify from 'ol/interaction/Modify.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { BaseLayers } from '../layers/base-layers/BaseLayers.ts';
import type { ColorScheme } from '../layers/base-layers/readSourceOptions.ts';
import { crossesItself } from '../tools/drawing/crossesItself.ts';
import { sketchStyle } from '../tools/drawing/sketchStyle.ts';
import { pauseDoubleClickZoom } from '../tools/pauseDoubleClickZoom.ts';
import { createOlMap } from '../view/createOlMap.ts';
import { mapColors } from '../view/mapColors.ts';
import { type MapView, OBJECT_MAX_ZOOM } from '../view/startView.ts';

/** A drawn polygon, in EPSG:3857. */
export interface DrawnArea {
  readonly wkt: string;
  /** The outline crosses itself, which the server refuses. */
  readonly isCrossing: boolean;
}

interface AreaPreviewOptions {
  readonly baseLayer: MapLayer | undefined;
  readonly scheme: ColorScheme;
  readonly view: MapView;
  readonly onDrawn: (area: DrawnArea) => void;
}

const Z_INDEX = 1_000;
const MARGIN_PX = 32;
/** Decimetres, so that an area of many corners still fits into a request. */
const DECIMALS = 1;
const MIN_CORNERS = 3;

const areaStyle = new Style({
  stroke: new Stroke({ color: mapColors.sketch, width: 2.5 }),
  fill: new Fill({ color: mapColors.sketchFill }),
});
const cornerStyle = new Style({
  image: new CircleStyle({
    radius: 6,
    fill: new Fill({ color: mapColors.casing }),
    stroke: new Stroke({ color: mapColors.sketch, width: 2.5 }),
  }),
  geometry: (feature) => new MultiPoint(ringOf(feature.getGeometry())),
});

const ringOf = (geometry: unknown): number[][] =>
  geometry instanceof Polygon ? (geometry.getCoordinates()[0] ?? []) : [];

/** A small map on which an area is shown, or drawn and changed by its corners, with the pointer or with keys. */
export class AreaPreviewMap {
  readonly #map: OlMap;
  readonly #target: HTMLElement;
  readonly #source = new VectorSource<Feature<Geometry>>();
  readonly #format = new WKT();
  readonly #draw: Draw;
  readonly #modify: Modify;
  readonly #observer: ResizeObserver;
  readonly #onDrawn: AreaPreviewOptions['onDrawn'];
  readonly #start: MapView;
  #sketch: Feature | null = null;
  #resumeZoom: (() => void) | undefined;
  #wkt: string | null = null;

  constructor(target: HTMLElement, { baseLayer, scheme, view, onDrawn }: AreaPreviewOptions) {
    this.#target = target;
    this.#onDrawn = onDrawn;
    this.#start = view;
    this.#map = createOlMap(view);
    this.#map.setTarget(target);
    const ground = new BaseLayers(this.#map);
    ground.setScheme(scheme);
    ground.show(baseLayer === undefined ? [] : [baseLayer]);
    this.#map.addLayer(new VectorLayer({ source: this.#source, zIndex: Z_INDEX }));
    this.#draw = new Draw({
      type: 'Polygon',
      style: [...sketchStyle],
      stopClick: true,
      freehandCondition: () => false,
      finishCondition: () => !crossesItself(outlineOf(this.#sketch)),
    });
    this.#draw.on('drawstart', ({ feature }) => {
      this.#sketch = feature;
    });
    this.#draw.on('drawabort', () => {
      this.#sketch = null;
    });
    this.#draw.on('drawend', ({ feature }) => this.#finish(feature));
    this.#modify = new Modify({ source: this.#source, style: cornerStyle });
    this.#modify.on('modifyend', () => this.#report());
    this.#map.addInteraction(this.#modify);
    this.#map.addInteraction(this.#draw);
    this.#setMode('shown');
    target.addEventListener('keydown', this.#onKey);
    this.#observer = new ResizeObserver(() => this.#map.updateSize());
    this.#observer.observe(target);
  }

  /** Shows an area that cannot be changed; null: none. */
  show(wkt: string | null): void {
    this.#wkt = wkt;
    this.#setMode('shown');
    this.#place(wkt, [areaStyle]);
  }

  /** Shows an area whose corners can be dragged; null: the next clicks draw one. */
  edit(wkt: string | null): void {
    // The map already shows the area that it has just reported.
    if (wkt !== null && wkt === this.#wkt) return;
    this.#wkt = wkt;
    // The area shown before may be much smaller than the next one.
    if (wkt === null && !this.#modify.getActive()) this.#showStart();
    this.#setMode(wkt === null ? 'drawing' : 'editing');
    this.#place(wkt, [areaStyle, cornerStyle]);
  }

  dispose(): void {
    this.#setMode('shown');
    this.#target.removeEventListener('keydown', this.#onKey);
    this.#observer.disconnect();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }

  #setMode(mode: 'shown' | 'drawing' | 'editing'): void {
    this.#draw.setActive(mode === 'drawing');
    this.#modify.setActive(mode === 'editing');
    this.#resumeZoom?.();
    this.#resumeZoom = mode === 'drawing' ? pauseDoubleClickZoom(this.#map) : undefined;
    this.#target.style.cursor = mode === 'drawing' ? 'crosshair' : '';
  }

  #showStart(): void {
    const view = this.#map.getView();
    view.setCenter([...this.#start.center]);
    view.setZoom(this.#start.zoom);
  }

  #place(wkt: string | null, style: Style[]): void {
    this.#source.clear();
    if (wkt === null) return;
    const geometry = this.#format.readGeometry(wkt);
    const feature = new Feature<Geometry>(geometry);
    feature.setStyle(style);
    this.#source.addFeature(feature);
    const padding = [MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX];
    this.#map.getView().fit(geometry.getExtent(), { padding, maxZoom: OBJECT_MAX_ZOOM });
  }

  #finish(feature: Feature): void {
    this.#sketch = null;
    feature.setStyle([areaStyle, cornerStyle]);
    this.#source.clear();
    this.#source.addFeature(feature);
    this.#setMode('editing');
    this.#report();
  }

  #report(): void {
    const geometry = this.#source.getFeatures()[0]?.getGeometry();
    if (geometry === undefined) return;
    this.#wkt = this.#format.writeGeometry(geometry, { decimals: DECIMALS });
    this.#onDrawn({ wkt: this.#wkt, isCrossing: crossesItself(ringOf(geometry) as unknown as Ring) });
  }

  /** Enter sets a corner in the middle of the map, which the arrow keys move. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.#draw.getActive() || event.target !== this.#target) return;
    const ring = outlineOf(this.#sketch);
    const isEnd = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isEnd) {
      if (ring.length > MIN_CORNERS && !crossesItself(ring)) this.#draw.finishDrawing();
    } else if (event.key === 'Enter') this.#draw.appendCoordinates([this.#map.getView().getCenter() ?? []]);
    else if (event.key !== 'Backspace') return;
    else if (ring.length > 2) this.#draw.removeLastPoint();
    else this.#draw.abortDrawing();
    event.preventDefault();
  };
}

/** The set corners of an unfinished polygon, closed; the point under the pointer is the last but one. */
function outlineOf(sketch: Feature | null): Ring {
  const ring = ringOf(sketch?.getGeometry());
  return [...ring.slice(0, -2), ...ring.slice(0, 1)] as unknown as Ring;
}
