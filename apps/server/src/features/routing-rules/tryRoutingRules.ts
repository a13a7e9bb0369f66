import type {
  explainRouting as explainCall,
  ObjectId,
  ReplyOf,
  RoutingRuleBody,
  RoutingRuleId,
  TriedReport,
} from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { requireCompanyPermission } from '../../access/permissions.ts';
import { matchesRule, ruleConditions, rulesAsRows } from '../../cases/routing/ruleRows.ts';
import { AppError } from '../../errors/AppError.ts';
import { checkRules } from './checkRules.ts';

type Deps = Pick<AppDeps, 'database'>;

/** Number of the newest cases with which a list of rules is tried. */
const TRIED_REPORTS = 100;

/** Says which of the rules would have taken each of the newest cases. */
export async function tryRoutingRules(
  { database: { db } }: Deps,
  actor: UserActor,
  rules: readonly RoutingRuleBody[],
): Promise<{ reports: TriedReport[] }> {
  requireCompanyPermission(actor, 'manageCompany');
  const { companyId } = actor;
  const checked = await checkRules(db, companyId, rules);
  const rule =
    checked.length === 0
      ? sql`NULL::integer`
      : sql`(SELECT r.position FROM ${rulesAsRows(checked)} WHERE ${matchesRule} ORDER BY r.position LIMIT 1)`;
  const { rows } = await sql<TriedReport>`
    SELECT g.id, g.class_id AS "classId", g.name, g.description,
           to_char(g.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt", ${rule} AS rule
    FROM (
      SELECT o.* FROM geoms AS o
      JOIN cases AS c ON c.company_id = o.company_id AND c.geom_id = o.id
      JOIN classifiers AS l ON l.company_id = o.company_id AND l.id = o.class_id
        AND l.case_layer IS NOT NULL AND l.deleted_at IS NULL
      WHERE o.company_id = ${companyId}::integer AND o.deleted_at IS NULL
      ORDER BY o.created_at DESC, o.id DESC LIMIT ${TRIED_REPORTS}) AS g
    ORDER BY g.created_at DESC, g.id DESC`.execute(db);
  return { reports: rows };
}

/**
 * Says which stored rule takes a case, and which conditions of each rule it meets.
 *
 * @throws NOT_FOUND for what is no case of the company.
 */
export async function explainRouting(
  { database: { db } }: Deps,
  actor: UserActor,
  id: ObjectId,
): Promise<ReplyOf<typeof explainCall>> {
  requireCompanyPermission(actor, 'manageCompany');
  const { companyId } = actor;
  const { rows: cases } = await sql<{ name: string }>`
    SELECT coalesce(nullif(g.name, ''), g.description) AS name FROM geoms AS g
    JOIN cases AS c ON c.company_id = g.company_id AND c.geom_id = g.id
    WHERE g.company_id = ${companyId}::integer AND g.id = ${id}::bigint AND g.deleted_at IS NULL`.execute(db);
  const [found] = cases;
  if (found === undefined) throw new AppError('NOT_FOUND');
  const { rows } = await sql<{
    id: RoutingRuleId;
    isLayerMet: boolean;
    isAreaMet: boolean;
    areWordsMet: boolean;
    isTaken: boolean;
  }>`
    SELECT r.id, ${ruleConditions.layer} AS "isLayerMet", (${ruleConditions.area}) AS "isAreaMet",
           ${ruleConditions.words} AS "areWordsMet", ${matchesRule} AS "isTaken"
    FROM routing_rules AS r
    JOIN geoms AS g ON g.company_id = r.company_id AND g.id = ${id}::bigint
    WHERE r.company_id = ${companyId}::integer ORDER BY r.position`.execute(db);
  return {
    name: found.name,
    takenBy: rows.find(({ isTaken }) => isTaken)?.id ?? null,
    rules: rows.map(({ isTaken: _, ...rule }) => rule),
  };
}
