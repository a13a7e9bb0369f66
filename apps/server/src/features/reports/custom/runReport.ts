import { type CustomReportResult, type Language, limits, type ReportContent } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { Schema } from '../../../db/schema.ts';
import type { UserActor } from '../../../plugins/Actor.ts';
import { COMPANY_TIME_ZONE } from '../companyTime.ts';
import { inReport } from '../readReport.ts';
import { checkContent, fieldsOf } from './checkContent.ts';
import { periodDays } from './periodDays.ts';
import { readGroups } from './readGroups.ts';
import { readList } from './readList.ts';
import { readMentioned } from './readMentioned.ts';
import type { ReportQuery } from './reportSource.ts';

export interface Run {
  readonly actor: UserActor;
  readonly language: Language;
  readonly content: ReportContent;
  readonly mostRows: number;
  /** Of one that was saved, what is not there any more is left out; of one that is being written it is a mistake. */
  readonly isSaved: boolean;
}

async function readToday({ clock }: AppDeps, db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    SELECT to_char(${clock.now} AT TIME ZONE ${COMPANY_TIME_ZONE}::text, 'YYYY-MM-DD') AS today`.execute(db);
  return rows[0]?.today ?? '';
}

type Part = Pick<CustomReportResult, 'rows' | 'totals' | 'isCut'>;

async function readGrouped(db: Kysely<Schema>, query: ReportQuery, most: number): Promise<Part> {
  const { totals, groups, isCut } = await readGroups(db, query, limits.customReport.rows);
  const rows = groups.map(({ label, values }) => ({
    id: null,
    cells: [label, ...query.content.metrics.map((metric) => values[metric])],
  }));
  return { totals, rows: rows.slice(0, most), isCut: isCut || rows.length > most };
}

async function readListed(db: Kysely<Schema>, query: ReportQuery, most: number): Promise<Part> {
  const { totals } = await readGroups(db, query, 0);
  const rows = await readList(db, query, most);
  return {
    totals,
    rows: rows.slice(0, most).map(({ id, cells }) => ({ id, cells: [...cells] })),
    isCut: rows.length > most,
  };
}

/** What a report says now, counted from what the actor may see and nothing else. */
export async function runReport(deps: AppDeps, run: Run): Promise<CustomReportResult> {
  const { actor, language, content, mostRows, isSaved } = run;
  return await inReport(deps, async (db) => {
    const mentioned = await readMentioned(db, { actor, language }, content);
    if (!isSaved) checkContent(content, mentioned);
    const { scopes, leftOut, statuses } = mentioned;
    const days = periodDays(content.period, await readToday(deps, db));
    const query: ReportQuery = { actor, content, scopes, days, language };
    const isGrouped = content.groupBy !== null;
    const known = new Set(scopes.flatMap(({ layer }) => layer.fieldNames));
    const missing = [...fieldsOf(content)].map(([, field]) => field).filter((field) => !known.has(field));
    return {
      columns: isGrouped ? ['group', ...content.metrics] : [...content.columns],
      ...(await (isGrouped ? readGrouped : readListed)(db, query, mostRows)),
      from: days.from ?? null,
      to: days.to ?? null,
      layers: scopes.map(({ layer: { id, name } }) => ({ id, name })),
      layersLeftOut: leftOut.length,
      statuses: [...statuses],
      missingFields: scopes.length === 0 ? [] : [...new Set(missing)],
    };
  });
}
