import type { ImportEncoding } from '@pgis/contract';
import type { AddressLocations } from '../addresses/AddressLocations.ts';

/** Columns of a table that hold its geometries. */
export interface TableColumns {
  readonly wkt?: string | undefined;
  readonly lon?: string | undefined;
  readonly lat?: string | undefined;
  /** Column with addresses, which stays a field. */
  readonly address?: string | undefined;
}

export interface TableJoin {
  readonly table: string;
  /** Field of the Shapefile. */
  readonly key: string;
  /** Field of the table. */
  readonly tableKey: string;
}

/** Choices about how a file is read; what is left out is recognised. */
export interface SourceOptions {
  /** Layer, sheet or Shapefile to read; the first one unless given. */
  readonly layer?: string | undefined;
  readonly encoding?: ImportEncoding | undefined;
  readonly columns?: TableColumns | undefined;
  /** Positions of the addresses of `columns.address`. */
  readonly locations?: AddressLocations | undefined;
  /** Reads a table without coordinates all the same: its rows have no shapes, and an address column may still be selected. */
  readonly acceptsNoShapes?: boolean | undefined;
  /** Table beside a Shapefile whose rows are added to its features. */
  readonly join?: TableJoin | undefined;
}
