import { type Extent, toExtent } from '@pgis/geo';
import type { DraggedObject } from './DraggedObject.ts';
import { readGeometry } from './readGeometry.ts';
import type { ObjectRecord } from './toOlFeature.ts';

/** DRAG-01: an object that was dragged to another position and is not saved yet. */
export interface ObjectMove {
  readonly id: number;
  /** The layer or view in which it was dragged. */
  readonly layerId: number;
  /** EPSG:3857. */
  readonly dx: number;
  readonly dy: number;
  /**
   * The extent that the user saw, with the precision of the drawing. If the object is elsewhere by now, another user
   * has moved it.
   */
  readonly drawn: { readonly extent: Extent; readonly toleranceM: number };
  /** Ends the move: `moved` leaves the object there, `failed` puts it back. */
  readonly settle: (outcome: 'moved' | 'failed') => void;
}

/** Maximum distance by which simplifying and rounding for display may shift an edge, with a margin. */
const DRAWN_TOLERANCE_PX = 2;

interface Drag {
  readonly wire: ObjectRecord['wire'];
  /** EPSG:3857. */
  readonly dx: number;
  readonly dy: number;
  /** Metres of EPSG:3857 per pixel. */
  readonly resolution: number;
}

export function toObjectMove(dragged: DraggedObject, { wire, dx, dy, resolution }: Drag): ObjectMove {
  const extent = toExtent(readGeometry(wire.wkt)?.getExtent() ?? []);
  return {
    id: wire.id,
    layerId: wire.layerId,
    dx,
    dy,
    drawn: { extent, toleranceM: DRAWN_TOLERANCE_PX * resolution },
    settle: (outcome) => (outcome === 'moved' ? dragged.confirm() : dragged.revert()),
  };
}
