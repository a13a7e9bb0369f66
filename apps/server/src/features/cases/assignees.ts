import type { Assignees, Language, LayerId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { isWorker, listUnitsBelow, type Owner } from '../../cases/assignable.ts';
import { readToday } from '../../cases/caseRows.ts';
import type { Schema } from '../../db/schema.ts';
import { userName } from '../../db/sql/userName.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { isOverdue, listCaseLayers } from './selectCases.ts';

/** @throws NOT_FOUND unless it is a case layer of one's units; FORBIDDEN without the right to edit its objects. */
export async function listAssignees(
  { database: { db }, clock }: Pick<AppDeps, 'database' | 'clock'>,
  { actor, language, classId }: Reader & { readonly classId: LayerId },
): Promise<Assignees> {
  const [access] = await listCaseLayers(db, actor, classId);
  if (access === undefined) throw new AppError('NOT_FOUND');
  if (!access.rights.edits) throw new AppError('FORBIDDEN');
  const { owner } = access.layer;
  return {
    units: await listUnitsBelow(db, owner),
    people: await listPeople(db, { owner, language, today: await readToday(db, clock) }),
  };
}

async function listPeople(
  db: Kysely<Schema>,
  { owner, language, today }: { readonly owner: Owner; readonly language: Language; readonly today: string },
): Promise<Assignees['people']> {
  const { rows } = await sql<Assignees['people'][number]>`
    SELECT u.id, ${userName('u', language)} AS name, load.open, load.overdue
    FROM users AS u CROSS JOIN LATERAL (
      SELECT count(*)::integer AS open, (count(*) FILTER (WHERE ${isOverdue(today)}))::integer AS overdue
      FROM cases AS c
      JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.geom_id AND g.deleted_at IS NULL
      JOIN classifiers AS k ON k.company_id = g.company_id AND k.id = g.class_id
        AND k.case_layer IS NOT NULL AND k.deleted_at IS NULL
      WHERE c.company_id = u.company_id AND c.assignee_id = u.id AND c.closed_at IS NULL) AS load
    WHERE u.company_id = ${owner.companyId}::integer AND ${isWorker(owner)}
    ORDER BY name, u.id`.execute(db);
  return rows;
}
