import { companyOf, type LayerId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { KeyMoves } from '../../layers/tree/planFieldChanges.ts';

/**
 * D-CLS-08: renames and deletes keys in every object of the layer in one statement, also in deleted ones, which may be
 * restored. Returns the number of changed objects. Two names can be swapped: all are read before any is written.
 */
export async function moveFieldValues(
  db: Kysely<Schema>,
  ownerId: LayerId,
  { renamed, removed }: KeyMoves,
): Promise<number> {
  const removedKeys = [...renamed.keys(), ...removed];
  const moved = [...renamed].map(
    ([from, to]) => sql`CASE WHEN data ? ${from}::text
      THEN jsonb_build_object(${to}::text, data -> ${from}::text) ELSE '{}'::jsonb END`,
  );
  const { numAffectedRows } = await sql`
    UPDATE geoms
    SET data = ${sql.join([sql`(data - ${removedKeys}::text[])`, ...moved], sql` || `)},
        version = version + 1, updated_at = now()
    WHERE company_id = ${companyOf(ownerId)}::integer AND class_id = ${ownerId}::bigint
      AND data ?| ${removedKeys}::text[]`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Finds new names under which an object already holds another value: one that no field shows, from an import or another
 * program. Renaming would overwrite it. Names that are deleted in the same change do not count.
 */
export async function listOccupiedNames(
  db: Kysely<Schema>,
  ownerId: LayerId,
  { renamed, removed }: KeyMoves,
): Promise<ReadonlySet<string>> {
  const moves = [...renamed].filter(([, to]) => !renamed.has(to) && !removed.has(to));
  if (moves.length === 0) return new Set();
  const pairs = moves.map(([from, to]) => sql`(${from}::text, ${to}::text)`);
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT pair.to_name AS name
    FROM geoms AS g JOIN (VALUES ${sql.join(pairs)}) AS pair (from_name, to_name)
      ON g.data ? pair.from_name AND g.data ? pair.to_name
    WHERE g.company_id = ${companyOf(ownerId)}::integer AND g.class_id = ${ownerId}::bigint
      AND btrim(coalesce(g.data ->> pair.to_name, '')) <> ''
      AND g.data -> pair.to_name <> g.data -> pair.from_name`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
