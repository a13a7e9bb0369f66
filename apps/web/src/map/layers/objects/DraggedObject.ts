import type Geometry from 'ol/geom/Geometry.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import { featureKey, findRecord, type ObjectRecord, toOlFeature } from './toOlFeature.ts';
import type { VectorLayers } from './VectorLayers.ts';

const zIndex = 9_200;

interface Dragged {
  readonly record: ObjectRecord;
  readonly start: Geometry;
  dx: number;
  dy: number;
}

/** The object being dragged: drawn above the others and removed from its layer until its new position is saved. */
export class DraggedObject {
  readonly #source = new VectorSource();
  readonly #vectors: VectorLayers;
  #dragged: Dragged | null = null;

  constructor(map: OlMap, vectors: VectorLayers) {
    this.#vectors = vectors;
    map.addLayer(
      new VectorLayer({
        source: this.#source,
        zIndex,
        style: (feature, resolution) => findRecord(feature)?.style(feature, resolution),
        updateWhileInteracting: true,
      }),
    );
  }

  /** True from the first move until the move is saved or undone. */
  get isAway(): boolean {
    return this.#dragged !== null;
  }

  /** Moves an object by `dx` and `dy` in EPSG:3857 from its position when dragging began. */
  moveTo(record: ObjectRecord, dx: number, dy: number): void {
    this.#dragged ??= this.#pickUp(record);
    if (this.#dragged === null) return;
    Object.assign(this.#dragged, { dx, dy });
    const geometry = this.#dragged.start.clone();
    geometry.translate(dx, dy);
    this.#source.getFeatures()[0]?.setGeometry(geometry);
  }

  /** DRAG-04: returns the object to its original position. */
  revert(): void {
    this.#source.clear(true);
    this.#vectors.hide('');
    this.#dragged = null;
  }

  /** Leaves the object at its new position; the next load confirms it. */
  confirm(): void {
    if (this.#dragged === null) return;
    const { record, dx, dy } = this.#dragged;
    this.#vectors.moveObject(record.wire.id, dx, dy);
    this.revert();
  }

  #pickUp(record: ObjectRecord): Dragged | null {
    const feature = toOlFeature(record);
    const start = feature?.getGeometry()?.clone();
    if (!feature || !start) return null;
    this.#source.addFeature(feature);
    this.#vectors.hide(featureKey(record.wire.layerId, record.wire.id));
    return { record, start, dx: 0, dy: 0 };
  }
}
