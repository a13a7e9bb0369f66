import type { Difference, DifferenceKind } from '@pgis/contract';
import { getCenter } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { BaseLayers } from '../layers/base-layers/BaseLayers.ts';
import { createOlMap } from '../view/createOlMap.ts';
import { mapColors } from '../view/mapColors.ts';
import { OBJECT_MAX_ZOOM } from '../view/startView.ts';
import type { SamplePreviewOptions } from './SamplePreviewMap.ts';

type Drawn = Pick<Difference, 'kind' | 'oldShape' | 'newShape'> & { readonly mark: string };

const MARGIN_PX = 32;
const Z_INDEX = 1_000;

/** Outline, fill and dashes of a kind; the mark says the same without colours. */
const looks: Readonly<Record<DifferenceKind, readonly [string, string, number[]?]>> = {
  added: ['#1a7f37', 'rgba(26, 127, 55, 0.3)'],
  changed: ['#b45309', 'rgba(180, 83, 9, 0.3)'],
  conflict: ['#b45309', 'rgba(180, 83, 9, 0.5)'],
  missing: ['#b42318', 'rgba(180, 35, 24, 0.15)', [6, 4]],
  unchanged: ['#6b7280', 'rgba(107, 114, 128, 0.1)'],
  ambiguous: ['#6b7280', 'rgba(107, 114, 128, 0.3)', [2, 4]],
};

function toStyle(kind: DifferenceKind): Style {
  const [color, inside, lineDash] = looks[kind];
  const stroke = new Stroke({ color, width: 2, ...(lineDash && { lineDash }) });
  const fill = new Fill({ color: inside });
  return new Style({ stroke, fill, image: new CircleStyle({ radius: 6, stroke, fill }) });
}

function toMarkStyle(kind: DifferenceKind, mark: string): Style {
  const [color] = looks[kind];
  return new Style({
    image: new CircleStyle({
      radius: 8,
      fill: new Fill({ color }),
      stroke: new Stroke({ color: mapColors.casing, width: 1.5 }),
    }),
    text: new Text({ text: mark, font: '700 13px sans-serif', fill: new Fill({ color: mapColors.casing }) }),
  });
}

/** Black on white, so that it is seen on a dark map as well. */
function toFocusStyles(lineDash?: number[]): Style[] {
  const casing = new Stroke({ color: mapColors.casing, width: 5 });
  const line = new Stroke({ color: '#000000', width: 3, ...(lineDash && { lineDash }) });
  return [casing, line].map((stroke) => new Style({ stroke, image: new CircleStyle({ radius: 8, stroke }) }));
}
const focusStyles = toFocusStyles();
const oldStyles = toFocusStyles([5, 4]);

/** A small map with the differences between a file and a layer. */
export class DifferencePreviewMap {
  readonly #map: OlMap;
  readonly #source = new VectorSource();
  readonly #focus = new VectorSource();
  readonly #observer: ResizeObserver;
  readonly #format = new GeoJSON();
  #isFitted = false;

  constructor(target: HTMLElement, { baseLayer, scheme }: SamplePreviewOptions) {
    this.#map = createOlMap({ center: [0, 0], zoom: 2 });
    this.#map.setTarget(target);
    const ground = new BaseLayers(this.#map);
    ground.setScheme(scheme);
    ground.show(baseLayer === undefined ? [] : [baseLayer]);
    this.#map.addLayer(new VectorLayer({ source: this.#source, zIndex: Z_INDEX, declutter: false }));
    this.#map.addLayer(new VectorLayer({ source: this.#focus, zIndex: Z_INDEX + 1 }));
    this.#observer = new ResizeObserver(() => this.#map.updateSize());
    this.#observer.observe(target);
  }

  /** Draws the differences; the first ones decide what the map shows. */
  show(items: readonly Drawn[]): void {
    this.#source.clear(true);
    for (const { kind, oldShape, newShape, mark } of items) {
      const feature = this.#toFeature(newShape ?? oldShape, toStyle(kind));
      if (feature === undefined) continue;
      const center = new Feature(new Point(getCenter(feature.getGeometry()?.getExtent() ?? [0, 0, 0, 0])));
      center.setStyle(toMarkStyle(kind, mark));
      this.#source.addFeatures(kind === 'unchanged' ? [feature] : [feature, center]);
    }
    if (this.#isFitted || items.length === 0) return;
    this.#isFitted = true;
    this.#fit(this.#source);
  }

  /** Marks one difference with a black line, and its old shape with a dashed one. */
  focus(item: Pick<Difference, 'oldShape' | 'newShape'> | null): void {
    this.#focus.clear(true);
    if (item === null) return;
    const features = [
      this.#toFeature(item.oldShape, item.newShape === null ? focusStyles : oldStyles),
      this.#toFeature(item.newShape, focusStyles),
    ].filter((feature) => feature !== undefined);
    this.#focus.addFeatures(features);
    this.#fit(this.#focus);
  }

  #toFeature(shape: unknown, style: Style | Style[]): Feature | undefined {
    if (shape === null || shape === undefined) return undefined;
    const feature = new Feature(this.#format.readGeometry(shape) ?? undefined);
    feature.setStyle(style);
    return feature;
  }

  #fit(source: VectorSource): void {
    const extent = source.getExtent();
    if (!extent?.every(Number.isFinite)) return;
    const padding = [MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX];
    this.#map.getView().fit(extent, { padding, maxZoom: OBJECT_MAX_ZOOM });
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#map.setTarget(undefined);
    this.#map.dispose();
  }
}
