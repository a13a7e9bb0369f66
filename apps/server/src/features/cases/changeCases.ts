import {
  type BodyOf,
  type CasePriority,
  type CaseRules,
  type changeCases as call,
  casePriorities,
  type ObjectId,
  type ReplyOf,
  type UnitId,
  type UserId,
} from '@pgis/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { isAssignable, listUnitsBelow } from '../../cases/assignable.ts';
import { readToday } from '../../cases/caseRows.ts';
import { loadWorkDays, type WorkDays } from '../../cases/workDays.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import { describeChange } from '../../layers/tree/describeChange.ts';
import { addObjectNotices, addUnitNotices } from '../../notices/addNotices.ts';
import { auditObject } from '../../objects/auditObject.ts';
import { queueAssignmentMail } from './assignmentMail.ts';
import { fromCases, listCaseLayers } from './selectCases.ts';

type Body = BodyOf<typeof call>;

interface ChangeRequest {
  readonly actor: UserActor;
  readonly requestId: string;
  readonly body: Body;
}

/** Values of a case that can be changed. */
interface CaseState {
  readonly assigneeId: UserId | null;
  readonly unitId: UnitId | null;
  readonly dueOn: string | null;
  readonly pausedOn: string | null;
  readonly priority: CasePriority;
}

interface LockedCase extends Omit<CaseState, 'priority'> {
  readonly rank: number;
  readonly id: ObjectId;
  readonly name: string;
  readonly priority: number;
}

/** Changes all of the cases or none; those that are so already are left alone and not counted. */
export async function changeCases(
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  { actor, requestId, body }: ChangeRequest,
): Promise<ReplyOf<typeof call>> {
  return await inTransaction(database, {}, async (db) => {
    const layers = await listCaseLayers(db, actor);
    const cases = await lockCases(db, layers, body.ids);
    if (cases.length < body.ids.length) throw new AppError('NOT_FOUND');
    const used = layers.filter((_, rank) => cases.some((one) => one.rank === rank));
    if (used.some(({ rights }) => !rights.edits)) throw new AppError('FORBIDDEN');
    await checkAssignment(db, used, body);
    const today = await readToday(db, clock);
    const workDays = await loadWorkDays();
    let count = 0;
    const assigned: ObjectId[] = [];
    const givenToUnit: ObjectId[] = [];
    for (const { rank, id, name, priority, ...rest } of cases) {
      const owner = layers[rank]?.layer;
      if (!owner?.caseRules) throw new Error('a locked case has a case layer');
      const old: CaseState = { ...rest, priority: casePriorities[priority - 1] ?? 'normal' };
      const details = describeChange(
        { ...old },
        { ...changeState(old, body, { rules: owner.caseRules, today, workDays }) },
      );
      if (details === undefined) continue;
      await writeState(db, { companyId: owner.companyId, id, changed: details.new });
      await auditObject(db, { actor, requestId, action: 'OBJECT_CASE_CHANGED', owner, id, name, details });
      count += 1;
      if (details.new.assigneeId) assigned.push(id);
      if (details.new.unitId) givenToUnit.push(id);
    }
    await tell(db, clock, { actor, body, assigned, givenToUnit });
    return { count };
  });
}

interface Given {
  readonly actor: UserActor;
  readonly body: Body;
  readonly assigned: readonly ObjectId[];
  readonly givenToUnit: readonly ObjectId[];
}

/** Tells the new assignee; a unit only if the work was not given to somebody at the same time. */
async function tell(
  db: Transaction<Schema>,
  clock: AppDeps['clock'],
  { actor, body: { assigneeId, unitId }, assigned, givenToUnit }: Given,
): Promise<void> {
  const by = { companyId: actor.companyId, byId: actor.userId };
  if (assigneeId) {
    await queueAssignmentMail(db, clock, { actor, assigneeId, ids: assigned });
    const objectIds = assigned;
    await addObjectNotices(db, clock, { ...by, kind: 'assigned', userId: assigneeId, objectIds });
  } else if (unitId) {
    await addUnitNotices(db, clock, { ...by, kind: 'unitAssigned', unitId, objectIds: givenToUnit });
  }
}

/**
 * State after a change. The time stands still during a pause: its days are added to the due date at the end, and a date
 * that is set meanwhile counts from then.
 */
function changeState(
  old: CaseState,
  body: Omit<Body, 'ids'>,
  {
    rules,
    today,
    workDays: { addDays, countDays },
  }: { readonly rules: CaseRules; readonly today: string; readonly workDays: WorkDays },
): CaseState {
  const { isPaused = old.pausedOn !== null } = body;
  const state = {
    assigneeId: body.assigneeId === undefined ? old.assigneeId : body.assigneeId,
    unitId: body.unitId === undefined ? old.unitId : body.unitId,
    priority: body.priority ?? old.priority,
  };
  const isDueSet = body.dueOn !== undefined;
  const dueOn = body.dueOn === undefined ? old.dueOn : body.dueOn;
  if (isPaused) return { ...state, dueOn, pausedOn: isDueSet ? today : (old.pausedOn ?? today) };
  if (old.pausedOn === null || dueOn === null || isDueSet) return { ...state, dueOn, pausedOn: null };
  const pausedDays = countDays(old.pausedOn, today, rules.days);
  return { ...state, dueOn: addDays(dueOn, pausedDays, rules.days), pausedOn: null };
}

async function lockCases(
  db: Transaction<Schema>,
  layers: readonly LayerAccess[],
  ids: readonly ObjectId[],
): Promise<LockedCase[]> {
  if (layers.length === 0) return [];
  const { rows } = await sql<LockedCase>`
    SELECT l.rank, g.id, g.name, c.assignee_id AS "assigneeId", c.unit_id AS "unitId", c.due_on::text AS "dueOn",
           c.paused_on::text AS "pausedOn", c.priority
    ${fromCases({ layers, ids })}
    ORDER BY g.id FOR UPDATE OF c`.execute(db);
  return rows;
}

/** The unit and the person have to fit each layer: rights follow its unit (D-PERM-01). */
async function checkAssignment(
  db: Kysely<Schema>,
  layers: readonly LayerAccess[],
  { assigneeId, unitId }: Body,
): Promise<void> {
  for (const { layer } of layers) {
    if (typeof assigneeId === 'number' && !(await isAssignable(db, layer.owner, assigneeId)))
      throw validationError({ path: '/assigneeId', code: 'NOT_ALLOWED' });
    if (typeof unitId !== 'number') continue;
    const units = await listUnitsBelow(db, layer.owner);
    if (!units.some(({ id }) => id === unitId))
      throw validationError({ path: '/unitId', code: 'NOT_ALLOWED' });
  }
}

async function writeState(
  db: Kysely<Schema>,
  {
    companyId,
    id,
    changed,
  }: { readonly companyId: number; readonly id: ObjectId; readonly changed: Partial<CaseState> },
): Promise<void> {
  const { assigneeId, unitId, dueOn, pausedOn, priority } = changed;
  await db
    .updateTable('cases')
    .set({
      ...(assigneeId !== undefined && { assignee_id: assigneeId }),
      ...(unitId !== undefined && { unit_id: unitId }),
      ...(dueOn !== undefined && { due_on: dueOn }),
      ...(pausedOn !== undefined && { paused_on: pausedOn }),
      ...(priority !== undefined && { priority: casePriorities.indexOf(priority) + 1 }),
    })
    .where('company_id', '=', companyId)
    .where('geom_id', '=', id)
    .execute();
}
