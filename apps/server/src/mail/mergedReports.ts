import { companyOf, type ObjectId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

export interface MergedReport {
  readonly geomId: ObjectId;
  readonly userEmail: string;
  /** The object as which it goes on. */
  readonly into: ObjectId;
}

/** The reports that were merged into these objects of one company, however often, with the addresses of their reporters. */
export async function listMergedReports(
  db: Kysely<Schema>,
  ids: readonly ObjectId[],
): Promise<MergedReport[]> {
  const companyId = companyOf(ids[0] ?? 0);
  const { rows } = await sql<MergedReport>`
    WITH RECURSIVE merged (id, user_email, into_id) AS (
      SELECT id, user_email, merged_into FROM geoms
      WHERE company_id = ${companyId}::integer AND merged_into = ANY(${ids}::bigint[])
      UNION
      SELECT g.id, g.user_email, merged.into_id FROM merged JOIN geoms AS g
        ON g.company_id = ${companyId}::integer AND g.merged_into = merged.id
    ) SELECT id AS "geomId", user_email AS "userEmail", into_id AS "into" FROM merged WHERE user_email <> '' ORDER BY id`.execute(
    db,
  );
  return rows;
}
