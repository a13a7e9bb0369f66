import type { ImportError } from '@pgis/contract';
import type { AddressRequest, ListedAddress } from '../addresses/listAddresses.ts';
import type { GivenFile } from '../files/SourceFile.ts';
import type { Inspected, InspectRequest } from '../inspect/inspectSource.ts';
import type { PreparedRow } from '../prepareRow.ts';
import type { Corrections } from '../skipped/correctRows.ts';
import type { ListedRow } from '../skipped/listRows.ts';
import type { BrokenFeature } from '../sources/SourceFeature.ts';
import type { SourceOptions } from '../sources/SourceOptions.ts';

/** The rule by which features become objects, as data: functions cannot be sent to a process. */
export interface RowForm {
  /** Property -> layer field. */
  readonly fields: readonly (readonly [string, string])[];
  readonly nameTemplate?: string | undefined;
  readonly descriptionTemplate?: string | undefined;
  readonly keyFields?: readonly string[] | undefined;
  readonly truncates: boolean;
  readonly isPublic: boolean;
}

export interface RowsRequest extends RowForm {
  readonly files: readonly GivenFile[];
  readonly options: SourceOptions;
  /** Definition of the coordinate system, for `toMercatorFrom`. */
  readonly crs: string | undefined;
  readonly isSwapped: boolean;
}

/** Rows of a file as they are in it, for a list of those that were left out. */
export interface ExtractRequest {
  readonly files: readonly GivenFile[];
  readonly options: SourceOptions;
  readonly rowNumbers: readonly number[];
  /** Fields whose values are listed, in their order. */
  readonly names: readonly string[];
  readonly crs: string | undefined;
  readonly isSwapped: boolean;
}

/** The first of some skipped rows, for the table in which they are corrected. */
export interface ListRequest {
  /** The file of skipped rows. */
  readonly files: readonly [GivenFile];
  readonly rowNumbers: readonly number[];
}

/** Skipped rows with corrected values, as objects. */
export interface CorrectRequest extends RowForm, Corrections {
  readonly files: readonly [GivenFile];
}

export type ReaderRequest =
  | ({ readonly kind: 'addresses' } & AddressRequest)
  | ({ readonly kind: 'inspect' } & InspectRequest)
  | ({ readonly kind: 'rows' } & RowsRequest)
  | ({ readonly kind: 'extract' } & ExtractRequest)
  | ({ readonly kind: 'list' } & ListRequest)
  | ({ readonly kind: 'correct' } & CorrectRequest);

export type RowMessage = PreparedRow | BrokenFeature;
/** A row, a skipped row to be corrected, an address, or a piece of the text of extracted rows. */
export type ReaderItem = RowMessage | ListedRow | ListedAddress | string;

export type ReaderMessage =
  | { readonly kind: 'progress'; readonly count: number }
  | { readonly kind: 'inspected'; readonly result: Inspected }
  | { readonly kind: 'items'; readonly items: readonly ReaderItem[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly code: ImportError; readonly message: string };

/** Sent by the parent for each `items` that it has taken; so many may be on their way. */
export interface AckMessage {
  readonly kind: 'ack';
}
export const MAX_UNACKNOWLEDGED = 4;
