import type { Language } from '@pgis/contract';
import type { RawBuilder } from 'kysely';
import type { ListFrame } from '../../../http/encodeList.ts';
import type { ReportCell } from './ReportCells.ts';

/** How a file is put together: the database writes each row as one text, the server joins them. */
export interface RowFormat extends ListFrame {
  /** A row as text; the value of the cell at a place of the list is the column `r.c{place}`. */
  readonly row: RawBuilder<string>;
}

export type MakeFormat = (cells: readonly ReportCell[], language: Language) => RowFormat;
