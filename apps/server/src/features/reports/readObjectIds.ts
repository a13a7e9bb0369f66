import {
  type listClassObjectIds as idsCall,
  type LayerId,
  limits,
  type ReplyOf,
  type ReportFilter,
} from '@pgis/contract';
import { sql } from 'kysely';
import type { Database } from '../../db/Database.ts';
import { AppError } from '../../errors/AppError.ts';
import { inQuery } from '../../query/codecs/reportFilter.ts';
import type { ReportRequest } from './readReport.ts';
import { extentOf, inReport, readReportQuery, reportObjects } from './reportQuery.ts';

type SelectedObjects = ReplyOf<typeof idsCall>;
type ReadObject = SelectedObjects['objects'][number] & {
  readonly extent: NonNullable<SelectedObjects['extent']>;
};

/** All objects of a report, at most as many as one request can change together. */
export async function readObjectIds(
  database: Database,
  { actor }: ReportRequest,
  { layerId, filter }: { readonly layerId: LayerId; readonly filter: ReportFilter },
): Promise<SelectedObjects> {
  return await inReport(database, async (db) => {
    const query = await readReportQuery(db, { actor, layerId, filter, pathOf: inQuery });
    const { rows } = await sql<ReadObject>`
      SELECT g.id, g.version, ${extentOf(query)} AS extent FROM ${reportObjects(query)}
      ORDER BY g.id LIMIT ${limits.bulkObjects + 1}::integer`.execute(db);
    if (rows.length > limits.bulkObjects)
      throw new AppError('TOO_MANY_ROWS', {
        count: limits.bulkObjects,
        values: { limit: limits.bulkObjects },
      });
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
