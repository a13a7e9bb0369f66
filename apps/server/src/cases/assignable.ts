import type { Assignees, CompanyId, UnitId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Company and unit of a case layer. */
export interface Owner {
  readonly companyId: CompanyId;
  readonly unitId: UnitId | null;
}

/** An assignment gives no right, so only those who may edit the unit's objects already can be assigned to them. */
export const isWorker = ({ companyId, unitId }: Owner): RawBuilder<boolean> => sql`(
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

/** True for a user `userId` who can be assigned to objects of the unit. */
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
