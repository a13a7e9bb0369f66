import type { Language } from '@pgis/contract';
import { stringify } from 'csv-stringify/sync';

type Cell = string | number | boolean | null;

/** `-12.5` and `+371` are no formulas. */
const number = /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i;
const formulaStart = /^[=+\-@\t\r]/;

/** A spreadsheet takes some texts for formulas; the apostrophe says that they are none (D-OBJ-09). */
const guard = (text: string): string => (formulaStart.test(text) && !number.test(text) ? `'${text}` : text);

/**
 * What parts rows and cells elsewhere: a spreadsheet may take every separator at once, and what follows for a formula. The
 * comma of a number parts nothing where numbers are written so.
 */
const partsElsewhere = /[\r\n;\t]|^(?![+-]?\d+,\d+(e[+-]?\d+)?$).*,/s;

/** The sign that spreadsheets of the language read in numbers: in a Latvian one 12.05 is the 12th of May. */
export const decimalSign = (language: Language): string => (language === 'en' ? '.' : ',');

function toCell(cell: Cell, language: Language): string {
  if (typeof cell === 'number') return String(cell).replace('.', decimalSign(language));
  return cell === null ? '' : guard(String(cell));
}

/**
 * D-OBJ-09: UTF-8 with a BOM, CRLF, and the separator and the decimal sign that spreadsheets of the language expect.
 * `isFirst` is false for the further pieces of a file that is written piece by piece.
 */
export function toCsv(
  rows: readonly (readonly Cell[])[],
  language: Language,
  { isFirst = true } = {},
): Buffer {
  const text = stringify(
    rows.map((row) => row.map((cell) => toCell(cell, language))),
    {
      bom: isFirst,
      delimiter: language === 'en' ? ',' : ';',
      record_delimiter: '\r\n',
      quoted_match: partsElsewhere,
    },
  );
  return Buffer.from(text);
}
