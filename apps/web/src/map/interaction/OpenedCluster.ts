import { type Extent, MAX_ZOOM, resolutionFromZoom } from '@pgis/geo';
import type { ObjectLayer } from '../layers/objects/ObjectLayer.ts';
import type { FoundCluster, NearestRequest } from '../layers/objects/ObjectPicker.ts';

/** A cluster, or heat, whose objects are listed because zooming in would not part them. */
export interface OpenedCluster
  extends FoundCluster,
    Pick<NearestRequest, 'zoom' | 'filters' | 'hiddenRules'> {
  /** Pixel of the map beside which the list stands. */
  readonly anchor: readonly [x: number, y: number];
}

/** Extent in CSS pixels in which symbols cover each other. */
const CROWDED_PX = 24;

/** The first zoom at which a layer draws each object, or the last one at which it is visible. */
export const partingZoom = ({ aggregatedTo, zoomTo }: Pick<ObjectLayer, 'aggregatedTo' | 'zoomTo'>): number =>
  Math.min(aggregatedTo === null ? MAX_ZOOM : aggregatedTo + 1, zoomTo ?? MAX_ZOOM);

/** True if the objects of an extent can be told apart at a zoom. */
export const isParted = ([minX, minY, maxX, maxY]: Extent, zoom: number): boolean =>
  Math.max(maxX - minX, maxY - minY) >= CROWDED_PX * resolutionFromZoom(zoom);
