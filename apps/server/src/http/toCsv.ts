import type { Language } from '@pgis/contract';
import { stringify } from 'csv-stringify/sync';

type Cell = string | number | boolean | null;

/** `-12.5` and `+371` are no formulas. */
const number = /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i;
const formulaStart = /^[=+\-@\t\r]/;

/** A spreadsheet takes some texts for formulas; the apostrophe says that they are none (D-OBJ-09). */
const guard = (text: string): string => (formulaStart.test(text) && !number.test(text) ? `'${text}` : text);

const toCell = (cell: Cell): string => (cell === null ? '' : guard(String(cell)));

/**
 * D-OBJ-09: UTF-8 with a BOM, CRLF, and the separator that spreadsheets of the language expect.
 * `isFirst` is false for the further pieces of a file that is written piece by piece.
 */
export function toCsv(
  rows: readonly (readonly Cell[])[],
  language: Language,
  { isFirst = true } = {},
): Buffer {
  const text = stringify(
    rows.map((row) => row.map(toCell)),
    {
      bom: isFirst,
      delimiter: language === 'en' ? ',' : ';',
      record_delimiter: '\r\n',
      // A line break of either kind ends a row elsewhere.
      quoted_match: /[\r\n]/,
    },
  );
  return Buffer.from(text);
}
