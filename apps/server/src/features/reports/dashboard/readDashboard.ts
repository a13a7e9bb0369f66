import { COMPANY_TIME_ZONE } from '@pgis/conditions';
import type { Language, ReportDashboard } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { hasCompanyPermission } from '../../../access/permissions.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { groupNameIn, layerNameIn } from '../../../layers/Layer.ts';
import type { LayerAccess } from '../../../layers/layerQuery.ts';
import { asksForAnswer } from '../../../query/openAndClosed.ts';
import { listReportLayers } from '../custom/listReportLayers.ts';
import { inReport } from '../reportQuery.ts';
import { countByMonth, countVotes, type MonthCount, readMedians } from './dashboardSums.ts';
import { readNewest } from './readNewest.ts';

const MONTHS = 12;
const NEWEST = 10;

interface Months {
  readonly names: readonly string[];
  /** First instant of each month. */
  readonly starts: readonly string[];
}

async function readMonths({ clock }: AppDeps, db: Kysely<Schema>): Promise<Months> {
  const { rows } = await sql<{ name: string; start: string }>`
    SELECT to_char(month, 'YYYY-MM') AS name, (month AT TIME ZONE ${COMPANY_TIME_ZONE}::text)::text AS start
    FROM (SELECT date_trunc('month', ${clock.now} AT TIME ZONE ${COMPANY_TIME_ZONE}::text)
      - make_interval(months => ${MONTHS}::integer - back) AS month
      FROM generate_series(1, ${MONTHS}::integer) AS back) AS months ORDER BY month`.execute(db);
  return { names: rows.map(({ name }) => name), starts: rows.map(({ start }) => start) };
}

/**
 * Separates layers with a ruleset from the others. Counting reads only indexes unless a layer has a ruleset, and one such
 * layer would slow down the whole query.
 */
function splitByRuleset(layers: readonly LayerAccess[]): (readonly LayerAccess[])[] {
  const isPlain = ({ layer }: LayerAccess) => layer.ruleset === null || layer.ruleset.rules.length === 0;
  return [layers.filter(isPlain), layers.filter((access) => !isPlain(access))].filter(
    (group) => group.length > 0,
  );
}

async function readSplit<T>(
  layers: readonly LayerAccess[],
  read: (group: readonly LayerAccess[]) => Promise<T[]>,
) {
  const found: T[] = [];
  for (const group of splitByRuleset(layers)) found.push(...(await read(group)));
  return found;
}

const sumOf = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

/** Reads the start page of reports, over every layer whose report the actor may read. */
export async function readDashboard(
  deps: AppDeps,
  { actor, language }: { readonly actor: UserActor; readonly language: Language },
): Promise<ReportDashboard> {
  if (!hasCompanyPermission(actor, 'seeLayerReport')) throw new AppError('FORBIDDEN');
  return await inReport(deps.database, async (db) => {
    const { layers } = await listReportLayers(db, actor, []);
    const { names, starts } = await readMonths(deps, db);
    if (layers.length === 0) return { months: [...names], totals: noSums, layers: [], newest: [] };
    const added = await readSplit(layers, (group) => countByMonth(db, group, { which: 'all', starts }));
    const open = await readSplit(layers, (group) => countByMonth(db, group, { which: 'open', starts }));
    const closed = await readSplit(layers, (group) => countByMonth(db, group, { which: 'closed', starts }));
    const votes = await readSplit(layers, (group) => countVotes(db, group));
    const medians = await readMedians(db, layers);
    const countsOf = (rows: readonly MonthCount[], id: number) =>
      rows.filter(({ layer_id }) => layer_id === id);
    const sums = layers.map((access) => {
      const { layer } = access;
      const { id } = layer;
      const of = { all: countsOf(added, id), open: countsOf(open, id), closed: countsOf(closed, id) };
      /** Open and closed objects, each counted by `count`. */
      const split = (count: (rows: readonly MonthCount[]) => number) => ({
        open: asksForAnswer(access) ? count(of.all) - count(of.closed) : count(of.open),
        closed: count(of.closed),
      });
      const everything = (rows: readonly MonthCount[]) => sumOf(rows, ({ count }) => count);
      const inMonth = (index: number) => (rows: readonly MonthCount[]) =>
        rows.find(({ bucket }) => bucket === index + 1)?.count ?? 0;
      return {
        id,
        name: layerNameIn(layer, language),
        groupName: groupNameIn(layer, language),
        objects: everything(of.all),
        ...split(everything),
        votes: votes.find(({ layer_id }) => layer_id === id)?.votes ?? 0,
        medianDaysToClose: medians.find(({ layer_id }) => layer_id === id)?.days ?? null,
        months: names.map((_, index) => split(inMonth(index))),
      };
    });
    return {
      months: [...names],
      totals: {
        objects: sumOf(sums, ({ objects }) => objects),
        open: sumOf(sums, ({ open }) => open),
        closed: sumOf(sums, (layer) => layer.closed),
        votes: sumOf(sums, (layer) => layer.votes),
        medianDaysToClose: medians.find(({ layer_id }) => layer_id === null)?.days ?? null,
      },
      layers: sums,
      newest: await readNewest(db, { layers, language }, NEWEST),
    };
  });
}

const noSums = { objects: 0, open: 0, closed: 0, votes: 0, medianDaysToClose: null };
