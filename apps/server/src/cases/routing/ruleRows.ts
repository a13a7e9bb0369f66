import {
  type CompanyId,
  casePriorities,
  companyOf,
  type Escalation,
  type ObjectId,
  type RoutingRuleBody,
  type RoutingRuleId,
} from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** A routing rule as it is stored. */
export type StoredRule = Required<RoutingRuleBody>;

/** Columns of a rule `r` as the properties of `StoredRule`. */
const ruleColumns = sql`r.id, r.is_enabled AS "isEnabled", r.layer_ids AS "layerIds", ST_AsText(r.area) AS "areaWkt",
  r.area_object_id AS "areaObjectId", r.words, r.unit_id AS "unitId", r.assignee_id AS "assigneeId",
  (${[...casePriorities]}::text[])[r.priority] AS priority, r.due_days AS "dueDays", r.days, r.escalation`;

/** The point by which an object `g` lies in an area: where its case is on the map. */
const pointOfCase = sql`ST_Centroid(g.geom)`;

/** Conditions of a rule `r` on an object `g`. The area of a deleted object holds nothing. */
export const ruleConditions = {
  layer: sql<boolean>`(cardinality(r.layer_ids) = 0 OR g.class_id = ANY(r.layer_ids))`,
  area: sql<boolean>`(r.area IS NULL OR ST_Intersects(r.area, ${pointOfCase}))
    AND (r.area_object_id IS NULL OR EXISTS (
      SELECT FROM geoms AS a WHERE a.company_id = g.company_id AND a.id = r.area_object_id
        AND a.deleted_at IS NULL AND ST_Intersects(a.geom, ${pointOfCase})))`,
  words: sql<boolean>`(cardinality(r.words) = 0 OR EXISTS (
    SELECT FROM unnest(r.words) AS word
    WHERE position(lower(word) IN lower(g.name || ' ' || g.description)) > 0))`,
} as const;

export const matchesRule: RawBuilder<boolean> = sql<boolean>`(r.is_enabled
  AND ${ruleConditions.layer} AND ${ruleConditions.words} AND ${ruleConditions.area})`;

export async function listRules(db: Kysely<Schema>, companyId: CompanyId): Promise<StoredRule[]> {
  const { rows } = await sql<StoredRule>`
    SELECT ${ruleColumns} FROM routing_rules AS r
    WHERE r.company_id = ${companyId}::integer ORDER BY r.position`.execute(db);
  return rows;
}

/** The first rule that matches an object; undefined if none does. */
export async function findRule(
  db: Kysely<Schema>,
  { companyId, objectId }: { readonly companyId: CompanyId; readonly objectId: number },
): Promise<StoredRule | undefined> {
  const { rows } = await sql<StoredRule>`
    SELECT ${ruleColumns} FROM routing_rules AS r
    JOIN geoms AS g ON g.company_id = r.company_id AND g.id = ${objectId}::bigint
    WHERE r.company_id = ${companyId}::integer AND ${matchesRule}
    ORDER BY r.position LIMIT 1`.execute(db);
  return rows[0];
}

/** The rule that has routed a case; undefined if none has, or it was deleted since. */
export async function findRuleOfCase(db: Kysely<Schema>, id: ObjectId): Promise<StoredRule | undefined> {
  const { rows } = await sql<StoredRule>`
    SELECT ${ruleColumns} FROM cases AS c
    JOIN routing_rules AS r ON r.company_id = c.company_id AND r.id = c.rule_id
    WHERE c.company_id = ${companyOf(id)}::integer AND c.geom_id = ${id}::bigint`.execute(db);
  return rows[0];
}

const toJson = (escalation: Escalation | null): string | null =>
  escalation === null ? null : JSON.stringify(escalation);

const priorityNumber = ({ priority }: RoutingRuleBody): number | null =>
  priority === null ? null : casePriorities.indexOf(priority) + 1;

/** Rows of rules that need not be stored, under the alias `r`; `position` counts from 0. */
export const rulesAsRows = (rules: readonly RoutingRuleBody[]): RawBuilder<unknown> =>
  sql`(VALUES ${sql.join(
    rules.map(
      (rule, position) => sql`(${position}::integer, ${rule.isEnabled}::boolean, ${rule.layerIds}::bigint[],
        ST_GeomFromText(${rule.areaWkt}::text, 3857), ${rule.areaObjectId}::bigint, ${rule.words}::text[])`,
    ),
  )}) AS r (position, is_enabled, layer_ids, area, area_object_id, words)`;

/** Stores the rules of a company in this order, in place of those before; a rule keeps its id. */
export async function replaceRules(
  db: Kysely<Schema>,
  companyId: CompanyId,
  rules: readonly StoredRule[],
): Promise<void> {
  await db
    .deleteFrom('routing_rules')
    .where('company_id', '=', companyId)
    .where('id', 'not in', [0 as RoutingRuleId, ...rules.map(({ id }) => id)])
    .execute();
  for (const [position, rule] of rules.entries()) {
    await sql`INSERT INTO routing_rules (company_id, id, position, is_enabled, layer_ids, area, area_object_id, words,
        unit_id, assignee_id, priority, due_days, days, escalation)
      VALUES (${companyId}, ${rule.id}, ${position}, ${rule.isEnabled}, ${rule.layerIds}::bigint[],
        ST_GeomFromText(${rule.areaWkt}::text, 3857), ${rule.areaObjectId}::bigint, ${rule.words}::text[],
        ${rule.unitId}::bigint, ${rule.assigneeId}::bigint, ${priorityNumber(rule)}::smallint,
        ${rule.dueDays}::integer, ${rule.days}, ${toJson(rule.escalation)}::jsonb)
      ON CONFLICT (company_id, id) DO UPDATE SET position = excluded.position, is_enabled = excluded.is_enabled,
        layer_ids = excluded.layer_ids, area = excluded.area, area_object_id = excluded.area_object_id,
        words = excluded.words, unit_id = excluded.unit_id, assignee_id = excluded.assignee_id,
        priority = excluded.priority, due_days = excluded.due_days, days = excluded.days,
        escalation = excluded.escalation`.execute(db);
  }
}
