import type { MapLayer } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { getCenter } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import { fromExtent } from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { BaseLayers } from '../layers/base-layers/BaseLayers.ts';
import type { ColorScheme } from '../layers/base-layers/readSourceOptions.ts';
import { createOlMap } from '../view/createOlMap.ts';
import { mapColors } from '../view/mapColors.ts';
import { OBJECT_MAX_ZOOM } from '../view/startView.ts';

/** Shapes of a file that are not saved yet, and the area in which they are expected; all in EPSG:3857. */
export interface Sample {
  /** GeoJSON geometries. */
  readonly shapes: readonly unknown[];
  readonly extent: Extent | null;
  /** Null shows the shapes alone. */
  readonly mapArea: Extent | null;
  /** True when the shapes lie away from the area: the map then shows both. */
  readonly isFar: boolean;
  /** Text beside the line between both, such as a distance. */
  readonly distance?: string | undefined;
}

export interface SamplePreviewOptions {
  readonly baseLayer: MapLayer | undefined;
  readonly scheme: ColorScheme;
}

const MARGIN_PX = 24;
const Z_INDEX = 1_000;

const stroke = new Stroke({ color: mapColors.sketch, width: 1.5 });
const fill = new Fill({ color: mapColors.sketchFill });
const shapeStyle = new Style({ stroke, fill, image: new CircleStyle({ radius: 4, stroke, fill }) });
const alarm = '#b42318';
const farStyle = new Style({
  stroke: new Stroke({ color: alarm, width: 2 }),
  fill: new Fill({ color: 'rgba(180, 35, 24, 0.25)' }),
  image: new CircleStyle({
    radius: 5,
    stroke: new Stroke({ color: alarm, width: 2 }),
    fill: new Fill({ color: mapColors.casing }),
  }),
});
const toLineStyle = (text: string) =>
  new Style({
    stroke: new Stroke({ color: alarm, width: 2, lineDash: [6, 6] }),
    text: new Text({
      text,
      font: '600 13px sans-serif',
      fill: new Fill({ color: alarm }),
      stroke: new Stroke({ color: mapColors.casing, width: 4 }),
      overflow: true,
    }),
  });
const areaStyle = new Style({ stroke: new Stroke({ color: mapColors.other, width: 2, lineDash: [6, 4] }) });

/** The line between the file and the area, and a mark of the file, whose shapes are too small to be seen from afar. */
function toFarMarks(extent: Extent, mapArea: Extent, distance = ''): Feature[] {
  const line = new Feature(new LineString([getCenter([...mapArea]), getCenter([...extent])]));
  line.setStyle(toLineStyle(distance));
  const mark = new Feature(new Point(getCenter([...extent])));
  mark.setStyle(farStyle);
  return [line, mark];
}

/** A small map with a sample of the shapes of a file. */
export class SamplePreviewMap {
  readonly #map: OlMap;
  readonly #source = new VectorSource();
  readonly #observer: ResizeObserver;
  readonly #format = new GeoJSON();

  constructor(target: HTMLElement, { baseLayer, scheme }: SamplePreviewOptions) {
    this.#map = createOlMap({ center: [0, 0], zoom: 2 });
    this.#map.setTarget(target);
    const ground = new BaseLayers(this.#map);
    ground.setScheme(scheme);
    ground.show(baseLayer === undefined ? [] : [baseLayer]);
    this.#map.addLayer(new VectorLayer({ source: this.#source, zIndex: Z_INDEX }));
    this.#observer = new ResizeObserver(() => this.#map.updateSize());
    this.#observer.observe(target);
  }

  show({ shapes, extent, mapArea, isFar, distance }: Sample): void {
    const features = shapes.map((shape) => {
      const feature = new Feature(this.#format.readGeometry(shape) ?? undefined);
      feature.setStyle(isFar ? farStyle : shapeStyle);
      return feature;
    });
    this.#source.clear(true);
    this.#source.addFeatures(features);
    if (mapArea !== null && (isFar || extent === null)) {
      const area = new Feature(fromExtent([...mapArea]));
      area.setStyle(areaStyle);
      this.#source.addFeature(area);
      if (extent !== null) this.#source.addFeatures(toFarMarks(extent, mapArea, distance));
    }
    const shown = this.#source.getExtent();
    if (!shown?.every(Number.isFinite)) return;
    const padding = [MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX];
    this.#map.getView().fit(shown, { padding, maxZoom: OBJECT_MAX_ZOOM });
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }
}
