import { type listClassObjectIds as idsCall, limits, type ReplyOf, type ReportFilter } from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError } from '../../http/AppError.ts';
import { extentOf } from './objectExtent.ts';
import { inReport, type ReportRequest, reportObjects } from './readReport.ts';
import { inQuery, reportConditions } from './reportConditions.ts';
import { getReportScope } from './reportScope.ts';

type ChosenObjects = ReplyOf<typeof idsCall>;
type ReadObject = ChosenObjects['objects'][number] & {
  readonly extent: NonNullable<ChosenObjects['extent']>;
};

/** All objects of a report, as many as one request changes together. */
export async function readObjectIds(
  deps: AppDeps,
  { actor }: ReportRequest,
  classId: number,
  filter: ReportFilter,
): Promise<ChosenObjects> {
  return await inReport(deps, async (db) => {
    const scope = await getReportScope(db, actor, classId);
    const conditions = await reportConditions(db, { actor, scope, pathOf: inQuery }, filter);
    const { rows } = await sql<ReadObject>`
      SELECT g.id, g.version, ${extentOf} AS extent FROM ${reportObjects(scope, conditions)}
      ORDER BY g.id LIMIT ${limits.bulkObjects + 1}::integer`.execute(db);
    if (rows.length > limits.bulkObjects) throw new AppError('TOO_MANY_ROWS', { count: limits.bulkObjects });
    return {
      objects: rows.map(({ id, version }) => ({ id, version })),
      extent: rows.length === 0 ? null : unite(rows.map(({ extent }) => extent)),
    };
  });
}

const unite = (extents: readonly ReadObject['extent'][]): ReadObject['extent'] =>
  extents.reduce((a, b) => [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.max(a[2], b[2]),
    Math.max(a[3], b[3]),
  ]);
