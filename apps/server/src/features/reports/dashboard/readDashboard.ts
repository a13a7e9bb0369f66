import type { Language, ReportDashboard } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../http/AppError.ts';
import type { UserActor } from '../../../plugins/Actor.ts';
import { mayInCompany } from '../../../plugins/rights.ts';
import type { LayerScope } from '../../classifiers/index.ts';
import { COMPANY_TIME_ZONE } from '../companyTime.ts';
import { readCustomScopes } from '../custom/customScopes.ts';
import { asksForAnswer } from '../openAndClosed.ts';
import { inReport } from '../readReport.ts';
import { countByMonth, countVotes, type MonthCount, readMedians } from './dashboardSums.ts';
import { readNewest } from './readNewest.ts';

const MONTHS = 12;
const NEWEST = 10;

interface Months {
  readonly names: readonly string[];
  /** Their first moments. */
  readonly starts: readonly string[];
}

async function readMonths({ clock }: AppDeps, db: Kysely<Schema>): Promise<Months> {
  const { rows } = await sql<{ name: string; start: string }>`
    SELECT to_char(month, 'YYYY-MM') AS name, (month AT TIME ZONE ${COMPANY_TIME_ZONE}::text)::text AS start
    FROM (SELECT date_trunc('month', ${clock.now} AT TIME ZONE ${COMPANY_TIME_ZONE}::text)
      - make_interval(months => ${MONTHS}::integer - place) AS month
      FROM generate_series(1, ${MONTHS}::integer) AS place) AS months ORDER BY month`.execute(db);
  return { names: rows.map(({ name }) => name), starts: rows.map(({ start }) => start) };
}

/**
 * The counting queries look into no object unless a layer has rules: those layers are counted apart, so that they do
 * not slow down the others.
 */
function inParts(scopes: readonly LayerScope[]): (readonly LayerScope[])[] {
  const isPlain = ({ layer }: LayerScope) => layer.ruleset === null || layer.ruleset.rules.length === 0;
  return [scopes.filter(isPlain), scopes.filter((scope) => !isPlain(scope))].filter(
    (part) => part.length > 0,
  );
}

async function inEach<T>(scopes: readonly LayerScope[], read: (part: readonly LayerScope[]) => Promise<T[]>) {
  const found: T[] = [];
  for (const part of inParts(scopes)) found.push(...(await read(part)));
  return found;
}

const sumOf = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

/** The start page of reports: of every layer whose report the actor may read. */
export async function readDashboard(
  deps: AppDeps,
  { actor, language }: { readonly actor: UserActor; readonly language: Language },
): Promise<ReportDashboard> {
  if (!mayInCompany(actor, 'seeLayerReport')) throw new AppError('FORBIDDEN');
  return await inReport(deps, async (db) => {
    const { scopes } = await readCustomScopes(db, actor, []);
    const { names, starts } = await readMonths(deps, db);
    if (scopes.length === 0) return { months: [...names], totals: noSums, layers: [], newest: [] };
    const added = await inEach(scopes, (part) => countByMonth(db, part, { which: 'all', starts }));
    const open = await inEach(scopes, (part) => countByMonth(db, part, { which: 'open', starts }));
    const closed = await inEach(scopes, (part) => countByMonth(db, part, { which: 'closed', starts }));
    const votes = await inEach(scopes, (part) => countVotes(db, part));
    const medians = await readMedians(db, scopes);
    const countsOf = (rows: readonly MonthCount[], id: number) =>
      rows.filter(({ layer_id }) => layer_id === id);
    const layers = scopes.map((scope) => {
      const { id, name, groupName } = scope.layer;
      const of = { all: countsOf(added, id), open: countsOf(open, id), closed: countsOf(closed, id) };
      /** Open and closed by a way of counting. */
      const split = (count: (rows: readonly MonthCount[]) => number) => ({
        open: asksForAnswer(scope) ? count(of.all) - count(of.closed) : count(of.open),
        closed: count(of.closed),
      });
      const everything = (rows: readonly MonthCount[]) => sumOf(rows, ({ count }) => count);
      const inMonth = (place: number) => (rows: readonly MonthCount[]) =>
        rows.find(({ bucket }) => bucket === place + 1)?.count ?? 0;
      return {
        id,
        name,
        groupName,
        objects: everything(of.all),
        ...split(everything),
        votes: votes.find(({ layer_id }) => layer_id === id)?.votes ?? 0,
        medianDaysToClose: medians.find(({ layer_id }) => layer_id === id)?.days ?? null,
        months: names.map((_, place) => split(inMonth(place))),
      };
    });
    return {
      months: [...names],
      totals: {
        objects: sumOf(layers, ({ objects }) => objects),
        open: sumOf(layers, ({ open }) => open),
        closed: sumOf(layers, (layer) => layer.closed),
        votes: sumOf(layers, (layer) => layer.votes),
        medianDaysToClose: medians.find(({ layer_id }) => layer_id === null)?.days ?? null,
      },
      layers,
      newest: await readNewest(db, { scopes, language }, NEWEST),
    };
  });
}

const noSums = { objects: 0, open: 0, closed: 0, votes: 0, medianDaysToClose: null };
