import { type Position, zoomFromResolution } from '@pgis/geo';
import type OlMap from 'ol/Map.js';
import { isAbort } from './Flight.ts';
import type { HiddenRules } from './HiddenRules.ts';
import type { LayerFilter } from './ObjectLayer.ts';
import type { ObjectLayers } from './ObjectLayers.ts';
import { findRecord, type ObjectRecord } from './toOlFeature.ts';

/** SEL-06. */
const HIT_TOLERANCE_PX = 4;

export interface NearestRequest {
  /** EPSG:3857. */
  readonly position: Position;
  readonly zoom: number;
  readonly layerIds: readonly number[];
  readonly filters: readonly LayerFilter[];
  readonly hiddenRules: HiddenRules;
}

export interface FoundObject {
  readonly id: number;
  readonly layerId: number;
  readonly wkt: string;
}

/** Looks up what lies nearest (D-OBJ-03); null when nothing is near. */
export type FindNearest = (request: NearestRequest, signal: AbortSignal) => Promise<FoundObject | null>;

/** Finds the object a user means by a pixel: what is drawn there, else what the server knows to be near. */
export class ObjectPicker {
  readonly #map: OlMap;
  readonly #objects: ObjectLayers;
  readonly #findNearest: FindNearest;
  #lookUp: AbortController | null = null;

  constructor(map: OlMap, objects: ObjectLayers, findNearest: FindNearest) {
    this.#map = map;
    this.#objects = objects;
    this.#findNearest = findNearest;
  }

  /** What is drawn at the pixel, nearest and topmost first. */
  findDrawn(pixel: number[]): ObjectRecord | null {
    const found = this.#map.forEachFeatureAtPixel(pixel, (feature) => findRecord(feature), {
      hitTolerance: HIT_TOLERANCE_PX,
    });
    return found ?? null;
  }

  /**
   * Only the answer to the latest question counts: an earlier one gives `superseded`.
   * Images hold nothing to hit, so the server is asked where nothing is drawn (SEL-04), about `layerIds`.
   */
  async find(
    pixel: number[],
    layerIds = this.#objects.listVisible().map(({ id }) => id),
  ): Promise<FoundObject | null | 'superseded'> {
    this.cancel();
    const drawn = this.findDrawn(pixel);
    if (drawn) return { id: drawn.wire.id, layerId: drawn.wire.layerId, wkt: drawn.wire.wkt };
    const [x, y] = this.#map.getCoordinateFromPixel(pixel);
    const resolution = this.#map.getView().getResolution();
    if (layerIds.length === 0 || x === undefined || y === undefined || resolution === undefined) return null;
    const lookUp = new AbortController();
    this.#lookUp = lookUp;
    try {
      const found = await this.#findNearest(
        {
          position: [x, y],
          zoom: zoomFromResolution(resolution),
          layerIds,
          filters: this.#objects.filters,
          hiddenRules: this.#objects.hiddenRules,
        },
        lookUp.signal,
      );
      return this.#lookUp === lookUp ? found : 'superseded';
    } catch (error) {
      if (isAbort(error) || this.#lookUp !== lookUp) return 'superseded';
      console.error('the nearest object could not be looked up', error);
      return null;
    }
  }

  cancel(): void {
    this.#lookUp?.abort();
    this.#lookUp = null;
  }
}
