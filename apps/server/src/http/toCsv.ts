import type { Language } from '@pgis/contract';
import { stringify } from 'csv-stringify/sync';

type Cell = string | number | boolean | null;

/** `-12.5` and `+371` are no formulas. */
const number = /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i;
const formulaStart = /^[=+\-@\t\r]/;

/** A spreadsheet may take a text for a formula; the apostrophe prevents that (D-OBJ-09). */
const guard = (text: string): string => (formulaStart.test(text) && !number.test(text) ? `'${text}` : text);

/**
 * Texts that other separators would split: a spreadsheet may accept every separator at once and take the rest
 * for a formula. The comma of a number splits nothing where numbers are written with it.
 */
const needsQuotes = /[\r\n;\t]|^(?![+-]?\d+,\d+(e[+-]?\d+)?$).*,/s;

/**
 * Decimal sign that spreadsheets of the language read in numbers: a Latvian one takes 12.05 for the 12th of
 * May.
 */
export const decimalSign = (language: Language): string => (language === 'en' ? '.' : ',');

function toCell(cell: Cell, language: Language): string {
  if (typeof cell === 'number') return String(cell).replace('.', decimalSign(language));
  return cell === null ? '' : guard(String(cell));
}

/**
 * D-OBJ-09: UTF-8 with a BOM, CRLF, and the separator and decimal sign that spreadsheets of the language
 * expect. `isFirst` is false for the later chunks of a file that is written in chunks.
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
      quoted_match: needsQuotes,
    },
  );
  return Buffer.from(text);
}
