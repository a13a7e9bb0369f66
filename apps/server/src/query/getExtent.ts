import type { ExtentReply } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Static } from 'typebox';
import type { Schema } from '../db/schema.ts';
import { layerValues } from '../layers/layerQuery.ts';
import { visibleGeometry } from '../layers/visibleGeometry.ts';
import type { ObjectQuery } from './ObjectQuery.ts';
import { toCondition } from './toCondition.ts';

/** The extent of all objects of a query, EPSG:3857; null when there is none. */
export async function getExtent(
  db: Kysely<Schema>,
  query: ObjectQuery,
): Promise<Static<typeof ExtentReply>['extent']> {
  const { rows } = await sql<{ extent: [number, number, number, number] | null }>`
    SELECT CASE WHEN e.box IS NOT NULL THEN ARRAY[ST_XMin(e.box), ST_YMin(e.box), ST_XMax(e.box), ST_YMax(e.box)] END
           AS extent
    FROM (SELECT ST_3DExtent(${visibleGeometry(query.layers)}) AS box
          FROM ${layerValues(query.layers)} JOIN geoms AS g ON ${toCondition(query)}) AS e`.execute(db);
  return rows[0]?.extent ?? null;
}
