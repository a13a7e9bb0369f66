import type { CompanyId, RoutingRules } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { requireCompanyPermission } from '../../access/permissions.ts';
import { listRules } from '../../cases/routing/ruleRows.ts';
import type { Schema } from '../../db/schema.ts';
import type { Clock } from '../../runtime/Clock.ts';

/** Time over which caught cases are counted. */
const COUNTED_DAYS = 30;

export async function listRoutingRules(
  { database: { db }, clock }: Pick<AppDeps, 'database' | 'clock'>,
  actor: UserActor,
): Promise<RoutingRules> {
  requireCompanyPermission(actor, 'manageCompany');
  return await readRoutingRules(db, clock, actor.companyId);
}

export async function readRoutingRules(
  db: Kysely<Schema>,
  clock: Clock,
  companyId: CompanyId,
): Promise<RoutingRules> {
  const rules = await listRules(db, companyId);
  const names = await readAreaNames(db, companyId);
  const caught = await countCaught(db, clock, companyId);
  const { routing_version: version } = await db
    .selectFrom('companies')
    .select('routing_version')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return {
    rules: rules.map((rule) => ({
      ...rule,
      areaName: names.get(rule.id) ?? null,
      caught: caught.get(rule.id) ?? 0,
    })),
    version,
    uncaught: caught.get(null) ?? 0,
  };
}

/** Names of the objects that are areas, by rule; objects without a name have their description. */
async function readAreaNames(db: Kysely<Schema>, companyId: CompanyId): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT r.id, coalesce(nullif(a.name, ''), a.description) AS name
    FROM routing_rules AS r
    JOIN geoms AS a ON a.company_id = r.company_id AND a.id = r.area_object_id AND a.deleted_at IS NULL
    WHERE r.company_id = ${companyId}::integer`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** New cases by the rule that caught them; null for those that none caught. */
async function countCaught(
  db: Kysely<Schema>,
  clock: Clock,
  companyId: CompanyId,
): Promise<ReadonlyMap<number | null, number>> {
  const { rows } = await sql<{ id: number | null; count: number }>`
    SELECT c.rule_id AS id, count(*)::integer AS count
    FROM geoms AS g JOIN cases AS c ON c.company_id = g.company_id AND c.geom_id = g.id
    WHERE g.company_id = ${companyId}::integer AND g.deleted_at IS NULL
      AND g.created_at > ${clock.now} - make_interval(days => ${COUNTED_DAYS})
    GROUP BY c.rule_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
