import { type RawBuilder, sql } from 'kysely';

/**
 * Rows `(user_id)` of those who are notified of the work of a unit: the users with Write or Admin in it. Where there are none,
 * those of the nearest unit above; so whoever may edit everywhere is not notified of everything.
 */
export const workersOf = (
  companyId: RawBuilder<unknown>,
  unitId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  WITH RECURSIVE line (id, parent_id, depth) AS (
    SELECT id, parent_id, 0 FROM units WHERE company_id = ${companyId} AND id = ${unitId}
    UNION ALL
    SELECT p.id, p.parent_id, line.depth + 1 FROM units AS p JOIN line ON p.id = line.parent_id
    WHERE p.company_id = ${companyId}
  ), workers AS (
    SELECT u.id AS user_id, min(line.depth) AS depth FROM line
    JOIN group_grants AS gg ON gg.company_id = ${companyId} AND gg.unit_id = line.id AND gg.level IN ('Write', 'Admin')
    JOIN group_members AS gm ON gm.company_id = gg.company_id AND gm.group_id = gg.group_id
    JOIN users AS u ON u.company_id = gm.company_id AND u.id = gm.user_id AND u.status = 'enabled' AND u.deleted_at IS NULL
    GROUP BY u.id
  )
  SELECT user_id FROM workers WHERE depth = (SELECT min(depth) FROM workers))`;
