import type { CompanyId, LayerId, ObjectId, RoutingRuleId, UnitId, UserId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { audit } from '../../audit/audit.ts';
import { isAssignable } from '../../cases/assignable.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import type { JobKind } from '../../jobs/JobKind.ts';
import { addMails } from '../../mail/mailJobs.ts';
import { addObjectNotices } from '../../notices/addNotices.ts';
import type { Clock } from '../../runtime/Clock.ts';

const EVERY_S = 600;
/** Cases that one transaction escalates. */
const BATCH = 200;
/** `casePriorities` counted from 1. */
const HIGH_PRIORITY = 3;

const limitOf = (name: 'votes' | 'ageDays' | 'silentDays') => sql`(r.escalation ->> ${name}::text)::integer`;

/** Open cases `c` of objects `g` that have reached a limit of their rule `r`, and have not been escalated. */
const toEscalate = (clock: Clock): RawBuilder<unknown> => sql`
  FROM routing_rules AS r
  JOIN cases AS c ON c.company_id = r.company_id AND c.rule_id = r.id
    AND c.escalated_at IS NULL AND c.closed_at IS NULL AND c.paused_on IS NULL
  JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.geom_id AND g.deleted_at IS NULL
  JOIN classifiers AS l ON l.company_id = g.company_id AND l.id = g.class_id
    AND l.deleted_at IS NULL AND l.case_layer IS NOT NULL
  JOIN classifiers AS p ON p.company_id = l.company_id AND p.id = l.parent_id
  WHERE r.escalation IS NOT NULL AND r.is_enabled AND (
    g.upvote_count >= ${limitOf('votes')}
    OR g.created_at <= ${clock.now} - make_interval(days => ${limitOf('ageDays')})
    OR coalesce((SELECT max(m.added_at) FROM comments AS m
                 WHERE m.company_id = g.company_id AND m.geom_id = g.id AND m.is_public AND m.deleted_at IS NULL
                   AND NOT m.by_reporter),
                g.created_at) <= ${clock.now} - make_interval(days => ${limitOf('silentDays')}))`;

/** Periodic job: tells the persons of the rules about cases that reach a limit, once each, and raises their priority. */
export function escalationJobKind(deps: Pick<AppDeps, 'database' | 'clock'>): JobKind {
  return {
    kind: 'case-escalation',
    period: {
      everyS: EVERY_S,
      // Asked every two seconds, so it looks for rules only.
      hasWork: async () => {
        const { rows } = await sql`
          SELECT 1 FROM routing_rules WHERE is_enabled AND escalation IS NOT NULL LIMIT 1`.execute(
          deps.database.db,
        );
        return rows.length > 0;
      },
    },
    run: async (_job, { extendLease }) => {
      let count = 0;
      const tellable = await listTellable(deps.database.db, deps.clock);
      for (;;) {
        const escalated = await inTransaction(deps.database, {}, async (db) => {
          await extendLease({ count }, db);
          return await escalateBatch(db, deps.clock, tellable);
        });
        count += escalated;
        if (escalated < BATCH) return { count };
      }
    },
  };
}

interface EscalatedCase {
  readonly companyId: CompanyId;
  readonly id: ObjectId;
  readonly name: string;
  readonly layerId: LayerId;
  readonly unitId: UnitId | null;
  readonly ruleId: RoutingRuleId;
  readonly tellId: UserId;
}

/** Rules beside the units of layers on whose cases the person of the rule can still work. */
interface Tellable {
  readonly ruleIds: readonly RoutingRuleId[];
  readonly unitIds: readonly UnitId[];
}

/** Leaves out persons who have lost their right: a case that nobody would be told of waits until the rule names another. */
async function listTellable(db: Kysely<Schema>, clock: Clock): Promise<Tellable> {
  const { rows } = await sql<{ companyId: CompanyId; ruleId: RoutingRuleId; unitId: UnitId; tellId: UserId }>`
    SELECT DISTINCT c.company_id AS "companyId", r.id AS "ruleId", p.unit_id AS "unitId",
           (r.escalation ->> 'tellId')::bigint AS "tellId"
    ${toEscalate(clock)} AND p.unit_id IS NOT NULL`.execute(db);
  const allowed = [];
  for (const row of rows) if (await isAssignable(db, row, row.tellId)) allowed.push(row);
  return {
    ruleIds: allowed.map(({ ruleId }) => ruleId),
    unitIds: allowed.map(({ unitId }) => unitId),
  };
}

async function escalateBatch(
  db: Kysely<Schema>,
  clock: Clock,
  { ruleIds, unitIds }: Tellable,
): Promise<number> {
  const { rows } = await sql<EscalatedCase>`
    SELECT c.company_id AS "companyId", g.id, g.name, l.id AS "layerId", p.unit_id AS "unitId", r.id AS "ruleId",
           (r.escalation ->> 'tellId')::bigint AS "tellId"
    ${toEscalate(clock)}
      AND (r.id, p.unit_id) IN (SELECT * FROM unnest(${ruleIds}::bigint[], ${unitIds}::bigint[]))
    ORDER BY c.company_id, g.id LIMIT ${BATCH} FOR UPDATE OF c`.execute(db);
  for (const { companyId, id, name, layerId, unitId, ruleId, tellId } of rows) {
    await sql`UPDATE cases SET escalated_at = ${clock.now}, priority = ${HIGH_PRIORITY}
      WHERE company_id = ${companyId}::integer AND geom_id = ${id}::bigint`.execute(db);
    await audit(db, {
      ...{ actor: undefined, companyId, action: 'OBJECT_CASE_CHANGED', entity: 'object' },
      ...{ entityId: id, entityName: name, layerId, unitId },
      details: { ruleId, new: { priority: 'high', toldId: tellId } },
    });
  }
  const mails = toMails(rows);
  await addMails(db, clock, mails);
  for (const { companyId, userId, details } of mails)
    await addObjectNotices(db, clock, { companyId, kind: 'escalated', userId, objectIds: details.ids });
  return rows.length;
}

/** One mail for each person, about all their cases of a batch. */
function toMails(cases: readonly EscalatedCase[]) {
  const byPerson = Map.groupBy(cases, ({ companyId, tellId }) => `${companyId} ${tellId}`);
  return [...byPerson.values()].flatMap((ofOne) => {
    const [first] = ofOne;
    if (first === undefined) return [];
    const { companyId, tellId } = first;
    const details = { ids: ofOne.map(({ id }) => id), byId: null };
    return [{ companyId, template: 'escalation' as const, userId: tellId, details }];
  });
}
