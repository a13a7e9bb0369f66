import type { MapLayer } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import { fromExtent } from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
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
  readonly mapArea: Extent;
  /** True when the shapes lie away from the area: the map then shows both. */
  readonly isFar: boolean;
}

interface SamplePreviewOptions {
  readonly baseLayer: MapLayer | undefined;
  readonly scheme: ColorScheme;
}

const MARGIN_PX = 24;
const Z_INDEX = 1_000;

const stroke = new Stroke({ color: mapColors.sketch, width: 1.5 });
const fill = new Fill({ color: mapColors.sketchFill });
const shapeStyle = new Style({ stroke, fill, image: new CircleStyle({ radius: 4, stroke, fill }) });
const areaStyle = new Style({ stroke: new Stroke({ color: mapColors.other, width: 2, lineDash: [6, 4] }) });

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

  show({ shapes, extent, mapArea, isFar }: Sample): void {
    const features = shapes.map((shape) => {
      const feature = new Feature(this.#format.readGeometry(shape) ?? undefined);
      feature.setStyle(shapeStyle);
      return feature;
    });
    const area = new Feature(fromExtent([...mapArea]));
    area.setStyle(areaStyle);
    this.#source.clear(true);
    this.#source.addFeatures(isFar || extent === null ? [...features, area] : features);
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
