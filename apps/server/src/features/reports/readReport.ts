import {
  type LayerId,
  type ObjectId,
  type ReportPage,
  type ReportQuery,
  type ReportRow,
  referenceOf,
} from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import type { Schema } from '../../db/schema.ts';
import { translatedName } from '../../db/sql/translatedName.ts';
import { validationError } from '../../errors/AppError.ts';
import { dataIn } from '../../layers/fieldTextIn.ts';
import { isByColumn } from '../../layers/isBy.ts';
import { toReporter } from '../../layers/layerPermissions.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { inQuery } from '../../query/codecs/reportFilter.ts';
import { latestComment } from '../../query/latestComment.ts';
import type { SingleLayerQuery } from '../../query/ObjectQuery.ts';
import type { Clock } from '../../runtime/Clock.ts';
import { dueOn, isOverdueBy } from './caseOfObject.ts';
import { extentOf, inReport, readReportQuery, reportObjects } from './reportQuery.ts';
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

interface Row {
  id: ObjectId;
  kind: 1 | 2 | 3;
  name: string;
  description: string;
  is_public: boolean;
  data: ReportRow['data'];
  votes: number;
  is_own: boolean;
  created_at: Date;
  updated_at: Date;
  measure: number | null;
  cursor: string;
  comment: { content: string; status: string; type: ReportRow['statusType'] } | null;
  version: number;
  extent: ReportRow['extent'];
  files: number;
  author: string;
  due_on: string | null;
  is_overdue: boolean | null;
}

interface PageQuery {
  readonly query: SingleLayerQuery;
  readonly order: SortOrder;
  readonly after: RawBuilder<boolean> | undefined;
  readonly size: number;
  readonly offset: number;
  readonly clock: Clock;
}

/** Reads one row more than the page, which tells whether another page follows. Only these rows are read in full. */
async function readRows(
  db: Kysely<Schema>,
  { actor, language }: Reader,
  { query, order, after, size, offset, clock }: PageQuery,
): Promise<Row[]> {
  const [access] = query.layers;
  const { layer } = access;
  const objects = reportObjects(query);
  const { rows } = await sql<Row>`
    SELECT g.id, g.version, g.kind, g.name, g.description, g.is_public, ${dataIn(access)} AS data, g.upvote_count AS votes,
      ${isByColumn(toReporter(actor))} AS is_own,
      g.created_at, g.updated_at, g.measure, ${cursorOf(order)} AS cursor, (
        SELECT json_build_object('content', m.content, 'status', ${translatedName('t', language)}, 'type', t.status_type)
        FROM ${latestComment(query.layers)}) AS comment,
      (SELECT count(*)::integer FROM geom_files AS f WHERE f.company_id = g.company_id AND f.geom_id = g.id) AS files,
      ${authorName(language)} AS author, ${dueOn} AS due_on, ${isOverdueBy(clock)} AS is_overdue,
      ${extentOf(query)} AS extent
    FROM (${sortedRows({ order, objects, after, size: size + 1, offset })}) AS s
    JOIN geoms AS g ON g.company_id = ${layer.companyId}::integer AND g.id = s.id
    ORDER BY ${sameOrder(order)}`.execute(db);
  return rows;
}

const kinds = { 1: 'point', 2: 'line', 3: 'polygon' } as const;

function toReportRow(row: Row, { rights }: LayerAccess): ReportRow {
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
    dueOn: row.due_on,
    isOverdue: row.is_overdue ?? false,
    version: row.version,
    extent: row.extent,
    canWrite: rights.edits,
    canDelete: rights.deletes === 'yes' || (rights.deletes === 'own' && row.is_own),
  };
}

/** Counts the objects and adds up their measures. */
async function readTotals(
  db: Kysely<Schema>,
  query: SingleLayerQuery,
): Promise<{ total: number; sums: { area: number; length: number } }> {
  const { rows } = await sql<{ total: number; area: number; length: number }>`
    SELECT count(*) AS total,
           coalesce(sum(g.measure) FILTER (WHERE g.kind = 3), 0) AS area,
           coalesce(sum(g.measure) FILTER (WHERE g.kind = 2), 0) AS length
    FROM ${reportObjects(query)}`.execute(db);
  const { total = 0, area = 0, length = 0 } = rows[0] ?? {};
  return { total, sums: { area, length } };
}

/** SQLSTATEs of a number or a moment that PostgreSQL does not have; a forged cursor may hold one. */
const isOutOfRange = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['22003', '22008'].includes(String(error.code));

/** API-GEOM-13: a page of the objects of a layer, with totals unless the request leaves them out. */
export async function readReport(
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  request: ReportRequest,
  { layerId, filter }: { readonly layerId: LayerId; readonly filter: ReportQuery },
): Promise<ReportPage> {
  const { actor, language } = request;
  return await inReport(database, async (db) => {
    const query = await readReportQuery(db, { actor, layerId, filter, pathOf: inQuery });
    const [access] = query.layers;
    const order = parseSort(filter._sort, { access, language, path: inQuery('_sort') });
    const { _size: size = DEFAULT_SIZE, _page: page = 1, _after: after } = filter;
    const rows = await readRows(db, request, {
      query,
      order,
      after: after === undefined ? undefined : isAfter(order, after, inQuery),
      size,
      clock,
      offset: after === undefined ? (page - 1) * size : 0,
    }).catch((error: unknown) => {
      throw after !== undefined && isOutOfRange(error)
        ? validationError({ path: inQuery('_after'), code: 'WRONG_FORMAT' })
        : error;
    });
    const pageRows = rows.slice(0, size);
    const last = pageRows.at(-1);
    return {
      items: pageRows.map((row) => toReportRow(row, access)),
      next: rows.length > size && last !== undefined ? encodeCursor(last.cursor) : null,
      ...(filter._totals === false ? { total: null, sums: null } : await readTotals(db, query)),
    };
  });
}
