import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Language } from '@pgis/contract';
import { csvHeader } from '../../../objects/csvHeader.ts';
import { writeXlsx } from './writeXlsx.ts';
import { xlsxTextCell } from './xlsxFormat.ts';

/** A report as a table; the first row has the titles. */
export interface ReportTable {
  readonly name: string;
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

function toCell(value: string | number | boolean | null, isHead: boolean, language: Language): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  const { yes, no } = csvHeader(language);
  return xlsxTextCell(typeof value === 'boolean' ? (value ? yes : no) : value, { isHead });
}

function* toSheet({ rows }: ReportTable, language: Language): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
  for (const [index, row] of rows.entries())
    yield `<row>${row.map((value) => toCell(value, index === 0, language)).join('')}</row>`;
  yield '</sheetData></worksheet>';
}

/** A workbook small enough for memory. */
export const toWorkbook = (table: ReportTable, language: Language): Promise<Buffer> =>
  buffer(writeXlsx(Readable.from(toSheet(table, language)), table.name));
