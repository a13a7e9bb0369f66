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
import { mapColors } from '../view/mapColors.ts';

const zIndex = 9_800;

export interface OwnPosition {
  readonly lonLat: readonly [number, number];
  /** Accuracy radius that the device reports, in metres. */
  readonly accuracyM: number;
}

/** The position of the device: a dot in a circle of its accuracy. */
export class OwnPositionLayer {
  readonly #source = new VectorSource();

  constructor(map: OlMap) {
    map.addLayer(new VectorLayer({ source: this.#source, zIndex }));
  }

  /** Returns the extent of the circle, in EPSG:3857. */
  show({ lonLat, accuracyM }: OwnPosition): Extent {
    const center = [...toMercator(lonLat)];
    // EPSG:3857 stretches lengths away from the equator.
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
