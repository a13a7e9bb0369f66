import type { MapLayer } from '@pgis/contract';
import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { BaseLayers } from '../layers/base-layers/BaseLayers.ts';
import type { ColorScheme } from '../layers/base-layers/readSourceOptions.ts';
import { createOlMap } from '../view/createOlMap.ts';
import { OBJECT_MAX_ZOOM } from '../view/startView.ts';

/** A hexagon that stands on a corner, with its centre in EPSG:3857. */
export interface HotSpot {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  /** Address that a click opens. */
  readonly href: string;
}

export interface HotSpots {
  readonly spots: readonly HotSpot[];
  readonly widthM: number;
  /** Last counts of the first and of the second of three colours. */
  readonly classEnds: readonly [number, number];
}

export interface HotSpotOptions {
  readonly baseLayer: MapLayer | undefined;
  readonly scheme: ColorScheme;
}

const MARGIN_PX = 20;
/** Above the names of the map, which would hide the counts. */
const Z_INDEX = 10_000;
const ZOOM_MS = 150;
/** Narrower hexagons have no room for a number. */
const MIN_LABEL_PX = 15;

/** Equal to the legend of the report. */
const heat = [
  { fill: 'rgba(247, 205, 160, 0.78)', text: '#1a242c' },
  { fill: 'rgba(236, 139, 77, 0.85)', text: '#1a242c' },
  { fill: 'rgba(184, 58, 27, 0.9)', text: '#ffffff' },
] as const;
const stroke = new Stroke({ color: 'rgba(184, 58, 27, 0.7)', width: 0.9 });

function toHexagon({ x, y }: HotSpot, widthM: number): Polygon {
  const radius = widthM / Math.sqrt(3);
  const corners = [0, 1, 2, 3, 4, 5, 0].map((corner) => {
    const angle = Math.PI / 6 + (corner * Math.PI) / 3;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return new Polygon([corners]);
}

/** A small map with counts in hexagons, each of which is a link. */
export class HotSpotMap {
  readonly #map: OlMap;
  readonly #source = new VectorSource();
  readonly #observer: ResizeObserver;

  constructor(target: HTMLElement, { baseLayer, scheme }: HotSpotOptions) {
    this.#map = createOlMap({ center: [0, 0], zoom: 2 });
    this.#map.setTarget(target);
    const ground = new BaseLayers(this.#map);
    ground.setScheme(scheme);
    ground.show(baseLayer === undefined ? [] : [baseLayer]);
    this.#map.addLayer(new VectorLayer({ source: this.#source, zIndex: Z_INDEX, declutter: false }));
    this.#map.on('singleclick', ({ pixel }) => {
      const href = this.#hrefAt(pixel);
      if (href !== undefined) location.assign(href);
    });
    this.#map.on('pointermove', ({ pixel, dragging }) => {
      if (!dragging) target.style.cursor = this.#hrefAt(pixel) === undefined ? '' : 'pointer';
    });
    this.#observer = new ResizeObserver(() => this.#map.updateSize());
    this.#observer.observe(target);
  }

  #hrefAt(pixel: number[]): string | undefined {
    const href: unknown = this.#map.forEachFeatureAtPixel(pixel, (feature) => feature.get('href'));
    return typeof href === 'string' ? href : undefined;
  }

  show({ spots, widthM, classEnds: [low, middle] }: HotSpots): void {
    const features = spots.map((spot) => {
      const feature = new Feature({ geometry: toHexagon(spot, widthM), href: spot.href });
      const { fill, text } = heat[spot.count <= low ? 0 : spot.count <= middle ? 1 : 2];
      const shape = new Style({ fill: new Fill({ color: fill }), stroke });
      const label = new Style({
        text: new Text({
          text: String(spot.count),
          font: '700 11px sans-serif',
          fill: new Fill({ color: text }),
          overflow: true,
        }),
      });
      feature.setStyle((_, resolution) => (widthM / resolution < MIN_LABEL_PX ? shape : [shape, label]));
      return feature;
    });
    this.#source.clear(true);
    this.#source.addFeatures(features);
    const extent = this.#source.getExtent();
    if (!extent?.every(Number.isFinite)) return;
    const padding = [MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX];
    this.#map.updateSize();
    this.#map.getView().fit(extent, { padding, maxZoom: OBJECT_MAX_ZOOM });
  }

  zoomBy(levels: number): void {
    const view = this.#map.getView();
    view.animate({ zoom: (view.getZoom() ?? 0) + levels, duration: ZOOM_MS });
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }
}
