import type { Language } from '@pgis/contract';
import { type Geometry, geometrySizeText } from '@pgis/geo';
import type Feature from 'ol/Feature.js';
import type OlGeometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import type { ReadonlyStore } from '../../../store/Store.ts';
import { sketchStyle } from '../drawing/sketchStyle.ts';
import { MeasureLabel } from './MeasureLabel.ts';

const zIndex = 9_600;

type Measurable = LineString | Polygon;
const isMeasurable = (shape: OlGeometry | null | undefined): shape is Measurable =>
  shape instanceof LineString || shape instanceof Polygon;

/** Converts an ol geometry to ours. */
const toGeometry = (shape: Measurable) =>
  ({ type: shape.getType(), coordinates: shape.getCoordinates() }) as unknown as Geometry;

/** Position of the pointer while drawing; an unfinished ring has its closing position after it. */
function pointerOf(shape: Measurable): readonly number[] {
  if (shape instanceof LineString) return shape.getLastCoordinate();
  return shape.getCoordinates()[0]?.at(-2) ?? [];
}

/** True if the geometry has a size: two points for a length, three for an area. */
function isEnough(shape: Measurable): boolean {
  if (shape instanceof LineString) return shape.getCoordinates().length > 1;
  return (shape.getCoordinates()[0]?.length ?? 0) > 3;
}

interface Finished {
  readonly shape: Measurable;
  readonly label: MeasureLabel;
}

/** The measurements since the tool was entered, and the one in progress, each with its label. */
export class Measurements {
  readonly #map: OlMap;
  readonly #language: ReadonlyStore<Language>;
  readonly #layer = new VectorLayer({ source: new VectorSource(), style: [...sketchStyle], zIndex });
  readonly #live: MeasureLabel;
  readonly #finished: Finished[] = [];
  readonly #stopLanguage: () => void;

  constructor(map: OlMap, language: ReadonlyStore<Language>) {
    this.#map = map;
    this.#language = language;
    this.#live = new MeasureLabel(map, { stands: 'pointer' });
    map.addLayer(this.#layer);
    this.#stopLanguage = language.subscribe(() => {
      for (const one of this.#finished) this.#label(one);
    });
  }

  /** Updates the unfinished measurement; null removes it. */
  showLive(shape: OlGeometry | null): void {
    if (isMeasurable(shape) && isEnough(shape)) this.#live.show(this.#textOf(shape), pointerOf(shape));
    else this.#live.show('', []);
  }

  add(feature: Feature): void {
    const shape = feature.getGeometry();
    if (!isMeasurable(shape)) return;
    this.#layer.getSource()?.addFeature(feature);
    const stands = shape instanceof LineString ? 'above' : 'inside';
    const one = { shape, label: new MeasureLabel(this.#map, { stands }) };
    this.#finished.push(one);
    this.#label(one);
  }

  dispose(): void {
    this.#stopLanguage();
    for (const { label } of this.#finished) label.dispose();
    this.#live.dispose();
    this.#map.removeLayer(this.#layer);
  }

  #label({ shape, label }: Finished): void {
    const at = shape instanceof LineString ? shape.getLastCoordinate() : shape.getInteriorPoint();
    label.show(this.#textOf(shape), Array.isArray(at) ? at : at.getCoordinates());
  }

  #textOf = (shape: Measurable): string => geometrySizeText(toGeometry(shape), this.#language.get());
}
