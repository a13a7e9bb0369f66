import { limits, type ReportPage, type ReportQuery, type ReportRow } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { referenceOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import type { Condition } from '../../db/sql/objectConditions.ts';
import { translatedName } from '../../db/sql/translatedName.ts';
import { validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { type LayerScope, layerRow, type Reader, visibleObjects } from '../classifiers/index.ts';
import { extentOf } from './objectExtent.ts';
import { inQuery, latestCommentId, reportConditions } from './reportConditions.ts';
import { getReportScope } from './reportScope.ts';
import {
  authorName,
  cursorOf,
  encodeCursor,
  isAfter,
  parseSort,
  type SortOrder,
  sameOrder,
  sortedRows,
} from './reportSort.ts';

const DEFAULT_SIZE = 25;

export interface ReportRequest extends Reader {
  readonly actor: UserActor;
}

/** Objects `g` of a report: there to see, and passing its filter. */
export const reportObjects = (
  scope: LayerScope,
  conditions: readonly Condition[],
): RawBuilder<unknown> => sql`
  ${layerRow(scope)} CROSS JOIN geoms AS g
  WHERE ${sql.join([visibleObjects([scope]), ...conditions], sql` AND `)}`;

interface Row {
  id: number;
  kind: 1 | 2 | 3;
  name: string;
  description: string;
  is_public: boolean;
  data: ReportRow['data'];
  votes: number;
  author_id: number | null;
  created_at: Date;
  updated_at: Date;
  measure: number | null;
  cursor: string;
  comment: { content: string; status: string; type: ReportRow['statusType'] } | null;
  version: number;
  extent: ReportRow['extent'];
  files: number;
  author: string;
}

interface PageQuery {
  readonly scope: LayerScope;
  readonly order: SortOrder;
  readonly conditions: readonly Condition[];
  readonly after: RawBuilder<boolean> | undefined;
  readonly size: number;
  readonly offset: number;
}

/** One row more than the page tells whether another follows. What is shown is read of these rows only. */
async function readRows(
  db: Kysely<Schema>,
  { language }: Reader,
  { scope, order, conditions, after, size, offset }: PageQuery,
): Promise<Row[]> {
  const objects = reportObjects(scope, conditions);
  const { rows } = await sql<Row>`
    SELECT g.id, g.version, g.kind, g.name, g.description, g.is_public, g.data, g.upvote_count AS votes, g.author_id,
      g.created_at, g.updated_at, g.measure, ${cursorOf(order)} AS cursor, (
        SELECT json_build_object('content', m.content, 'status', ${translatedName('t', language)}, 'type', t.status_type)
        FROM comments AS m JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
        WHERE m.company_id = g.company_id AND m.id = ${latestCommentId(scope)} AND m.deleted_at IS NULL) AS comment,
      (SELECT count(*)::integer FROM geom_files AS f WHERE f.company_id = g.company_id AND f.geom_id = g.id) AS files,
      ${authorName(language)} AS author,
      ${extentOf} AS extent
    FROM (${sortedRows({ order, objects, after, size: size + 1, offset })}) AS s
    JOIN geoms AS g ON g.company_id = ${scope.layer.companyId}::integer AND g.id = s.id
    ORDER BY ${sameOrder(order)}`.execute(db);
  return rows;
}

const kinds = { 1: 'point', 2: 'line', 3: 'polygon' } as const;

function toReportRow(
  row: Row,
  { actor, scope: { rights } }: { actor: UserActor; scope: LayerScope },
): ReportRow {
  return {
    id: row.id,
    reference: referenceOf(row.id),
    kind: kinds[row.kind],
    name: row.name,
    description: row.description,
    isPublic: row.is_public,
    data: row.data,
    latestComment: row.comment?.content ?? null,
    status: row.comment?.status ?? null,
    statusType: row.comment?.type ?? null,
    votes: row.votes,
    files: row.files,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    author: row.author,
    lengthM: row.kind === 2 ? row.measure : null,
    areaM2: row.kind === 3 ? row.measure : null,
    version: row.version,
    extent: row.extent,
    canWrite: rights.edits,
    canDelete: rights.deletes === 'yes' || (rights.deletes === 'own' && row.author_id === actor.userId),
  };
}

/** How many there are, and what they measure together. */
async function readTotals(
  db: Kysely<Schema>,
  scope: LayerScope,
  conditions: readonly Condition[],
): Promise<{ total: number; sums: { area: number; length: number } }> {
  const { rows } = await sql<{ total: number; area: number; length: number }>`
    SELECT count(*) AS total,
           coalesce(sum(g.measure) FILTER (WHERE g.kind = 3), 0) AS area,
           coalesce(sum(g.measure) FILTER (WHERE g.kind = 2), 0) AS length
    FROM ${reportObjects(scope, conditions)}`.execute(db);
  const { total = 0, area = 0, length = 0 } = rows[0] ?? {};
  return { total, sums: { area, length } };
}

/** Reads of reports may take as long as an export. */
export const inReport = <T>(
  deps: Pick<AppDeps, 'database'>,
  body: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> => inTransaction(deps.database, { statementMs: limits.statementMs.report }, body);

/** A cursor that no page gave may hold a number or a moment that there is none of: SQLSTATEs of such values. */
const isOutOfRange = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['22003', '22008'].includes(String(error.code));

/** API-GEOM-13: a page of the objects of a layer, with totals unless they were left out. */
export async function readReport(
  deps: AppDeps,
  request: ReportRequest,
  classId: number,
  query: ReportQuery,
): Promise<ReportPage> {
  const { actor, language } = request;
  return await inReport(deps, async (db) => {
    const scope = await getReportScope(db, actor, classId);
    const conditions = await reportConditions(db, { actor, scope, pathOf: inQuery }, query);
    const order = parseSort(query._sort, { scope, language, path: inQuery('_sort') });
    const { _size: size = DEFAULT_SIZE, _page: page = 1, _after: after } = query;
    const rows = await readRows(db, request, {
      scope,
      order,
      conditions,
      after: after === undefined ? undefined : isAfter(order, after, inQuery),
      size,
      offset: after === undefined ? (page - 1) * size : 0,
    }).catch((error: unknown) => {
      throw after !== undefined && isOutOfRange(error)
        ? validationError({ path: inQuery('_after'), code: 'WRONG_FORMAT' })
        : error;
    });
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    return {
      items: shown.map((row) => toReportRow(row, { actor, scope })),
      next: rows.length > size && last !== undefined ? encodeCursor(last.cursor) : null,
      ...(query._totals === false ? { total: null, sums: null } : await readTotals(db, scope, conditions)),
    };
  });
}
