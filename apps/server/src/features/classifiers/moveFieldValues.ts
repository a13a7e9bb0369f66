import { type Kysely, sql } from 'kysely';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import type { KeyMoves } from './planFieldChanges.ts';

/**
 * D-CLS-08: moves the keys in every object of the layer, deleted ones too (they may come back), in one statement;
 * gives the number of objects changed. Names that swap do so: all are read before any is written.
 */
export async function moveFieldValues(
  db: Kysely<Schema>,
  ownerId: number,
  { renamed, removed }: KeyMoves,
): Promise<number> {
  const gone = [...renamed.keys(), ...removed];
  const moved = [...renamed].map(
    ([from, to]) => sql`CASE WHEN data ? ${from}::text
      THEN jsonb_build_object(${to}::text, data -> ${from}::text) ELSE '{}'::jsonb END`,
  );
  const { numAffectedRows } = await sql`
    UPDATE geoms
    SET data = ${sql.join([sql`(data - ${gone}::text[])`, ...moved], sql` || `)},
        version = version + 1, updated_at = now()
    WHERE company_id = ${companyOf(ownerId)}::integer AND class_id = ${ownerId}::bigint
      AND data ?| ${gone}::text[]`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * The new names under which an object holds something else already: values that no field shows, of an import or of
 * another program. Moving would write over them. A name that goes at the same time is asked to go.
 */
export async function findTakenNames(
  db: Kysely<Schema>,
  ownerId: number,
  { renamed, removed }: KeyMoves,
): Promise<ReadonlySet<string>> {
  const asked = [...renamed].filter(([, to]) => !renamed.has(to) && !removed.has(to));
  if (asked.length === 0) return new Set();
  const pairs = asked.map(([from, to]) => sql`(${from}::text, ${to}::text)`);
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT pair.to_name AS name
    FROM geoms AS g JOIN (VALUES ${sql.join(pairs)}) AS pair (from_name, to_name)
      ON g.data ? pair.from_name AND g.data ? pair.to_name
    WHERE g.company_id = ${companyOf(ownerId)}::integer AND g.class_id = ${ownerId}::bigint
      AND btrim(coalesce(g.data ->> pair.to_name, '')) <> ''
      AND g.data -> pair.to_name <> g.data -> pair.from_name`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
