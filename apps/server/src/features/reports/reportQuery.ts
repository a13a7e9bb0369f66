import { type LayerId, limits, type ReportFilter, type ReportQuery } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { UserActor } from '../../access/Actor.ts';
import { permissionFor } from '../../access/permissions.ts';
import type { Database } from '../../db/Database.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { getLayerAccess } from '../../layers/getLayerAccess.ts';
import { type LayerAccess, layerConstants } from '../../layers/layerQuery.ts';
import { visibleGeometry } from '../../layers/visibleGeometry.ts';
import { checkValidity, parseGeometry } from '../../objects/parseGeometry.ts';
import { type PathOf, parseReportFilter } from '../../query/codecs/reportFilter.ts';
import type { SingleLayerQuery } from '../../query/ObjectQuery.ts';
import { toCondition } from '../../query/toCondition.ts';

/** Returns a layer whose report the actor may read (Read in the owning unit). @throws NOT_FOUND when it is invisible, else FORBIDDEN. */
export async function getReportLayer(
  db: Kysely<Schema>,
  actor: UserActor,
  layerId: LayerId,
): Promise<LayerAccess> {
  const access = await getLayerAccess(db, actor, layerId);
  if (permissionFor(actor, 'seeLayerReport', access.layer.owner) !== 'yes') throw new AppError('FORBIDDEN');
  return access;
}

interface FilteredLayer {
  readonly actor: UserActor;
  readonly layerId: LayerId;
  readonly filter: ReportFilter | ReportQuery;
  readonly pathOf: PathOf;
}

/** The objects of a layer report; throws for a layer, a field or a value that it cannot have. */
export async function readReportQuery(
  db: Kysely<Schema>,
  { actor, layerId, filter, pathOf }: FilteredLayer,
): Promise<SingleLayerQuery> {
  const access = await getReportLayer(db, actor, layerId);
  const query = parseReportFilter(filter, { actor, access, pathOf });
  const { _within } = filter;
  return _within === undefined
    ? query
    : { ...query, areaWkt: await checkArea(db, _within, pathOf('_within')) };
}

async function checkArea(db: Kysely<Schema>, wkt: string, path: string): Promise<string> {
  try {
    const area = parseGeometry(wkt);
    await checkValidity(db, area);
    return area.wkt;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('INVALID_GEOMETRY', { errors: [{ path, code: 'INVALID_GEOMETRY' }] });
  }
}

/** FROM and WHERE of the objects `g` of a layer report. */
export const reportObjects = (query: SingleLayerQuery): RawBuilder<unknown> => sql`
  ${layerConstants(query.layers[0])} CROSS JOIN geoms AS g WHERE ${toCondition(query)}`;

/** Reading a report may take as long as an export. */
export const inReport = <T>(database: Database, body: (db: Kysely<Schema>) => Promise<T>): Promise<T> =>
  inTransaction(database, { statementMs: limits.statementMs.report }, body);

/** Extent of an object `g`; reads the bounding box of the shape and not the shape. */
export function extentOf({ layers }: SingleLayerQuery): RawBuilder<unknown> {
  const geometry = visibleGeometry(layers);
  return sql`json_build_array(ST_XMin(${geometry}), ST_YMin(${geometry}), ST_XMax(${geometry}), ST_YMax(${geometry}))`;
}
