import type { Language } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { toCsv } from '../../../http/toCsv.ts';
import { csvHeader } from '../../objects/index.ts';
import { isoMoment } from './isoMoment.ts';
import type { CellKind, ReportCell } from './ReportCells.ts';
import type { MakeFormat } from './RowFormat.ts';

const quoted = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`'"' || replace(${text}, '"', '""') || '"'`;

/** `guard` of `toCsv` in SQL (D-OBJ-09); a test compares the two. The signs are = + - @ tab CR. */
const guarded = (text: RawBuilder<unknown>): RawBuilder<string> => sql`
  CASE WHEN ascii(${text}) IN (61, 43, 45, 64, 9, 13) AND ${text} !~* '^[+-]?[0-9]+([.,][0-9]+)?(e[+-]?[0-9]+)?$'
       THEN '''' || ${text} ELSE ${text} END`;

function cellText(kind: CellKind, value: RawBuilder<unknown>, language: Language): RawBuilder<string> {
  const { yes, no } = csvHeader(language);
  switch (kind) {
    case 'number':
      return sql`${value}::text`;
    case 'moment':
      return isoMoment(value);
    case 'boolean':
      return sql`CASE WHEN ${value} THEN ${yes}::text ELSE ${no}::text END`;
    case 'wkt':
      return quoted(value);
    case 'text':
      return quoted(guarded(value));
  }
}

/** The same file as `toCsv` makes of one object: BOM, CRLF, the separator of the language; every text in quotes. */
export const csvFormat: MakeFormat = (cells, language) => {
  const separator = language === 'en' ? ',' : ';';
  const texts = cells.map(
    ({ kind }: ReportCell, place) =>
      // An empty cell is nothing, as in `toCsv`.
      sql`coalesce(${cellText(kind, sql.ref(`r.c${place}`), language)}, '')`,
  );
  return {
    head: toCsv([cells.map(({ title }) => title)], language).toString(),
    row: sql`${sql.join(texts, sql` || ${sql.lit(separator)} || `)} || E'\r\n'`,
    between: '',
    tail: '',
  };
};
