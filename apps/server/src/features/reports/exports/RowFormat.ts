import type { Language } from '@pgis/contract';
import type { RawBuilder } from 'kysely';
import type { ListFrame } from '../../../http/encodeList.ts';
import type { ReportCell } from './ReportCells.ts';

/** Format of an exported file: the database writes each row as one text, the server joins the rows. */
export interface RowFormat extends ListFrame {
  /** A row as text; the value of cell number `n`, counted from 0, is the column `r.c{n}`. */
  readonly row: RawBuilder<string>;
}

export type MakeFormat = (cells: readonly ReportCell[], language: Language) => RowFormat;
