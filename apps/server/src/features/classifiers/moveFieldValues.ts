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
