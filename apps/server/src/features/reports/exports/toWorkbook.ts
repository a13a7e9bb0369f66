import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Language } from '@pgis/contract';
import { csvHeader } from '../../../objects/csvHeader.ts';
import { escapeXml } from './vector/escapeXml.ts';
import { writeXlsx } from './writeXlsx.ts';

/** A report as a table; the first row has the titles. */
export interface ReportTable {
  readonly name: string;
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** `_x0041_` would be read as A. */
const escapeText = (text: string): string => escapeXml(text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'));

/** Texts stay texts, so that no formula runs. Style 2 is bold. */
function toCell(value: string | number | boolean | null, isHead: boolean, language: Language): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  const { yes, no } = csvHeader(language);
  const text = typeof value === 'boolean' ? (value ? yes : no) : value;
  return `<c t="inlineStr"${isHead ? ' s="2"' : ''}><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;
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
