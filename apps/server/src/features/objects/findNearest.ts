import { type BodyOf, type findNearestGeom, limits, type ReplyOf } from '@pgis/contract';
import { resolutionFromZoom } from '@pgis/geo';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Schema } from '../../db/schema.ts';
import { type LayerScope, type Reader, showsAtZoom } from '../classifiers/index.ts';
import { findNearestShown } from './findNearestShown.ts';
import { readScopes } from './readScopes.ts';
import { type NearestRow, type Place, selectNearest } from './selectNearest.ts';

type Request = BodyOf<typeof findNearestGeom>;

async function findNearestRow(
  db: Kysely<Schema>,
  scopes: readonly LayerScope[],
  place: Place,
  { hiddenRules }: Pick<Request, 'hiddenRules'>,
): Promise<NearestRow | undefined> {
  if (hiddenRules && hiddenRules.length > 0) return await findNearestShown(db, scopes, place, hiddenRules);
  const { rows } = await selectNearest(scopes, place).execute(db);
  return rows[0];
}

export async function findNearest(
  { database: { db } }: AppDeps,
  { actor }: Reader,
  request: Request,
): Promise<ReplyOf<typeof findNearestGeom>> {
  const { x, y, zoom } = request;
  const scopes = (await readScopes(db, actor, request)).filter(({ layer }) => showsAtZoom(layer, zoom));
  const toleranceM = limits.nearestTolerancePx * resolutionFromZoom(zoom);
  const data =
    scopes.length === 0 ? undefined : await findNearestRow(db, scopes, { x, y, toleranceM }, request);
  return data === undefined ? { noDataFound: true, data: null } : { noDataFound: false, data };
}
