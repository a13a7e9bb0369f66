import type { CompanyId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { lockCompany } from '../../db/lockCompany.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';

/** Counts enabled users with the module Admin. */
async function countAdmins(db: Kysely<Schema>, companyId: CompanyId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT u.id) AS count
    FROM groups g
    JOIN group_members m ON m.company_id = g.company_id AND m.group_id = g.id
    JOIN users u ON u.company_id = m.company_id AND u.id = m.user_id
    WHERE g.company_id = ${companyId} AND g.module_admin AND u.status = 'enabled'`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Changes users or groups in a transaction and throws LAST_ADMIN when that leaves the company without an
 * Admin (D-USER-02). Such changes of one company run one after the other, so that two cannot each remove the
 * other's Admin.
 */
export async function guardLastAdmin<T>(
  db: Kysely<Schema>,
  companyId: CompanyId,
  change: () => Promise<T>,
): Promise<T> {
  await lockCompany(db, companyId);
  const before = await countAdmins(db, companyId);
  const result = await change();
  if (before > 0 && (await countAdmins(db, companyId)) === 0) throw new AppError('LAST_ADMIN');
  return result;
}
