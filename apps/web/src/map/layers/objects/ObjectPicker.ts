import { type Extent, type Position, zoomFromResolution } from '@pgis/geo';
import type OlMap from 'ol/Map.js';
import type { HiddenRules } from './HiddenRules.ts';
import { isAbort } from './loading/ExtentRequest.ts';
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

/** A circle with a count, which stands for all points of a cell. */
export interface FoundCluster {
  readonly layerId: number;
  readonly count: number;
  /** Extent of its points. */
  readonly extent: Extent;
}

export const isCluster = (found: FoundObject | FoundCluster): found is FoundCluster => 'extent' in found;

/** Asks the server for the cluster or the nearest object at a position (D-OBJ-03); null if none is near. */
export type FindNearest = (
  request: NearestRequest,
  signal: AbortSignal,
) => Promise<FoundObject | FoundCluster | null>;

/** Finds the object at a pixel: one drawn there, else the nearest one that the server finds. */
export class ObjectPicker {
  readonly #map: OlMap;
  readonly #objects: ObjectLayers;
  readonly #findNearest: FindNearest;
  #lookup: AbortController | null = null;

  constructor(map: OlMap, objects: ObjectLayers, findNearest: FindNearest) {
    this.#map = map;
    this.#objects = objects;
    this.#findNearest = findNearest;
  }

  /** Lists the objects drawn at the pixel, nearest and topmost first. */
  findDrawn(pixel: number[]): ObjectRecord | null {
    const found = this.#map.forEachFeatureAtPixel(pixel, (feature) => findRecord(feature), {
      hitTolerance: HIT_TOLERANCE_PX,
    });
    return found ?? null;
  }

  /** Finds the object; a cluster is none. */
  async find(pixel: number[], layerIds?: readonly number[]): Promise<FoundObject | null | 'superseded'> {
    const found = await this.findClicked(pixel, layerIds);
    return found !== null && found !== 'superseded' && isCluster(found) ? null : found;
  }

  /**
   * Finds the object or the cluster; a later call makes an earlier one return `superseded`. Images have no features to hit, so where
   * nothing is drawn the server is asked about `layerIds` (SEL-04).
   */
  async findClicked(
    pixel: number[],
    layerIds: readonly number[] = this.#objects.listVisible().map(({ id }) => id),
  ): Promise<FoundObject | FoundCluster | null | 'superseded'> {
    this.cancel();
    const drawn = this.findDrawn(pixel);
    if (drawn) return { id: drawn.wire.id, layerId: drawn.wire.layerId, wkt: drawn.wire.wkt };
    const [x, y] = this.#map.getCoordinateFromPixel(pixel);
    const resolution = this.#map.getView().getResolution();
    if (layerIds.length === 0 || x === undefined || y === undefined || resolution === undefined) return null;
    const lookup = new AbortController();
    this.#lookup = lookup;
    try {
      const found = await this.#findNearest(
        {
          position: [x, y],
          zoom: zoomFromResolution(resolution),
          layerIds,
          filters: this.#objects.filters,
          hiddenRules: this.#objects.hiddenRules,
        },
        lookup.signal,
      );
      return this.#lookup === lookup ? found : 'superseded';
    } catch (error) {
      if (isAbort(error) || this.#lookup !== lookup) return 'superseded';
      console.error('the nearest object could not be looked up', error);
      return null;
    }
  }

  cancel(): void {
    this.#lookup?.abort();
    this.#lookup = null;
  }
}
