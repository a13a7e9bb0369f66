import { type Geometry, listPaths, type Position } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { mapColors } from '../mapColors.ts';
import { readGeometry } from '../objects/readGeometry.ts';
import { sketchStyle } from '../tools/sketchStyle.ts';
import { toOlGeometry } from './toOlGeometry.ts';

const zIndex = 9_600;
/** More would hide the shape they belong to; they can be dragged all the same. */
const MAX_HANDLES = 1_500;

/** Draws a shape under work: outline, its vertices in view, the one under the pointer and the chosen one. */
export class ShapeLayer {
  readonly #map: OlMap;
  readonly #outline = new Feature();
  readonly #handles = new Feature();
  readonly #hovered = new Feature();
  readonly #chosen = new Feature();
  readonly #other = new Feature();
  readonly #layer: VectorLayer;

  constructor(map: OlMap) {
    this.#map = map;
    this.#outline.setStyle([...sketchStyle]);
    this.#handles.setStyle(handleStyle);
    this.#hovered.setStyle(hoveredStyle);
    this.#chosen.setStyle(chosenStyle);
    this.#other.setStyle(otherStyle);
    const features = [this.#other, this.#outline, this.#handles, this.#hovered, this.#chosen];
    this.#layer = new VectorLayer({ source: new VectorSource({ features, useSpatialIndex: false }), zIndex });
    map.addLayer(this.#layer);
  }

  show(geometry: Geometry): void {
    this.#outline.setGeometry(toOlGeometry(geometry));
    this.showHandles(geometry);
  }

  /** Again after each move of the map. */
  showHandles(geometry: Geometry): void {
    const size = this.#map.getSize();
    if (!size || geometry.type === 'Point') return;
    const [minX = 0, minY = 0, maxX = 0, maxY = 0] = this.#map.getView().calculateExtent(size);
    const inView = listPaths(geometry)
      .flat()
      .filter(([x, y]) => x >= minX && x <= maxX && y >= minY && y <= maxY);
    this.#handles.setGeometry(
      inView.length > MAX_HANDLES ? undefined : new MultiPoint(inView.map((position) => [...position])),
    );
  }

  hover(position: Position | null): void {
    this.#hovered.setGeometry(position ? new Point([...position]) : undefined);
  }

  choose(position: Position | null): void {
    this.#chosen.setGeometry(position ? new Point([...position]) : undefined);
  }

  /** The shape somebody else has saved meanwhile. */
  showOther(wkt: string | null): void {
    this.#other.setGeometry(wkt === null ? undefined : (readGeometry(wkt) ?? undefined));
  }

  dispose(): void {
    this.#map.removeLayer(this.#layer);
    this.#layer.dispose();
  }
}

const circle = (radius: number, fill: string, stroke: string, width: number) =>
  new Style({
    image: new CircleStyle({
      radius,
      fill: new Fill({ color: fill }),
      stroke: new Stroke({ color: stroke, width }),
    }),
  });
const handleStyle = circle(5, mapColors.casing, mapColors.sketch, 2);
const hoveredStyle = circle(7, mapColors.sketchFill, mapColors.sketch, 2);
const chosenStyle = circle(8, mapColors.sketch, mapColors.casing, 2);
const otherStyle = [
  new Style({ stroke: new Stroke({ color: mapColors.casing, width: 5 }) }),
  new Style({
    stroke: new Stroke({ color: mapColors.other, width: 3, lineDash: [8, 6] }),
    image: new CircleStyle({ radius: 7, fill: new Fill({ color: mapColors.other }) }),
  }),
];
