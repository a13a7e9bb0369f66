import type { ImportError } from '@pgis/contract';
import type { GivenFile } from '../files/SourceFile.ts';
import type { Inspected, InspectRequest } from '../inspect/inspectSource.ts';
import type { PreparedRow } from '../prepareRow.ts';
import type { BrokenFeature } from '../sources/SourceFeature.ts';
import type { SourceOptions } from '../sources/SourceOptions.ts';

/** How features become objects; functions cannot be sent to a process. */
export interface RowsRequest {
  readonly files: readonly GivenFile[];
  readonly options: SourceOptions;
  /** Definition of the coordinate system, for `toMercatorFrom`. */
  readonly crs: string | undefined;
  readonly isSwapped: boolean;
  /** Property -> layer field. */
  readonly fields: readonly (readonly [string, string])[];
  readonly nameTemplate?: string | undefined;
  readonly descriptionTemplate?: string | undefined;
  readonly keyFields?: readonly string[] | undefined;
  readonly truncates: boolean;
  readonly isPublic: boolean;
}

/** Rows of a file as they are in it, for a list of those that were left out. */
export interface ExtractRequest {
  readonly files: readonly GivenFile[];
  readonly options: SourceOptions;
  readonly rowNumbers: readonly number[];
  readonly crs: string | undefined;
  readonly isSwapped: boolean;
}

export type ReaderRequest =
  | ({ readonly kind: 'inspect' } & InspectRequest)
  | ({ readonly kind: 'rows' } & RowsRequest)
  | ({ readonly kind: 'extract' } & ExtractRequest);

/** Row of a file with its geometry as WKT in degrees; empty where it has none on the map of the world. */
export interface ExtractedRow {
  readonly rowNumber: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly wkt: string;
}

export type RowMessage = PreparedRow | BrokenFeature;

export type ReaderMessage =
  | { readonly kind: 'progress'; readonly count: number }
  | { readonly kind: 'inspected'; readonly result: Inspected }
  | { readonly kind: 'items'; readonly items: readonly (RowMessage | ExtractedRow)[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly code: ImportError; readonly message: string };

/** Sent by the parent for each `items` that it has taken; so many may be on their way. */
export interface AckMessage {
  readonly kind: 'ack';
}
export const MAX_UNACKNOWLEDGED = 4;
