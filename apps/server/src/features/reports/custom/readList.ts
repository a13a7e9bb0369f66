import { type CustomColumn, customColumns, fieldOfColumn } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { fieldText } from '../../../db/sql/objectConditions.ts';
import { isoMoment } from '../exports/isoMoment.ts';
import { fixedCell } from '../exports/ReportCells.ts';
import { type ReportQuery, reportSource } from './reportSource.ts';

export type Cell = string | number | boolean | null;

export interface ListRow {
  readonly id: number;
  readonly cells: readonly Cell[];
}

const isFixed = (column: string): column is CustomColumn => customColumns.some((one) => one === column);

/** A column of the object `g`. Who sees the reports of layers reads the internal comments of all of them. */
function cellOf(column: string, { scopes, language }: ReportQuery): RawBuilder<unknown> {
  const [scope] = scopes;
  if (!isFixed(column) || scope === undefined) return fieldText(fieldOfColumn(column) ?? column);
  if (column === 'layer') return sql`g.layer_id`;
  const { kind, value } = fixedCell(column, { scope, language });
  return kind === 'moment' ? isoMoment(value) : value;
}

/** The newest objects first, one more than asked for; what costs look-ups is looked up for these only. */
export async function readList(db: Kysely<Schema>, query: ReportQuery, most: number): Promise<ListRow[]> {
  const { content, scopes } = query;
  if (scopes.length === 0) return [];
  const values = content.columns.map((column) => cellOf(column, query));
  const { rows } = await sql<ListRow>`
    SELECT g.id, json_build_array(${sql.join(values)}) AS cells
    FROM (SELECT g.*, l.layer_id FROM ${reportSource(query)}
      ORDER BY g.created_at DESC, g.id DESC LIMIT ${most + 1}::integer) AS g
    ORDER BY g.created_at DESC, g.id DESC`.execute(db);
  const place = content.columns.indexOf('layer');
  if (place < 0) return rows;
  const names = new Map<Cell, string>(scopes.map(({ layer }) => [layer.id, layer.name]));
  return rows.map(({ id, cells }) => ({
    id,
    cells: cells.with(place, names.get(cells[place] ?? null) ?? null),
  }));
}
