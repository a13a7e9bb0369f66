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
import { readGeometry } from '../../layers/objects/readGeometry.ts';
import { sketchStyle } from '../../tools/drawing/sketchStyle.ts';
import { mapColors } from '../../view/mapColors.ts';
import { toOlGeometry } from './toOlGeometry.ts';

const zIndex = 9_600;
/**
 * Maximum number of visible vertex handles; more would hide the shape. Vertices without a handle can still be
 * dragged.
 */
const MAX_HANDLES = 1_500;

/** Draws the edited shape: outline, vertices in view, the hovered vertex and the selected one. */
export class ShapeLayer {
  readonly #map: OlMap;
  readonly #outline = new Feature();
  readonly #handles = new Feature();
  readonly #hovered = new Feature();
  readonly #selected = new Feature();
  readonly #other = new Feature();
  readonly #layer: VectorLayer;

  constructor(map: OlMap) {
    this.#map = map;
    this.#outline.setStyle([...sketchStyle]);
    this.#handles.setStyle(handleStyle);
    this.#hovered.setStyle(hoveredStyle);
    this.#selected.setStyle(selectedStyle);
    this.#other.setStyle(otherStyle);
    const features = [this.#other, this.#outline, this.#handles, this.#hovered, this.#selected];
    this.#layer = new VectorLayer({ source: new VectorSource({ features, useSpatialIndex: false }), zIndex });
    map.addLayer(this.#layer);
  }

  show(geometry: Geometry): void {
    this.#outline.setGeometry(toOlGeometry(geometry));
    this.showHandles(geometry);
  }

  /** Called again after each move of the map. */
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

  select(position: Position | null): void {
    this.#selected.setGeometry(position ? new Point([...position]) : undefined);
  }

  /** Shows the shape that another user has saved meanwhile. */
  showOther(wkt: string | null): void {
    this.#other.setGeometry(wkt === null ? undefined : (readGeometry(wkt) ?? undefined));
  }

  dispose(): void {
    this.#map.removeLayer(this.#layer);
    this.#layer.dispose();
  }
}

const circle = (radius: number, { fill, stroke }: { readonly fill: string; readonly stroke: string }) =>
  new Style({
    image: new CircleStyle({
      radius,
      fill: new Fill({ color: fill }),
      stroke: new Stroke({ color: stroke, width: 2 }),
    }),
  });
const handleStyle = circle(5, { fill: mapColors.casing, stroke: mapColors.sketch });
const hoveredStyle = circle(7, { fill: mapColors.sketchFill, stroke: mapColors.sketch });
const selectedStyle = circle(8, { fill: mapColors.sketch, stroke: mapColors.casing });
const otherStyle = [
  new Style({ stroke: new Stroke({ color: mapColors.casing, width: 5 }) }),
  new Style({
    stroke: new Stroke({ color: mapColors.other, width: 3, lineDash: [8, 6] }),
    image: new CircleStyle({ radius: 7, fill: new Fill({ color: mapColors.other }) }),
  }),
];
