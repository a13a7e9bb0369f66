import type { Extent } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import type OlGeometry from 'ol/geom/Geometry.js';
import Point from 'ol/geom/Point.js';
import { fromExtent } from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { mapColors } from '../view/mapColors.ts';
import { readGeometry } from './objects/readGeometry.ts';

/** zIndex below the selected object and above everything else. */
const zIndex = 8_900;
const ringZIndex = 8_800;
/** Around a symbol of usual size. */
const RING_RADIUS_PX = 15;

/** Overdue cases, whose symbols get a ring. */
export interface Rings {
  /** Positions in EPSG:3857. */
  readonly rings: readonly { readonly x: number; readonly y: number }[];
}

/** Objects selected in the table of a layer, and the drawn area that filters it. */
export interface Marks {
  readonly layerId: number;
  /** `extent3857` is used if the map does not draw the object itself, for instance in a layer displayed as an image. */
  readonly objects: readonly { readonly id: number; readonly extent3857?: Extent }[];
  /** WKT in EPSG:3857. */
  readonly area: string | null;
}

/** Finds the geometry as the map draws it; undefined for objects that are not drawn. */
type FindWkt = (key: { readonly layerId: number; readonly id: number }) => string | undefined;

/** Marks many objects at once, in the shape in which the map draws them. */
export class MarkLayer {
  readonly #source = new VectorSource();
  readonly #rings = new VectorSource();
  readonly #findWkt: FindWkt;

  constructor(map: OlMap, findWkt: FindWkt) {
    this.#findWkt = findWkt;
    map.addLayer(new VectorLayer({ source: this.#rings, zIndex: ringZIndex, style: [...ringStyle] }));
    map.addLayer(new VectorLayer({ source: this.#source, zIndex }));
  }

  /** Rings stay when other marks come and go. */
  show(marks: Marks | Rings): void {
    if ('rings' in marks) this.#showRings(marks);
    else this.#showObjects(marks);
  }

  #showRings({ rings }: Rings): void {
    this.#rings.clear(true);
    this.#rings.addFeatures(rings.map(({ x, y }) => new Feature(new Point([x, y]))));
  }

  #showObjects({ layerId, objects, area }: Marks): void {
    const marked = objects.flatMap(({ id, extent3857 }) => {
      const geometry = read(this.#findWkt({ layerId, id })) ?? toGeometry(extent3857);
      return geometry ? [withStyle(geometry, markStyle)] : [];
    });
    const drawn = read(area ?? undefined);
    this.#source.clear(true);
    this.#source.addFeatures(drawn ? [withStyle(drawn, areaStyle), ...marked] : marked);
  }

  clear(): void {
    this.#source.clear(true);
  }
}

const read = (wkt: string | undefined): OlGeometry | undefined =>
  wkt === undefined ? undefined : (readGeometry(wkt) ?? undefined);

function toGeometry(extent: Extent | undefined): OlGeometry | undefined {
  if (extent === undefined) return undefined;
  const [minX, minY, maxX, maxY] = extent;
  return minX === maxX && minY === maxY ? new Point([minX, minY]) : fromExtent([...extent]);
}

function withStyle(geometry: OlGeometry, styles: readonly Style[]): Feature {
  const feature = new Feature(geometry);
  feature.setStyle([...styles]);
  return feature;
}

const dot = new CircleStyle({
  radius: 10,
  stroke: new Stroke({ color: mapColors.sketch, width: 3 }),
  fill: new Fill({ color: mapColors.sketchFill }),
});
const markStyle = [
  new Style({ stroke: new Stroke({ color: mapColors.casing, width: 7 }) }),
  new Style({
    image: dot,
    stroke: new Stroke({ color: mapColors.sketch, width: 4 }),
    fill: new Fill({ color: mapColors.sketchFill }),
  }),
];
const ring = (color: string, width: number) =>
  new Style({ image: new CircleStyle({ radius: RING_RADIUS_PX, stroke: new Stroke({ color, width }) }) });
const ringStyle = [ring(mapColors.casing, 5), ring(mapColors.overdue, 2.5)];
const areaStyle = [
  new Style({ stroke: new Stroke({ color: mapColors.casing, width: 5 }) }),
  new Style({ stroke: new Stroke({ color: mapColors.other, width: 2, lineDash: [8, 6] }) }),
];
