import type { FixedRuleset } from '@pgis/conditions';
import type { HiddenRules, ObjectId, ReportDate } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import type { Reporter } from '../layers/layerPermissions.ts';
import type { LayerAccess } from '../layers/layerQuery.ts';
import type { ObjectKind } from '../layers/ObjectKind.ts';

/** A period of one date of an object. */
export interface Period {
  /** `closed` is the moment of the comment that closed the object; it leaves out objects that are not closed. */
  readonly date: ReportDate;
  /** A day of the company (`2026-11-22`) or a moment (ISO 8601); both ends are inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Objects to read: those of some layers that the requester may see and that pass every condition. Each wire form of a
 * filter (`codecs/`) becomes one of these, and `toCondition` alone turns it into SQL.
 */
export interface ObjectQuery {
  /** Layers in the order of the answer, each with the requester's rights in it and its own filters. */
  readonly layers: readonly LayerAccess[];
  /** Part of the name, the description or the cadastre number. */
  readonly text?: string | undefined;
  /** Conditions on fields that hold in every layer. */
  readonly fields?: FixedRuleset | null | undefined;
  /** Status of the newest comment that the requester may read; null means none. */
  readonly statusIds?: readonly (number | null)[] | undefined;
  /** Objects that this person added ("mine"). */
  readonly addedBy?: Reporter | undefined;
  readonly period?: Period | undefined;
  /** `waiting`: not yet reviewed; `withheld`: waiting or hidden. */
  readonly review?: 'waiting' | 'withheld' | undefined;
  readonly kinds?: readonly ObjectKind[] | undefined;
  /** EPSG:3857. */
  readonly extent?: Readonly<Extent> | undefined;
  /**
   * `box` compares bounding boxes, which an index answers alone; `shape` leaves out objects whose box lies in the extent
   * while their shape does not.
   */
  readonly extentTest?: 'box' | 'shape' | undefined;
  /** A drawn area as WKT in EPSG:3857 that has passed the geometry gate (`parseGeometry`, `checkValidity`). */
  readonly areaWkt?: string | undefined;
  readonly ids?: readonly ObjectId[] | undefined;
  readonly exceptIds?: readonly ObjectId[] | undefined;
  /** Objects to which single layers are narrowed; layers that are no key of the map keep all of theirs. */
  readonly idsByLayer?: ReadonlyMap<number, readonly number[]> | undefined;
  /** As `idsByLayer`, for points only: lines and polygons stay. */
  readonly pointIdsByLayer?: ReadonlyMap<number, readonly number[]> | undefined;
  /**
   * Style rules that the requester has switched off. SQL has no condition for them: the cartography package decides which
   * rule draws an object, so `ruleSwitches` tests the rows.
   */
  readonly hiddenRules?: readonly HiddenRules[] | null | undefined;
}

/** A query of one layer, which `layerConstants` can state for the planner. */
export interface SingleLayerQuery extends ObjectQuery {
  readonly layers: readonly [LayerAccess];
}
