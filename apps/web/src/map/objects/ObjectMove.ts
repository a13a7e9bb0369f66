import { type Extent, toExtent } from '@pgis/geo';
import type { DraggedObject } from './DraggedObject.ts';
import { readGeometry } from './readGeometry.ts';
import type { ObjectRecord } from './toOlFeature.ts';

/** DRAG-01: an object that was dragged to another place, not saved yet. */
export interface ObjectMove {
  readonly id: number;
  /** EPSG:3857. */
  readonly dx: number;
  readonly dy: number;
  /** Where the user saw it before, as exactly as the map draws: who drags what is elsewhere by now means another move. */
  readonly drawn: { readonly extent: Extent; readonly toleranceM: number };
  /** Ends the move: `moved` leaves the object there, `failed` puts it back. */
  readonly settle: (outcome: 'moved' | 'failed') => void;
}

/** What simplifying and rounding for display may move an edge, with some room. */
const DRAWN_TOLERANCE_PX = 2;

interface Drag {
  readonly wire: ObjectRecord['wire'];
  /** EPSG:3857. */
  readonly dx: number;
  readonly dy: number;
  /** Metres of EPSG:3857 a pixel. */
  readonly resolution: number;
}

export function toObjectMove(dragged: DraggedObject, { wire, dx, dy, resolution }: Drag): ObjectMove {
  const extent = toExtent(readGeometry(wire.wkt)?.getExtent() ?? []);
  return {
    id: wire.id,
    dx,
    dy,
    drawn: { extent, toleranceM: DRAWN_TOLERANCE_PX * resolution },
    settle: (outcome) => (outcome === 'moved' ? dragged.leaveThere() : dragged.putBack()),
  };
}
