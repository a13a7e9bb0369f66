import { type CustomColumn, customColumns, fieldOfColumn, type ObjectId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { isoMoment } from '../../../db/sql/isoMoment.ts';
import { fieldText } from '../../../db/sql/objectConditions.ts';
import { computedFields, fieldTextIn } from '../../../layers/fieldTextIn.ts';
import { layerNameIn } from '../../../layers/Layer.ts';
import type { LayerAccess } from '../../../layers/layerQuery.ts';
import { fixedCell } from '../exports/ReportCells.ts';
import { type ContentQuery, reportSource } from './reportSource.ts';

export type Cell = string | number | boolean | null;

export interface ListRow {
  readonly id: ObjectId;
  readonly cells: readonly Cell[];
}

const isFixed = (column: string): column is CustomColumn => customColumns.some((one) => one === column);

/** A column of the object `g`. Whoever may read the reports of layers may read the internal comments in all of them. */
function cellOf(column: string, { objects, language }: ContentQuery): RawBuilder<unknown> {
  const [access] = objects.layers;
  if (!isFixed(column) || access === undefined)
    return fieldOfRow(objects.layers, fieldOfColumn(column) ?? column);
  if (column === 'layer') return sql`g.layer_id`;
  const { kind, value } = fixedCell(column, { access, language });
  return kind === 'moment' ? isoMoment(value) : value;
}

/** A field of a row `g`, which is an object with the layer that showed it. */
function fieldOfRow(layers: readonly LayerAccess[], field: string): RawBuilder<string | null> {
  const cases = layers
    .filter((access) => computedFields(access).some(({ name }) => name === field))
    .map((access) => sql`WHEN ${access.layer.id}::bigint THEN ${fieldTextIn(access)(field)}`);
  return cases.length === 0
    ? fieldText(field)
    : sql`CASE g.layer_id ${sql.join(cases, sql` `)} ELSE ${fieldText(field)} END`;
}

/** The newest objects first, one more than `limit`; values that cost look-ups are read for these only. */
export async function readList(db: Kysely<Schema>, query: ContentQuery, limit: number): Promise<ListRow[]> {
  const { content, objects } = query;
  if (objects.layers.length === 0) return [];
  const values = content.columns.map((column) => cellOf(column, query));
  const { rows } = await sql<ListRow>`
    SELECT g.id, json_build_array(${sql.join(values)}) AS cells
    FROM (SELECT g.*, l.layer_id FROM ${reportSource(query)}
      ORDER BY g.created_at DESC, g.id DESC LIMIT ${limit + 1}::integer) AS g
    ORDER BY g.created_at DESC, g.id DESC`.execute(db);
  const layerIndex = content.columns.indexOf('layer');
  if (layerIndex < 0) return rows;
  const names = new Map<Cell, string>(
    objects.layers.map(({ layer }) => [layer.id, layerNameIn(layer, query.language)]),
  );
  return rows.map(({ id, cells }) => ({
    id,
    cells: cells.with(layerIndex, names.get(cells[layerIndex] ?? null) ?? null),
  }));
}
