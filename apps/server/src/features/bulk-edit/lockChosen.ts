import type { ChosenObject } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import { type LayerScope, layerRow, visibleObjects } from '../classifiers/index.ts';

export interface LockedObject {
  readonly id: number;
  readonly version: number;
}

/** Locks what of these is there to see in the layer, in the order of ids, so that of two edits one waits for the other. */
export async function lockObjects<T extends object>(
  db: Kysely<Schema>,
  scope: LayerScope,
  ids: readonly number[],
  columns: RawBuilder<unknown>,
): Promise<(LockedObject & T)[]> {
  const { rows } = await sql<LockedObject & T>`
    SELECT g.id, g.version, ${columns}
    FROM ${layerRow(scope)} CROSS JOIN geoms AS g
    WHERE ${visibleObjects([scope])} AND g.id = ANY(${ids}::bigint[])
    ORDER BY g.id FOR UPDATE OF g`.execute(db);
  return rows;
}

/** All that were chosen, as they were then. What is absent, and what is not to be seen, counts like what has changed. */
export async function lockChosen<T extends object>(
  db: Kysely<Schema>,
  scope: LayerScope,
  chosen: readonly ChosenObject[],
  columns: RawBuilder<unknown>,
): Promise<(LockedObject & T)[]> {
  const versions = new Map<number, number>();
  for (const [index, { id, version }] of chosen.entries()) {
    if (versions.has(id)) throw validationError({ path: `/objects/${index}/id`, code: 'DUPLICATE' });
    versions.set(id, version);
  }
  const rows = await lockObjects<T>(db, scope, [...versions.keys()], columns);
  const current = rows.filter(({ id, version }) => versions.get(id) === version);
  if (current.length < chosen.length)
    throw new AppError('OBJECTS_CHANGED', { count: chosen.length - current.length });
  return rows;
}
