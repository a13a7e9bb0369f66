import { type Kysely, sql } from 'kysely';
import type { Owner } from '../access/permissions.ts';
import type { Schema } from '../db/schema.ts';
import { userName } from '../db/sql/userName.ts';
import type { Mentionable } from './findMentions.ts';

/** Lists the users who can read the internal comments of a unit, by name. */
export async function listMentionable(
  db: Kysely<Schema>,
  { companyId, unitId }: Owner,
): Promise<Mentionable[]> {
  const { rows } = await sql<Mentionable>`
    WITH RECURSIVE line (id, parent_id) AS (
      SELECT id, parent_id FROM units WHERE company_id = ${companyId}::integer AND id = ${unitId}::bigint
      UNION
      SELECT p.id, p.parent_id FROM units AS p JOIN line ON p.id = line.parent_id
      WHERE p.company_id = ${companyId}::integer
    )
    SELECT u.id, ${userName('u', 'en')} AS name FROM users AS u
    WHERE u.company_id = ${companyId}::integer AND u.status = 'enabled' AND u.deleted_at IS NULL AND EXISTS (
      SELECT FROM group_members AS gm
      JOIN groups AS ug ON ug.company_id = gm.company_id AND ug.id = gm.group_id
      LEFT JOIN group_grants AS gg ON gg.company_id = ug.company_id AND gg.group_id = ug.id
      WHERE gm.company_id = u.company_id AND gm.user_id = u.id
        AND (ug.module_admin OR gg.unit_id IN (SELECT id FROM line)))
    ORDER BY name, u.id`.execute(db);
  return rows;
}
