import { sql } from 'kysely';
import { jsonCell } from '../geoJsonFormat.ts';
import type { MakeFormat } from '../RowFormat.ts';

/** A row as a line of JSON: the shape as hexadecimal WKB, then the cells. `readFeatures` reads it. */
export const vectorRow: MakeFormat = (cells) => {
  const values = cells.map((cell, column) => sql`',' || ${jsonCell(cell, sql.ref(`r.c${column}`))}`);
  return {
    head: '',
    row: sql`'["' || encode(ST_AsBinary(r.geom, 'NDR'), 'hex') || '"' || ${
      values.length === 0 ? sql`''` : sql.join(values, sql` || `)
    } || ']'`,
    between: '\n',
    tail: '\n',
  };
};
