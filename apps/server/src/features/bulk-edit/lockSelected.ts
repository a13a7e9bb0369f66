import type { ObjectId, ObjectVersion } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { type LayerAccess, layerConstants } from '../../layers/layerQuery.ts';
import { toCondition } from '../../query/toCondition.ts';

export interface LockedObject {
  readonly id: ObjectId;
  readonly version: number;
}

interface ReadOptions {
  readonly ids: readonly ObjectId[];
  readonly columns: RawBuilder<unknown>;
  readonly locks: boolean;
}

/**
 * Reads the visible ones of these objects of the layer. Locks are taken in the order of ids, so that one of two edits
 * waits for the other.
 */
export async function readObjects<T extends object>(
  db: Kysely<Schema>,
  scope: LayerAccess,
  { ids, columns, locks }: ReadOptions,
): Promise<(LockedObject & T)[]> {
  const { rows } = await sql<LockedObject & T>`
    SELECT g.id, g.version, ${columns}
    FROM ${layerConstants(scope)} CROSS JOIN geoms AS g
    WHERE ${toCondition({ layers: [scope], ids })}
    ORDER BY g.id ${locks ? sql`FOR NO KEY UPDATE OF g` : sql``}`.execute(db);
  return rows;
}

/** Locks all selected objects in the version that was selected; absent and invisible ones count as changed. */
export async function lockSelected<T extends object>(
  db: Kysely<Schema>,
  scope: LayerAccess,
  {
    selected,
    columns,
  }: { readonly selected: readonly ObjectVersion[]; readonly columns: RawBuilder<unknown> },
): Promise<(LockedObject & T)[]> {
  const versions = new Map<number, number>();
  for (const [index, { id, version }] of selected.entries()) {
    if (versions.has(id)) throw validationError({ path: `/objects/${index}/id`, code: 'DUPLICATE' });
    versions.set(id, version);
  }
  const rows = await readObjects<T>(db, scope, { ids: [...versions.keys()], columns, locks: true });
  const current = rows.filter(({ id, version }) => versions.get(id) === version);
  const count = selected.length - current.length;
  if (count > 0) throw new AppError('OBJECTS_CHANGED', { count, values: { count } });
  return rows;
}
