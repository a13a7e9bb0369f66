import type {
  BodyOf,
  CompanyId,
  saveRoutingRules as call,
  RoutingRuleId,
  RoutingRules,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { requireCompanyPermission } from '../../access/permissions.ts';
import { audit } from '../../audit/audit.ts';
import { listRules, replaceRules, type StoredRule } from '../../cases/routing/ruleRows.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { lockCompany } from '../../db/lockCompany.ts';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { checkRules } from './checkRules.ts';
import { readRoutingRules } from './listRoutingRules.ts';

interface SaveRequest {
  readonly body: BodyOf<typeof call>;
  readonly requestId: string;
}

/** Replaces the list of rules. Cases that are open stay as they are. */
export async function saveRoutingRules(
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  actor: UserActor,
  { body, requestId }: SaveRequest,
): Promise<RoutingRules> {
  requireCompanyPermission(actor, 'manageCompany');
  const { companyId } = actor;
  // Adding an object waits for the lock of its company, so checks and counts stay outside.
  const checked = await checkRules(database.db, companyId, body.rules);
  await inTransaction(database, {}, async (db) => {
    await lockCompany(db, companyId);
    await raiseVersion(db, companyId, body.version);
    const before = await listRules(db, companyId);
    const after: StoredRule[] = [];
    for (const rule of checked) {
      const isStored = before.some(({ id }) => id === rule.id);
      after.push({ ...rule, id: isStored && rule.id ? rule.id : await nextRuleId(db, companyId) });
    }
    await replaceRules(db, companyId, after);
    await audit(db, {
      actor,
      action: 'ROUTING_CHANGED',
      entity: 'company',
      entityId: companyId,
      details: { old: { rules: before }, new: { rules: after } },
      requestId,
    });
  });
  return await readRoutingRules(database.db, clock, companyId);
}

/** @throws ROUTING_CHANGED if somebody else has saved the list meanwhile. */
async function raiseVersion(db: Kysely<Schema>, companyId: CompanyId, version: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('companies')
    .set({ routing_version: version + 1 })
    .where('company_id', '=', companyId)
    .where('routing_version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('ROUTING_CHANGED');
}

async function nextRuleId(db: Kysely<Schema>, companyId: CompanyId): Promise<RoutingRuleId> {
  const { rows } = await sql<{ id: RoutingRuleId }>`
    SELECT ${newId(companyId, 'routing_rule_seq')} AS id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the database gave no id');
  return id;
}
