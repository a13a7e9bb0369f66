import { casePriorities, companyOf, type ObjectId, type UnitId, type UserId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Actor } from '../../access/Actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Schema } from '../../db/schema.ts';
import type { Layer } from '../../layers/Layer.ts';
import { addMail } from '../../mail/mailJobs.ts';
import { addObjectNotices, addUnitNotices } from '../../notices/addNotices.ts';
import type { Clock } from '../../runtime/Clock.ts';
import { isAssignable, listUnitsBelow } from '../assignable.ts';
import { loadWorkDays } from '../workDays.ts';
import { findRule, type StoredRule } from './ruleRows.ts';

export interface NewCase {
  readonly layer: Layer;
  readonly id: ObjectId;
  readonly name: string;
  readonly actor: Actor;
  readonly requestId: string;
  /** The day on which the case is opened. */
  readonly today: string;
}

/** Applies the first routing rule that matches a case that was just opened. */
export async function routeCase(db: Kysely<Schema>, clock: Clock, opened: NewCase): Promise<void> {
  const { layer, id, name, actor, requestId, today } = opened;
  const companyId = companyOf(id);
  const rule = await findRule(db, { companyId, objectId: id });
  if (rule === undefined) return;
  const { dueDays, days, priority } = rule;
  const { unitId, assigneeId } = await findReceivers(db, layer, rule);
  const dueOn = dueDays === null ? undefined : (await loadWorkDays()).addDays(today, dueDays, days);
  await db
    .updateTable('cases')
    .set({
      rule_id: rule.id,
      unit_id: unitId,
      assignee_id: assigneeId,
      ...(priority !== null && { priority: casePriorities.indexOf(priority) + 1 }),
      ...(dueOn !== undefined && { due_on: dueOn }),
    })
    .where('company_id', '=', companyId)
    .where('geom_id', '=', id)
    .execute();
  await audit(db, {
    actor: undefined,
    companyId,
    action: 'OBJECT_CASE_CHANGED',
    entity: 'object',
    entityId: id,
    entityName: name,
    unitId: layer.owner.unitId,
    layerId: layer.ownerId,
    details: {
      ruleId: rule.id,
      new: {
        ...(assigneeId !== null && { assigneeId }),
        ...(unitId !== null && { unitId }),
        ...(priority !== null && { priority }),
        ...(dueOn !== undefined && { dueOn }),
      },
    },
    requestId,
  });
  if (assigneeId === null) {
    if (unitId !== null)
      await addUnitNotices(db, clock, { companyId, kind: 'unitAssigned', unitId, objectIds: [id] });
    return;
  }
  if (actor.kind === 'user' && actor.userId === assigneeId) return;
  await addMail(db, clock, {
    companyId,
    template: 'assignment',
    userId: assigneeId,
    details: { ids: [id], byId: null },
  });
  await addObjectNotices(db, clock, { companyId, kind: 'assigned', userId: assigneeId, objectIds: [id] });
}

/**
 * Unit and person of a rule, as far as they can still work on the layer: rights may have changed since the rule was
 * saved, and a case must not wait for somebody who cannot open it.
 */
async function findReceivers(
  db: Kysely<Schema>,
  { owner }: Layer,
  { unitId, assigneeId }: StoredRule,
): Promise<{ readonly unitId: UnitId | null; readonly assigneeId: UserId | null }> {
  const isUnitBelow = unitId !== null && (await listUnitsBelow(db, owner)).some(({ id }) => id === unitId);
  const isWorking = assigneeId !== null && (await isAssignable(db, owner, assigneeId));
  return { unitId: isUnitBelow ? unitId : null, assigneeId: isWorking ? assigneeId : null };
}
