import { COMPANY_TIME_ZONE } from '@pgis/conditions';
import {
  fieldOfColumn,
  type Language,
  type ReportContent,
  type ReportMetricValues,
  reportMetrics,
} from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { userName } from '../../../db/sql/userName.ts';
import { fieldTextAmong } from '../../../layers/fieldTextIn.ts';
import { layerNameIn } from '../../../layers/Layer.ts';
import { isOpen } from '../../../query/openAndClosed.ts';
import { dateOf } from '../../../query/toCondition.ts';
import { monthsBetween } from './periodDays.ts';
import { type Named, readStatusNames } from './readMentioned.ts';
import { type ContentQuery, daysToClose, reportSource } from './reportSource.ts';

export interface ReportGroup {
  /** null: objects without a status, an author or a value. */
  readonly label: string | null;
  readonly values: ReportMetricValues;
}

const nothing: ReportMetricValues = { count: 0, open: 0, daysToClose: null, votes: 0, length: 0, area: 0 };

type Row = ReportMetricValues & { readonly key: string | null; readonly is_total: number };

const metrics = sql`
  count(*) AS count,
  count(*) FILTER (WHERE x.open) AS open,
  round(avg(x.days)::numeric, 1)::float8 AS "daysToClose",
  coalesce(sum(x.votes), 0)::bigint AS votes,
  coalesce(sum(x.measure) FILTER (WHERE x.kind = 2), 0) AS length,
  coalesce(sum(x.measure) FILTER (WHERE x.kind = 3), 0) AS area`;

function keyOf(content: ReportContent, layers: ContentQuery['objects']['layers']): RawBuilder<string | null> {
  switch (content.groupBy) {
    case null:
      return sql`NULL::text`;
    case 'layer':
      return sql`l.layer_id::text`;
    case 'status':
      return sql`t.id::text`;
    case 'author':
      return sql`g.author_id::text`;
    case 'month':
      return sql`to_char(${dateOf(content.dateField)} AT TIME ZONE ${COMPANY_TIME_ZONE}::text, 'YYYY-MM')`;
    default:
      return sql`nullif(left(btrim(${fieldTextAmong(layers, fieldOfColumn(content.groupBy) ?? '')}), 200), '')`;
  }
}

const toValues = (row: Row): ReportMetricValues =>
  Object.fromEntries(reportMetrics.map((metric) => [metric, row[metric]])) as ReportMetricValues;

export interface Groups {
  readonly totals: ReportMetricValues;
  readonly groups: readonly ReportGroup[];
  readonly isCut: boolean;
}

/** Groups, at most `limit` of them, and totals in one pass over the objects. */
export async function readGroups(db: Kysely<Schema>, query: ContentQuery, limit: number): Promise<Groups> {
  const {
    content,
    objects: { layers },
  } = query;
  if (layers.length === 0) return { totals: nothing, groups: [], isCut: false };
  const isGrouped = content.groupBy !== null;
  const order = content.groupBy === 'month' ? sql`x.key` : sql`count(*) DESC, x.key`;
  const { rows } = await sql<Row>`
    SELECT ${isGrouped ? sql`x.key, GROUPING(x.key)` : sql`NULL AS key, 1`} AS is_total, ${metrics}
    FROM (
      SELECT ${keyOf(content, layers)} AS key, g.kind, g.measure, g.upvote_count AS votes, ${isOpen(layers)} AS open,
        ${daysToClose} AS days
      FROM ${reportSource(query)}) AS x
    GROUP BY GROUPING SETS (${isGrouped ? sql`(x.key), ` : sql``}())
    ORDER BY is_total DESC, ${isGrouped ? order : sql`1`} LIMIT ${limit + 2}::integer`.execute(db);
  const [total, ...found] = rows;
  const totals = total === undefined ? nothing : toValues(total);
  if (!isGrouped) return { totals, groups: [], isCut: false };
  const counted = found.slice(0, limit);
  return { totals, groups: await label(db, query, counted), isCut: found.length > limit };
}

const ids = (rows: readonly Row[]): number[] =>
  rows.flatMap(({ key }) => (key === null ? [] : [Number(key)]));

async function label(
  db: Kysely<Schema>,
  { companyId, content: { groupBy }, objects: { layers }, language }: ContentQuery,
  rows: readonly Row[],
): Promise<ReportGroup[]> {
  const asTheyAre = () => rows.map((row) => ({ label: row.key, values: toValues(row) }));
  switch (groupBy) {
    case 'layer':
      // Layers without an object belong to a comparison too.
      return inOrder(
        rows,
        layers.map(({ layer }) => ({ id: layer.id, name: layerNameIn(layer, language) })),
        { withEmpty: true },
      );
    case 'status':
      return inOrder(rows, await readStatusNames(db, { companyId, language }, ids(rows)), {
        withEmpty: false,
      });
    case 'author': {
      const names = new Map((await userNames(db, language, ids(rows))).map(({ id, name }) => [id, name]));
      return rows.map((row) => ({
        label: row.key === null ? null : (names.get(Number(row.key)) ?? null),
        values: toValues(row),
      }));
    }
    case 'month':
      return fillMonths(asTheyAre());
    default:
      return asTheyAre();
  }
}

/** Groups in the order of the names; the group without a name comes last. */
function inOrder(rows: readonly Row[], named: readonly Named[], { withEmpty }: { withEmpty: boolean }) {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const groups: ReportGroup[] = [];
  for (const { id, name } of named) {
    const row = byKey.get(String(id));
    if (row !== undefined) groups.push({ label: name, values: toValues(row) });
    else if (withEmpty) groups.push({ label: name, values: nothing });
  }
  const without = byKey.get(null);
  return without === undefined ? groups : [...groups, { label: null, values: toValues(without) }];
}

async function userNames(db: Kysely<Schema>, language: Language, of: readonly number[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    SELECT u.id, ${userName('u', language)} AS name FROM users AS u WHERE u.id = ANY(${of}::bigint[])`.execute(
    db,
  );
  return rows;
}

const MAX_MONTHS = 1_200;

/** Adds the months without objects, which a chart shows too. */
function fillMonths(groups: readonly ReportGroup[]): ReportGroup[] {
  const months = groups.flatMap(({ label }) => (label === null ? [] : [label]));
  const [first] = months;
  const last = months.at(-1);
  if (first === undefined || last === undefined) return [...groups];
  const byMonth = new Map(groups.map((group) => [group.label, group]));
  return monthsBetween(first, last, MAX_MONTHS).map(
    (month) => byMonth.get(month) ?? { label: month, values: nothing },
  );
}
