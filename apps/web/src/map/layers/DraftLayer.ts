import type Feature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import { sketchStyle } from '../tools/drawing/sketchStyle.ts';

const zIndex = 9_500;

/** Holds the drawn shape while the user describes it. */
export class DraftLayer {
  readonly #source = new VectorSource();

  constructor(map: OlMap) {
    map.addLayer(new VectorLayer({ source: this.#source, style: [...sketchStyle], zIndex }));
  }

  show(shape: Feature): void {
    this.#source.clear(true);
    this.#source.addFeature(shape);
  }

  /** TOOL-13, TOOL-14. */
  clear(): void {
    this.#source.clear(true);
  }
}
