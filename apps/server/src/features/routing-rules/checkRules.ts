import { isDeepStrictEqual } from 'node:util';
import type { CompanyId, ObjectId, Problem, RoutingRuleBody, UnitId, UserId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { isAssignable, listUnitsBelow, type Owner } from '../../cases/assignable.ts';
import { type CaseLayer, listCaseLayersOf } from '../../cases/caseLayers.ts';
import { listRules } from '../../cases/routing/ruleRows.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { objectKinds } from '../../layers/ObjectKind.ts';
import { checkValidity, parseGeometry } from '../../objects/parseGeometry.ts';

/**
 * Returns the rules with their areas in the normal form. A rule that is stored like this is not checked again: whom it
 * names may have lost a right since, which must not keep anybody from changing the others.
 *
 * @throws VALIDATION with the path of each value that cannot be used: `/rules/0/assigneeId`.
 */
export async function checkRules(
  db: Kysely<Schema>,
  companyId: CompanyId,
  rules: readonly RoutingRuleBody[],
): Promise<RoutingRuleBody[]> {
  const layers = await listCaseLayersOf(db, companyId);
  const stored = new Map((await listRules(db, companyId)).map((rule) => [rule.id, rule]));
  const checked: RoutingRuleBody[] = [];
  const problems: Problem[] = [];
  for (const [index, rule] of rules.entries()) {
    const path = `/rules/${index}`;
    if (rule.id !== undefined && isDeepStrictEqual({ ...stored.get(rule.id) }, { ...rule })) {
      checked.push(rule);
      continue;
    }
    const found = await findProblems(db, { companyId, layers, rule });
    problems.push(...found.map((problem) => ({ ...problem, path: `${path}${problem.path}` })));
    checked.push({ ...rule, areaWkt: await checkArea(db, rule.areaWkt, `${path}/areaWkt`) });
  }
  if (problems.length > 0) throw validationError(...problems);
  return checked;
}

interface CheckedRule {
  readonly companyId: CompanyId;
  readonly layers: readonly CaseLayer[];
  readonly rule: RoutingRuleBody;
}

async function findProblems(db: Kysely<Schema>, context: CheckedRule): Promise<Problem[]> {
  const { companyId, layers, rule } = context;
  const problems: Problem[] = rule.layerIds.flatMap((id, index) =>
    layers.some((layer) => layer.id === id)
      ? []
      : [{ path: `/layerIds/${index}`, code: 'UNKNOWN_LAYER' as const }],
  );
  const { areaObjectId, unitId, assigneeId, escalation } = rule;
  if (areaObjectId !== null && (rule.areaWkt !== null || !(await isArea(db, companyId, areaObjectId))))
    problems.push({ path: '/areaObjectId', code: 'NOT_ALLOWED' });
  if (unitId !== null && !(await mayGetUnit(db, context, unitId)))
    problems.push({ path: '/unitId', code: 'NOT_ALLOWED' });
  if (assigneeId !== null && !(await mayGetPerson(db, context, assigneeId)))
    problems.push({ path: '/assigneeId', code: 'NOT_ALLOWED' });
  if (escalation === null) return problems;
  const { votes, ageDays, silentDays, tellId } = escalation;
  if (votes === null && ageDays === null && silentDays === null)
    problems.push({ path: '/escalation', code: 'REQUIRED' });
  if (!(await mayGetPerson(db, context, tellId)))
    problems.push({ path: '/escalation/tellId', code: 'NOT_ALLOWED' });
  return problems;
}

/** Owners of the rule's layers, each unit once; a rule for every layer has those of all. */
function ownersOf({ layers, rule }: CheckedRule): Owner[] {
  const used = layers.filter(({ id }) => rule.layerIds.length === 0 || rule.layerIds.includes(id));
  return [...new Map(used.map(({ owner }) => [owner.unitId, owner])).values()];
}

/** True if the person can work on one layer of the rule: on others the case goes to the unit alone. */
async function mayGetPerson(db: Kysely<Schema>, context: CheckedRule, userId: UserId): Promise<boolean> {
  for (const owner of ownersOf(context)) if (await isAssignable(db, owner, userId)) return true;
  return false;
}

async function mayGetUnit(db: Kysely<Schema>, context: CheckedRule, unitId: UnitId): Promise<boolean> {
  for (const owner of ownersOf(context)) {
    const units = await listUnitsBelow(db, owner);
    if (units.some(({ id }) => id === unitId)) return true;
  }
  return false;
}

async function isArea(db: Kysely<Schema>, companyId: CompanyId, id: ObjectId): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM geoms WHERE company_id = ${companyId}::integer AND id = ${id}::bigint
      AND deleted_at IS NULL AND kind = ${objectKinds.polygon}`.execute(db);
  return rows.length > 0;
}

/** @throws INVALID_GEOMETRY with the path of the area. */
async function checkArea(db: Kysely<Schema>, wkt: string | null, path: string): Promise<string | null> {
  if (wkt === null) return null;
  const refused = () => new AppError('INVALID_GEOMETRY', { errors: [{ path, code: 'INVALID_GEOMETRY' }] });
  const geometry = parseGeometry(wkt);
  if (geometry.kind !== objectKinds.polygon) throw refused();
  await checkValidity(db, geometry);
  return geometry.wkt;
}
