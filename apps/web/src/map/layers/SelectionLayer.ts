import { selectedStyle } from '@pgis/cartography/ol';
import { type Extent, toExtent } from '@pgis/geo';
import Feature from 'ol/Feature.js';
import WKT from 'ol/format/WKT.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import { readGeometry } from './objects/readGeometry.ts';

const zIndex = 9_000;

/** Draws the selected object above everything else (SEL-02). */
export class SelectionLayer {
  readonly #map: OlMap;
  readonly #source = new VectorSource();
  readonly #layer: VectorLayer;

  constructor(map: OlMap) {
    this.#map = map;
    this.#layer = new VectorLayer({
      source: this.#source,
      style: selectedStyle(),
      zIndex,
      renderBuffer: 1000,
    });
    map.addLayer(this.#layer);
  }

  /** WKT of the highlight if it is drawn at a pixel of the map; undefined otherwise. */
  findWktAt(pixel: number[]): string | undefined {
    const [feature] = this.#source.getFeatures();
    const geometry = feature?.getGeometry();
    const isHit = this.#map.hasFeatureAtPixel(pixel, { layerFilter: (layer) => layer === this.#layer });
    return isHit && geometry ? new WKT().writeGeometry(geometry) : undefined;
  }

  /** Hides the highlight while the object's shape is edited. */
  setVisible(isVisible: boolean): void {
    this.#layer.setVisible(isVisible);
  }

  /** `wkt` in EPSG:3857: at first the drawn geometry, later the object's own with every vertex. */
  show(wkt: string): void {
    const geometry = readGeometry(wkt);
    this.#source.clear(true);
    if (geometry) this.#source.addFeature(new Feature(geometry));
  }

  extent(): Extent | null {
    const extent = this.#source.isEmpty() ? null : this.#source.getExtent();
    return extent && toExtent(extent);
  }

  clear(): void {
    this.#source.clear(true);
  }
}
