import { type RawBuilder, sql } from 'kysely';
import { isoMoment } from '../../../db/sql/isoMoment.ts';
import { decimalSign, toCsv } from '../../../http/toCsv.ts';
import { csvHeader } from '../../../objects/csvHeader.ts';
import { type ReportCell, typedText } from './ReportCells.ts';
import type { MakeFormat } from './RowFormat.ts';

/** `guard` of `toCsv` in SQL (D-OBJ-09); a test compares the two. The signs are = + - @ tab CR. */
const guarded = (text: RawBuilder<unknown>): RawBuilder<string> => sql`
  CASE WHEN ascii(${text}) IN (61, 43, 45, 64, 9, 13) AND ${text} !~* '^[+-]?[0-9]+([.,][0-9]+)?(e[+-]?[0-9]+)?$'
       THEN '''' || ${text} ELSE ${text} END`;

interface CellStyle {
  readonly before: string;
  readonly words: ReturnType<typeof csvHeader>;
  readonly decimal: string;
}

/** The text of a cell behind `before`; null where it is empty. */
function cellText(
  cell: ReportCell,
  value: RawBuilder<unknown>,
  { before, words, decimal }: CellStyle,
): RawBuilder<string> {
  const quoted = (text: RawBuilder<unknown>) =>
    sql<string>`${sql.lit(`${before}"`)} || replace(${text}, '"', '""') || '"'`;
  const plain = (text: RawBuilder<unknown>) => sql<string>`${sql.lit(before)} || ${text}`;
  const number = () =>
    plain(decimal === '.' ? sql`${value}::text` : sql`replace(${value}::text, '.', ${sql.lit(decimal)})`);
  switch (cell.kind) {
    case 'number':
      return number();
    case 'moment':
      return plain(isoMoment(value));
    case 'boolean':
      return plain(sql`CASE WHEN ${value} THEN ${words.yes}::text ELSE ${words.no}::text END`);
    case 'wkt':
      return quoted(value);
    case 'text':
      return typedText(cell, value, { text: (text) => quoted(guarded(text)), number, words });
  }
}

/** Writes a file like that of one object (`toCsv`): BOM, CRLF, the separator of the language; every text in quotes. */
export const csvFormat: MakeFormat = (cells, language) => {
  const separator = language === 'en' ? ',' : ';';
  const words = csvHeader(language);
  const decimal = decimalSign(language);
  const texts = cells.map((cell, column) => {
    const before = column === 0 ? '' : separator;
    // An empty cell is nothing, as in `toCsv`.
    return sql`coalesce(${cellText(cell, sql.ref(`r.c${column}`), { before, words, decimal })}, ${sql.lit(before)})`;
  });
  return {
    head: toCsv([cells.map(({ title }) => title)], language).toString(),
    row: sql`${sql.join(texts, sql` || `)} || E'\r\n'`,
    between: '',
    tail: '',
  };
};
