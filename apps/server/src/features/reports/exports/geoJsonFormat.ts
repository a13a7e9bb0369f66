import { fieldOfColumn } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { isoMoment } from '../../../db/sql/isoMoment.ts';
import { lonLatGeoJson } from '../../../db/sql/lonLatGeoJson.ts';
import type { ReportCell } from './ReportCells.ts';
import type { MakeFormat } from './RowFormat.ts';

/** JSON of a cell; a moment is an ISO text. */
export const jsonCell = ({ kind }: ReportCell, value: RawBuilder<unknown>): RawBuilder<string> =>
  sql`coalesce(to_json(${kind === 'moment' ? isoMoment(value) : value})::text, 'null')`;

/** Names of properties: the field's own, and the column's name, with `_` before it where a field is called so too. */
export function propertyNames(cells: readonly ReportCell[]): string[] {
  const fields = new Set(cells.map(({ column }) => fieldOfColumn(column)));
  return cells.map(({ column }) => fieldOfColumn(column) ?? (fields.has(column) ? `_${column}` : column));
}

/** RFC 7946: lon/lat, to a centimetre. The geometry is always there, so `wkt` is no property; nor is `id`. */
export const geoJsonFormat: MakeFormat = (cells) => {
  const names = propertyNames(cells);
  const properties = cells.flatMap((cell, column) =>
    cell.kind === 'wkt' || cell.column === 'id'
      ? []
      : [sql`${`${JSON.stringify(names[column])}:`}::text || ${jsonCell(cell, sql.ref(`r.c${column}`))}`],
  );
  const inside = properties.length === 0 ? sql`''` : sql.join(properties, sql` || ',' || `);
  return {
    head: '{"type":"FeatureCollection","features":[\n',
    row: sql`'{"type":"Feature","id":' || r.id || ',"geometry":' ||
      ${lonLatGeoJson(sql`r.geom`, 7)} || ',"properties":{' || ${inside} || '}}'`,
    between: ',\n',
    tail: '\n]}\n',
  };
};
