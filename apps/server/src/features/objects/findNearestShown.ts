import type { HiddenRules } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { ruleSwitches } from './ruleSwitches.ts';
import { type NearestRow, type Place, selectCandidates } from './selectNearest.ts';

/** Of each layer and kind so many objects near a place are looked at for one whose rule is switched on. */
const MOST_CANDIDATES = 200;

/** D-OBJ-03 among what is drawn: objects whose rules the reader has switched off are passed over. */
export async function findNearestShown(
  db: Kysely<Schema>,
  scopes: readonly LayerScope[],
  place: Place,
  hidden: readonly HiddenRules[],
): Promise<NearestRow | undefined> {
  const { data, isShown } = ruleSwitches(scopes, hidden);
  const candidates = selectCandidates(scopes, place, { data, most: MOST_CANDIDATES });
  const { rows } = await candidates.execute(db);
  const found = rows.find((row) => isShown(row.layerId, row.data));
  if (found === undefined) return undefined;
  const { id, layerId } = found;
  const geometry = await sql<{ geom: string }>`
    SELECT ST_AsText(geom) AS geom FROM geoms
    WHERE company_id = ${found.companyId}::integer AND id = ${id}::bigint`.execute(db);
  return { id, layerId, geom: geometry.rows[0]?.geom ?? '' };
}
