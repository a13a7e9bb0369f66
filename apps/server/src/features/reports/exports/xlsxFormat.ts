import { COMPANY_TIME_ZONE } from '@pgis/conditions';
import { type RawBuilder, sql } from 'kysely';
import { csvHeader } from '../../../objects/csvHeader.ts';
import { type ReportCell, typedText } from './ReportCells.ts';
import type { MakeFormat } from './RowFormat.ts';
import { escapeXml, UNWRITABLE } from './vector/escapeXml.ts';

/** `_x0041_` would be read as A: what could begin such a sign is written as one. */
const escapeLike = '_(?=x[0-9A-Fa-f]{4}_)';
const escapeLikeSigns = new RegExp(escapeLike, 'g');
const underline = '_x005F_';

const escapeEscapes = (text: RawBuilder<unknown>): RawBuilder<string> => sql`
  CASE WHEN position('_x' IN ${text}) > 0
       THEN regexp_replace(${text}, ${sql.lit(escapeLike)}, ${sql.lit(underline)}, 'g') ELSE ${text} END`;

/** A carriage return would be read as a line feed. */
const xmlText = (text: RawBuilder<unknown>): RawBuilder<string> => sql`
  replace(replace(replace(replace(regexp_replace(${escapeEscapes(text)}, ${sql.lit(UNWRITABLE)}, '', 'g'),
    '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), E'\r', '&#13;')`;

const textCell = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`'<c t="inlineStr"><is><t xml:space="preserve">' || ${text} || '</t></is></c>'`;

const numberCell = (value: RawBuilder<unknown>): RawBuilder<string> =>
  sql`'<c><v>' || ${value} || '</v></c>'`;

/** Days since the start of the spreadsheets' calendar, in the time of the company; style 1 is a date with its time. */
const dateCell = (value: RawBuilder<unknown>): RawBuilder<string> => sql`
  '<c s="1"><v>' || round((extract(epoch FROM (${value} AT TIME ZONE ${COMPANY_TIME_ZONE}::text)
    - timestamp '1899-12-30') / 86400)::numeric, 8) || '</v></c>'`;

function toCell(
  cell: Pick<ReportCell, 'kind' | 'holds'>,
  value: RawBuilder<unknown>,
  words: { yes: string; no: string },
): RawBuilder<string> {
  switch (cell.kind) {
    case 'number':
      return numberCell(value);
    case 'moment':
      return dateCell(value);
    case 'boolean':
      return textCell(sql`CASE WHEN ${value} THEN ${words.yes}::text ELSE ${words.no}::text END`);
    case 'wkt':
      return textCell(xmlText(value));
    case 'text':
      return typedText(cell, value, { text: (text) => textCell(xmlText(text)), number: numberCell, words });
  }
}

/** A text that is no formula; style 2 of a head is bold. */
export const xlsxTextCell = (text: string, { isHead }: { readonly isHead: boolean }): string =>
  `<c t="inlineStr"${isHead ? ' s="2"' : ''}><is><t xml:space="preserve">${escapeXml(text.replaceAll(escapeLikeSigns, underline))}</t></is></c>`;

/** The one worksheet of a workbook. Texts stay texts, so that cadastre numbers keep their zeros and no formula runs. */
export const xlsxFormat: MakeFormat = (cells, language) => {
  const words = csvHeader(language);
  const cellTexts = cells.map(
    (one, column) =>
      // A cell without a value still takes its place in the row.
      sql`coalesce(${toCell(one, sql.ref(`r.c${column}`), words)}, '<c/>')`,
  );
  const widths = cells.map(
    ({ kind, title }, column) =>
      `<col min="${column + 1}" max="${column + 1}" width="${Math.max(kind === 'text' ? 24 : 16, Math.min(title.length + 2, 60))}" customWidth="1"/>`,
  );
  return {
    head: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${cells.map(({ title }) => xlsxTextCell(title, { isHead: true })).join('')}</row>`,
    row: sql`'<row>' || ${sql.join(cellTexts, sql` || `)} || '</row>'`,
    between: '',
    tail: '</sheetData></worksheet>',
  };
};
