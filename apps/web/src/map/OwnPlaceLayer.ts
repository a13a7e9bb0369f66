import { type Extent, toExtent, toMercator } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import Circle from 'ol/geom/Circle.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { mapColors } from './mapColors.ts';

const zIndex = 9_800;

export interface OwnPlace {
  readonly lonLat: readonly [number, number];
  /** Radius within which the device believes to be. */
  readonly accuracyM: number;
}

/** Where the device is: a dot in a circle of its accuracy. */
export class OwnPlaceLayer {
  readonly #source = new VectorSource();

  constructor(map: OlMap) {
    map.addLayer(new VectorLayer({ source: this.#source, zIndex }));
  }

  /** Returns what it covers, in EPSG:3857. */
  show({ lonLat, accuracyM }: OwnPlace): Extent {
    const center = [...toMercator(lonLat)];
    // EPSG:3857 stretches away from the equator.
    const circle = new Circle(center, accuracyM / Math.cos((lonLat[1] * Math.PI) / 180));
    const around = new Feature(circle);
    around.setStyle(aroundStyle);
    const dot = new Feature(new Point(center));
    dot.setStyle(dotStyle);
    this.#source.clear(true);
    this.#source.addFeatures([around, dot]);
    return toExtent(circle.getExtent());
  }

  clear(): void {
    this.#source.clear();
  }
}

const aroundStyle = new Style({
  fill: new Fill({ color: mapColors.sketchFill }),
  stroke: new Stroke({ color: mapColors.sketch, width: 1 }),
});
const dotStyle = new Style({
  image: new CircleStyle({
    radius: 8,
    fill: new Fill({ color: mapColors.sketch }),
    stroke: new Stroke({ color: mapColors.casing, width: 3 }),
  }),
});
