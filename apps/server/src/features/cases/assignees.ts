import type { Assignees, CompanyId, Language, LayerId, UnitId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { readToday } from '../../cases/caseRows.ts';
import type { Schema } from '../../db/schema.ts';
import { userName } from '../../db/sql/userName.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { isOverdue, listCaseLayers } from './selectCases.ts';

interface Owner {
  readonly companyId: CompanyId;
  readonly unitId: UnitId | null;
}

/** An assignment gives no right, so only those who may edit the unit's objects already can be assigned to them. */
const isWorker = ({ companyId, unitId }: Owner): RawBuilder<boolean> => sql`(
  u.status = 'enabled' AND u.deleted_at IS NULL AND EXISTS (
    SELECT FROM group_members AS gm
    JOIN groups AS ug ON ug.company_id = gm.company_id AND ug.id = gm.group_id
    LEFT JOIN group_grants AS gg ON gg.company_id = ug.company_id AND gg.group_id = ug.id
    WHERE gm.company_id = u.company_id AND gm.user_id = u.id
      AND (ug.module_admin OR gg.level IN ('Write', 'Admin') AND gg.unit_id IN (
        WITH RECURSIVE line (id, parent_id) AS (
          SELECT id, parent_id FROM units WHERE company_id = ${companyId}::integer AND id = ${unitId}::bigint
          UNION
          SELECT p.id, p.parent_id FROM units AS p JOIN line ON p.id = line.parent_id
          WHERE p.company_id = ${companyId}::integer
        ) SELECT id FROM line))))`;

/** Ids of the users among these who can be assigned to objects of the unit. */
export async function isAssignable(db: Kysely<Schema>, owner: Owner, userId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM users AS u
    WHERE u.company_id = ${owner.companyId}::integer AND u.id = ${userId}::bigint AND ${isWorker(owner)}`.execute(
    db,
  );
  return rows.length > 0;
}

/** The unit and those below it: whoever edits its objects holds the level in all of them (PERM-01). */
export async function listUnitsBelow(
  db: Kysely<Schema>,
  { companyId, unitId }: Owner,
): Promise<Assignees['units']> {
  const { rows } = await sql<Assignees['units'][number]>`
    WITH RECURSIVE below (id, name) AS (
      SELECT id, name FROM units WHERE company_id = ${companyId}::integer AND id = ${unitId}::bigint
      UNION
      SELECT n.id, n.name FROM units AS n JOIN below ON n.parent_id = below.id
      WHERE n.company_id = ${companyId}::integer
    ) SELECT id, name FROM below ORDER BY id <> ${unitId}::bigint, name, id`.execute(db);
  return rows;
}

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
