import { COMPANY_TIME_ZONE } from '@pgis/conditions';
import { type CustomReportResult, type Language, limits, type ReportContent } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import type { Schema } from '../../../db/schema.ts';
import { type Layer, layerNameIn } from '../../../layers/Layer.ts';
import { toContentQuery } from '../../../query/codecs/reportContent.ts';
import { inReport } from '../reportQuery.ts';
import { checkContent, fieldsOf } from './checkContent.ts';
import { periodDays } from './periodDays.ts';
import { readGroups } from './readGroups.ts';
import { readList } from './readList.ts';
import { readMentioned } from './readMentioned.ts';
import type { ContentQuery } from './reportSource.ts';

export interface Run {
  readonly actor: UserActor;
  readonly language: Language;
  readonly content: ReportContent;
  readonly maxRows: number;
  /** A saved report leaves out what has been deleted since; in a report being edited that is an error. */
  readonly isSaved: boolean;
}

async function readToday({ clock }: Pick<AppDeps, 'clock'>, db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    SELECT to_char(${clock.now} AT TIME ZONE ${COMPANY_TIME_ZONE}::text, 'YYYY-MM-DD') AS today`.execute(db);
  return rows[0]?.today ?? '';
}

type Part = Pick<CustomReportResult, 'rows' | 'totals' | 'isCut'>;

async function readGrouped(db: Kysely<Schema>, query: ContentQuery, limit: number): Promise<Part> {
  const { totals, groups, isCut } = await readGroups(db, query, limits.customReport.rows);
  const rows = groups.map(({ label, values }) => ({
    id: null,
    cells: [label, ...query.content.metrics.map((metric) => values[metric])],
  }));
  return { totals, rows: rows.slice(0, limit), isCut: isCut || rows.length > limit };
}

async function readListed(db: Kysely<Schema>, query: ContentQuery, limit: number): Promise<Part> {
  const { totals } = await readGroups(db, query, 0);
  const rows = await readList(db, query, limit);
  return {
    totals,
    rows: rows.slice(0, limit).map(({ id, cells }) => ({ id, cells: [...cells] })),
    isCut: rows.length > limit,
  };
}

export interface ReportRun {
  readonly result: CustomReportResult;
  /** Layers that the actor may see, with the names of their fields and values. */
  readonly layers: readonly Layer[];
}

/** Runs a report on the objects that the actor may see. */
export async function runReport(deps: Pick<AppDeps, 'database' | 'clock'>, run: Run): Promise<ReportRun> {
  const { actor, language, content, maxRows, isSaved } = run;
  return await inReport(deps.database, async (db) => {
    const mentioned = await readMentioned(db, { actor, language }, content);
    if (!isSaved) checkContent(content, mentioned);
    const { layers, leftOut, statuses } = mentioned;
    const today = await readToday(deps, db);
    const days = periodDays(content.period, today);
    const objects = toContentQuery(content, { actor, layers, days, today });
    const query: ContentQuery = { content, objects, companyId: actor.companyId, language };
    const isGrouped = content.groupBy !== null;
    const known = new Set(layers.flatMap(({ layer }) => layer.fieldNames));
    const missing = [...fieldsOf(content)].map(([, field]) => field).filter((field) => !known.has(field));
    const result = {
      columns: isGrouped ? ['group', ...content.metrics] : [...content.columns],
      ...(await (isGrouped ? readGrouped : readListed)(db, query, maxRows)),
      from: days.from ?? null,
      to: days.to ?? null,
      layers: layers.map(({ layer }) => ({ id: layer.id, name: layerNameIn(layer, language) })),
      layersLeftOut: leftOut.length,
      statuses: [...statuses],
      missingFields: layers.length === 0 ? [] : [...new Set(missing)],
    };
    return { result, layers: layers.map(({ layer }) => layer) };
  });
}
