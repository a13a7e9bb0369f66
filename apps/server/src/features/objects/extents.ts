import type { ExtentReply } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Static } from 'typebox';
import type { AppDeps } from '../../AppDeps.ts';
import type { Schema } from '../../db/schema.ts';
import type { Condition } from '../../db/sql/objectConditions.ts';
import { AppError } from '../../http/AppError.ts';
import {
  type AddressFilter,
  type LayerScope,
  layerRows,
  type Reader,
  visibleObjects,
} from '../classifiers/index.ts';
import { getScope } from './readScopes.ts';

type Reply = Static<typeof ExtentReply>;

/** Around all visible objects of a layer that pass; null when there is none. */
export async function findExtent(
  db: Kysely<Schema>,
  scope: LayerScope,
  passes: Condition,
): Promise<Reply['extent']> {
  const { rows } = await sql<{ extent: [number, number, number, number] | null }>`
    SELECT CASE WHEN e.box IS NOT NULL THEN ARRAY[ST_XMin(e.box), ST_YMin(e.box), ST_XMax(e.box), ST_YMax(e.box)] END
           AS extent
    FROM (SELECT ST_3DExtent(g.geom) AS box FROM ${layerRows([scope])}
          JOIN geoms AS g ON ${visibleObjects([scope])} AND ${passes}) AS e`.execute(db);
  return rows[0]?.extent ?? null;
}

export async function getLayerExtent(
  { database: { db } }: AppDeps,
  { actor }: Reader,
  layerId: number,
  filter: AddressFilter | undefined,
): Promise<Reply> {
  const scope = await getScope(db, actor, layerId, filter);
  return { extent: await findExtent(db, scope, sql`true`) };
}

/** Of one object in a layer that shows it; anything else is not there. */
export async function getObjectExtent(
  { database: { db } }: AppDeps,
  { actor }: Reader,
  layerId: number,
  id: number,
): Promise<Reply> {
  const scope = await getScope(db, actor, layerId);
  const extent = await findExtent(db, scope, sql`g.id = ${id}::bigint`);
  if (extent === null) throw new AppError('NOT_FOUND');
  return { extent };
}
