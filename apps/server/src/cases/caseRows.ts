import {
  type CompanyId,
  companyOf,
  type LayerId,
  type ObjectId,
  type RoutingRuleId,
  type StatusId,
} from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { companyDay } from '../query/companyTime.ts';
import { isClosed, isClosedStatus } from '../query/openAndClosed.ts';
import type { Clock } from '../runtime/Clock.ts';
import { type NewCase, routeCase } from './routing/routeCase.ts';
import { findRuleOfCase } from './routing/ruleRows.ts';
import { loadWorkDays } from './workDays.ts';

/** SQL that opens cases and keeps their states. Objects of other layers have no row, so it does nothing to them. */

/** Today where the companies are. */
export async function readToday(db: Kysely<Schema>, clock: Clock): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    SELECT to_char(${companyDay(clock)}, 'YYYY-MM-DD') AS today`.execute(db);
  const today = rows[0]?.today;
  if (today === undefined) throw new Error('the database gave no date');
  return today;
}

/**
 * Moment of the first public answer to an object `g`; comments that a merge has moved here answered another, and the status of
 * a reopening is the reporter's own.
 */
const firstAnsweredAt = sql`(SELECT min(m.added_at) FROM comments AS m
  WHERE m.company_id = g.company_id AND m.geom_id = g.id AND m.is_public AND m.deleted_at IS NULL
    AND m.merged_from IS NULL AND NOT m.by_reporter)`;

/** Moment of the comment that closed an object `g`; null while it is open (D-CLS-03). */
const closedAt = sql`(SELECT m.added_at FROM comments AS m
  JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
  WHERE m.company_id = g.company_id AND m.id = g.latest_comment_id AND m.deleted_at IS NULL AND ${isClosedStatus})`;

/** Moment of the newest comment that opened an object `g` again; a closing comment that was deleted closed nothing. */
const reopenedAt = sql`(SELECT max(s.added_at) FROM (
    SELECT m.added_at, ${isClosed} AS closes, lag(${isClosed}) OVER (ORDER BY m.added_at, m.id) AS was_closed
    FROM comments AS m LEFT JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
    WHERE m.company_id = g.company_id AND m.geom_id = g.id AND m.deleted_at IS NULL AND m.merged_from IS NULL) AS s
  WHERE s.was_closed AND NOT s.closes)`;

const insertCases = (
  db: Kysely<Schema>,
  { objects, dueOn }: { readonly objects: RawBuilder<unknown>; readonly dueOn: string | null },
) =>
  sql`INSERT INTO cases (company_id, geom_id, due_on, first_answered_at, closed_at, reopened_at)
    SELECT g.company_id, g.id, ${dueOn}::date, ${firstAnsweredAt}, ${closedAt}, ${reopenedAt} FROM ${objects}
    ON CONFLICT DO NOTHING`.execute(db);

/**
 * Opens the case of an object that was added to a layer or moved there, and routes it; an earlier case goes on as it is.
 */
export async function openCase(
  db: Kysely<Schema>,
  clock: Clock,
  added: Omit<NewCase, 'today'>,
): Promise<void> {
  const { layer, id } = added;
  const { caseRules } = layer;
  if (caseRules === null) return;
  const { dueDays, days } = caseRules;
  const today = await readToday(db, clock);
  const dueOn = dueDays === null ? null : (await loadWorkDays()).addDays(today, dueDays, days);
  const { numAffectedRows = 0n } = await insertCases(db, {
    objects: sql`geoms AS g WHERE g.company_id = ${companyOf(id)}::integer AND g.id = ${id}::bigint`,
    dueOn,
  });
  if (numAffectedRows > 0n) await routeCase(db, clock, { ...added, today });
}

export interface RenewedCase {
  readonly dueOn: string | null;
  /** Values that changed, before and after. */
  readonly old: Readonly<Record<string, string | null>>;
  readonly new: Readonly<Record<string, string | null>>;
  /** Rule whose days count; undefined for those of the layer. */
  readonly ruleId: RoutingRuleId | undefined;
}

/**
 * Gives a reopened case the time of a new one, by the rule that has routed it or else by its layer: a date that has passed
 * is no promise any more, a later one stays. A pause ends, and the case can be escalated again.
 *
 * @returns undefined for an object that is no case.
 */
export async function renewDueDate(
  db: Kysely<Schema>,
  clock: Clock,
  { layer: { caseRules }, id }: Pick<NewCase, 'layer' | 'id'>,
): Promise<RenewedCase | undefined> {
  if (caseRules === null) return undefined;
  const companyId = companyOf(id);
  const today = await readToday(db, clock);
  const rule = await findRuleOfCase(db, id);
  const deciding = rule?.dueDays === null ? undefined : rule;
  const { dueDays, days } = deciding ?? caseRules;
  const dueOn = dueDays === null ? null : (await loadWorkDays()).addDays(today, dueDays, days);
  const { rows } = await sql<{ dueOn: string | null; oldDueOn: string | null; oldPausedOn: string | null }>`
    UPDATE cases AS c SET due_on = greatest(CASE WHEN c.due_on >= ${today}::date THEN c.due_on END, ${dueOn}::date),
      paused_on = NULL, escalated_at = NULL
    FROM (SELECT due_on, paused_on FROM cases
          WHERE company_id = ${companyId}::integer AND geom_id = ${id}::bigint FOR UPDATE) AS was
    WHERE c.company_id = ${companyId}::integer AND c.geom_id = ${id}::bigint
    RETURNING c.due_on::text AS "dueOn", was.due_on::text AS "oldDueOn", was.paused_on::text AS "oldPausedOn"`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const hasNewDate = row.dueOn !== row.oldDueOn;
  const wasPaused = row.oldPausedOn !== null;
  return {
    dueOn: row.dueOn,
    old: { ...(hasNewDate && { dueOn: row.oldDueOn }), ...(wasPaused && { pausedOn: row.oldPausedOn }) },
    new: { ...(hasNewDate && { dueOn: row.dueOn }), ...(wasPaused && { pausedOn: null }) },
    ruleId: deciding?.id,
  };
}

/**
 * Opens cases for all objects of a case layer that have none: those from before it became one, and imported ones. They
 * have no due date, because nobody promised one.
 */
export async function openMissingCases(db: Kysely<Schema>, layerId: LayerId): Promise<void> {
  await insertCases(db, {
    objects: sql`classifiers AS l JOIN geoms AS g ON g.company_id = l.company_id AND g.class_id = l.id
      WHERE l.company_id = ${companyOf(layerId)}::integer AND l.id = ${layerId}::bigint
        AND l.case_layer IS NOT NULL AND g.deleted_at IS NULL`,
    dueOn: null,
  });
}

const updateStates = (db: Kysely<Schema>, condition: RawBuilder<unknown>) =>
  sql`UPDATE cases AS c
    SET first_answered_at = ${firstAnsweredAt}, closed_at = ${closedAt}, reopened_at = ${reopenedAt}
    FROM geoms AS g WHERE g.company_id = c.company_id AND g.id = c.geom_id AND ${condition}`.execute(db);

/** Call it after comments of these objects of one company were added or deleted. */
export async function updateCaseStates(db: Kysely<Schema>, objectIds: readonly ObjectId[]): Promise<void> {
  const companyId = companyOf(objectIds[0] ?? 0);
  await updateStates(
    db,
    sql`c.company_id = ${companyId}::integer AND c.geom_id = ANY(${objectIds}::bigint[])`,
  );
}

/** Call it after a status began or ceased to close objects. */
export async function updateCasesWithStatus(
  db: Kysely<Schema>,
  { companyId, statusId }: { readonly companyId: CompanyId; readonly statusId: StatusId },
): Promise<void> {
  await updateStates(
    db,
    sql`c.company_id = ${companyId}::integer AND EXISTS (
      SELECT FROM comments AS s WHERE s.company_id = g.company_id AND s.id = g.latest_comment_id
        AND s.status_id = ${statusId}::bigint)`,
  );
}
