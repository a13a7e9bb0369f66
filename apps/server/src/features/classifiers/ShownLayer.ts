import type { Ruleset } from '@pgis/contract';
import type { Owner } from '../../plugins/rights.ts';

/**
 * A layer or view with the layer that owns its objects: for a layer that is itself, for a view its source (D-CLS-05).
 * Filter, style, zoom range and visibility are the layer's own; fields and objects are the owner's.
 */
export interface ShownLayer {
  readonly id: number;
  readonly companyId: number;
  /** Rises with every change of the layer, not of its objects. */
  readonly version: number;
  readonly name: string;
  readonly groupName: string;
  /** Where the layer stands: its group's company and unit. */
  readonly place: Owner;
  readonly isView: boolean;
  readonly ownerId: number;
  /** Bits of the kinds that its objects have ever had: 1 points, 2 lines, 4 polygons; 0 where nobody has noted them. */
  readonly kinds: number;
  readonly ownerName: string;
  readonly ownerGroupName: string;
  /** Where its objects belong: the owning layer's company and unit. */
  readonly owner: Owner;
  readonly zoomFrom: number | null;
  readonly zoomTo: number | null;
  readonly zIndex: number;
  readonly geomStyle: string;
  readonly ruleset: Ruleset | null;
  readonly allObjectsPublic: boolean | null;
  /** Open for public registration: layer and owner both. */
  readonly isOpen: boolean;
  /** The owning layer is, whatever the view says: its objects take votes. */
  readonly ownerIsOpen: boolean;
  /** D-CLS-07: what visitors add waits for review. */
  readonly showAfterReview: boolean;
  readonly fieldNames: readonly string[];
}

/** D-CLS-13: both ends belong to the range. */
export const showsAtZoom = ({ zoomFrom, zoomTo }: ShownLayer, zoom: number): boolean =>
  (zoomFrom === null || zoom >= zoomFrom) && (zoomTo === null || zoom <= zoomTo);
