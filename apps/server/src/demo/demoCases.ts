import type { CompanyId, LayerId, UnitId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { openMissingCases } from '../cases/caseRows.ts';
import type { Schema } from '../db/schema.ts';
import { demoUsers } from './demoUsers.ts';

interface DemoWork {
  readonly companyId: CompanyId;
  readonly layerId: LayerId;
  readonly unitId: UnitId;
}

/**
 * Opens the cases of a demo layer: due six weeks after the report, so that some are overdue, two of five assigned to the
 * editor, two to the unit, and one to nobody.
 */
export async function openDemoCases(
  db: Kysely<Schema>,
  { companyId, layerId, unitId }: DemoWork,
): Promise<void> {
  const email = demoUsers.find(({ group }) => group === 'editors')?.email;
  await openMissingCases(db, layerId);
  await sql`
    UPDATE cases AS c SET
      due_on = (g.created_at + interval '42 days')::date,
      priority = CASE WHEN g.upvote_count > 8 THEN 3 ELSE 2 END,
      unit_id = CASE WHEN g.rank % 5 > 0 THEN ${unitId}::bigint END,
      assignee_id = CASE WHEN g.rank % 5 IN (1, 2) THEN (
        SELECT u.id FROM users AS u WHERE u.company_id = ${companyId}::integer AND u.email = ${email}::text) END
    FROM (SELECT company_id, id, created_at, upvote_count, row_number() OVER (ORDER BY created_at DESC, id) AS rank
          FROM geoms WHERE company_id = ${companyId}::integer AND class_id = ${layerId}::bigint) AS g
    WHERE c.company_id = g.company_id AND c.geom_id = g.id`.execute(db);
}
