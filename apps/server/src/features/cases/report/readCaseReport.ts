import {
  type CaseReport,
  type CaseReportRow,
  type getCaseReport as call,
  caseAgeStarts,
  type Language,
  limits,
  type QueryOf,
  type UnitId,
  type UserId,
} from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { permissionFor } from '../../../access/permissions.ts';
import { readToday } from '../../../cases/caseRows.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { userName } from '../../../db/sql/userName.ts';
import { layerNameIn } from '../../../layers/Layer.ts';
import type { LayerAccess } from '../../../layers/layerQuery.ts';
import { listCaseLayers } from '../selectCases.ts';
import { type CountedCases, caseFacts } from './caseFacts.ts';
import {
  BEFORE,
  type Group,
  groupsOf,
  overdueByAge,
  periodOf,
  type Sums,
  sumsOf,
  toFigures,
  weeksOf,
} from './caseSums.ts';
import { centreOf } from './hexagons.ts';
import { type Cell, hexagonWidth, hotSpots } from './hotSpots.ts';
import { listWeeks, toPeriod } from './reportPeriod.ts';

type Query = QueryOf<typeof call>;

export interface ReportRequest {
  readonly actor: UserActor;
  readonly language: Language;
  readonly query: Query;
}

/**
 * Persons are counted for those who manage the users of every unit whose layers are counted: a part of somebody's work would
 * be taken for the whole.
 */
const seesPeople = (actor: UserActor, layers: readonly LayerAccess[]): boolean =>
  layers.every(({ layer }) => permissionFor(actor, 'manageUsers', layer.owner) !== 'no');

/** Casework in figures, over the cases that the inbox of the actor lists. */
export async function readCaseReport(
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  { actor, language, query: { _class, _unit, _weeks = limits.caseReport.defaultWeeks } }: ReportRequest,
): Promise<CaseReport> {
  return await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
    const today = await readToday(db, clock);
    const period = toPeriod(today, _weeks);
    const layers = await listCaseLayers(db, actor, _class);
    const hasPeople = layers.length > 0 && seesPeople(actor, layers);
    const sums = await readSums(db, { layers, unitId: _unit, period }, hasPeople);
    const of = (kind: Group['kind']) => sums.groups.filter((group) => group.kind === kind);
    const [all] = of('all');
    const units = await readUnitNames(
      db,
      actor,
      of('unit').map(({ unitId }) => unitId),
    );
    const people = await readUserNames(
      db,
      { actor, language },
      of('person').map(({ userId }) => userId),
    );
    const widthM = sums.widthM;
    const weeks = new Map(sums.weeks.map((week) => [week.index, week]));
    return {
      from: period.weekStarts[0] ?? today,
      to: today,
      totals: toFigures(all?.sums ?? noSums),
      before: toFigures(sums.before),
      ages: (all?.ages ?? noAges).map((open, age) => ({ open, overdue: sums.overdueByAge[age] ?? 0 })),
      weeks: listWeeks(period).map((week, index) => {
        const { received = 0, closed = 0 } = weeks.get(index) ?? {};
        return { ...week, received, closed };
      }),
      units: toRows(
        of('unit').map((group) => ({ ...group, id: group.unitId, name: units.get(group.unitId ?? 0) })),
      ),
      layers: layers.map(({ layer }, rank) => {
        const group = of('layer').find((one) => one.rank === rank);
        const row = { id: layer.id, name: layerNameIn(layer, language), ages: [...(group?.ages ?? noAges)] };
        return { ...row, figures: toFigures(group?.sums ?? noSums) };
      }),
      people: hasPeople
        ? toRows(
            of('person').map((group) => ({
              ...group,
              id: group.userId,
              name: people.get(group.userId ?? 0),
            })),
          )
        : null,
      cells: sums.cells.map((cell) => {
        const [x, y] = centreOf({ widthM, ...cell });
        return { ...cell, x, y };
      }),
      cellWidthM: widthM,
    };
  });
}

interface AllSums {
  readonly groups: readonly Group[];
  readonly before: Sums;
  readonly overdueByAge: readonly number[];
  readonly weeks: readonly { readonly index: number; readonly received: number; readonly closed: number }[];
  readonly cells: readonly Cell[];
  readonly widthM: number;
}

/** Counts everything in one pass over the cases. */
async function readSums(db: Kysely<Schema>, counted: CountedCases, hasPeople: boolean): Promise<AllSums> {
  const weeks = counted.period.weekStarts.length - 1;
  const list = (rows: RawBuilder<unknown>) =>
    sql`(SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM (${rows}) AS r)`;
  const { rows } = await sql<AllSums>`
    WITH facts AS MATERIALIZED (${caseFacts(counted)}), width AS MATERIALIZED (${hexagonWidth})
    SELECT ${list(groupsOf(periodOf(weeks), hasPeople))} AS groups,
           once.before, once."overdueByAge",
           ${list(weeksOf(weeks))} AS weeks, ${list(hotSpots)} AS cells,
           (SELECT width_m FROM width) AS "widthM"
    FROM (SELECT ${sumsOf(BEFORE, 'was')} AS before, ${overdueByAge} AS "overdueByAge" FROM facts AS f) AS once`.execute(
    db,
  );
  const [sums] = rows;
  if (sums === undefined) throw new Error('a statement without GROUP BY gives one row');
  return sums;
}

const noAges = caseAgeStarts.map(() => 0);
const noSums: Sums = {
  ...{ open: 0, overdue: 0, received: 0, answered: 0, closed: 0, reopened: 0, ended: 0 },
  ...{ answerDays: null, closeDays: null },
};

type NamedGroup<Id> = Pick<Group, 'sums' | 'ages'> & {
  readonly id: Id | null;
  readonly name: string | undefined;
};

/** Rows that have something to count in the period, by open cases; work of nobody comes last. */
const toRows = <Id extends number>(groups: readonly NamedGroup<Id>[]): CaseReportRow<Id>[] =>
  groups
    .map(({ id, name = '', sums, ages }) => ({ id, name, figures: toFigures(sums), ages: [...ages] }))
    .filter(({ figures: { open, received, answered, closed, reopened } }) =>
      [open, received, answered, closed, reopened].some((count) => count > 0),
    )
    .sort(
      (a, b) =>
        Number(a.id === null) - Number(b.id === null) ||
        b.figures.open - a.figures.open ||
        a.name.localeCompare(b.name),
    );

const knownOf = (ids: readonly (number | null)[]): number[] => ids.filter((id) => id !== null);

async function readUnitNames(
  db: Kysely<Schema>,
  { companyId }: UserActor,
  ids: readonly (UnitId | null)[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM units WHERE company_id = ${companyId}::integer AND id = ANY(${knownOf(ids)}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function readUserNames(
  db: Kysely<Schema>,
  { actor: { companyId }, language }: Pick<ReportRequest, 'actor' | 'language'>,
  ids: readonly (UserId | null)[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT u.id, ${userName('u', language)} AS name FROM users AS u
    WHERE u.company_id = ${companyId}::integer AND u.id = ANY(${knownOf(ids)}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
