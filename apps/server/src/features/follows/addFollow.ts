import {
  type BodyOf,
  type Follow,
  followLimits,
  type followLayers as layersCall,
  type followObject as objectCall,
} from '@pgis/contract';
import { measureAreaM2, parseWkt } from '@pgis/geo';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { listLayerAccess } from '../../layers/getLayerAccess.ts';
import { objectKinds } from '../../layers/ObjectKind.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { acceptNews, newsRefusalOf } from '../../notices/acceptNews.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';
import { checkValidity, parseGeometry } from '../../objects/parseGeometry.ts';
import { insertFollow } from './followRows.ts';

export interface FollowReader extends Reader {
  readonly actor: UserActor;
}

/** @throws NOT_FOUND for an object that the reader may not see, or of another company, whose notices they could not get. */
export async function followObject(
  deps: Pick<AppDeps, 'database' | 'secrets'>,
  reader: FollowReader,
  { objectId, mail }: BodyOf<typeof objectCall>,
): Promise<Follow> {
  const refusal = await newsRefusalOf(deps, reader.actor, mail);
  return await inTransaction(deps.database, {}, async (db) => {
    const { owner } = await getVisibleObject(db, reader, objectId);
    if (owner.companyId !== reader.actor.companyId) throw new AppError('NOT_FOUND');
    await acceptNews(db, refusal);
    const follow = { objectId, classIds: [], areaWkt: null, name: '', mail } as const;
    return await insertFollow(db, reader.actor, { ...follow, events: ['status', 'reply'] });
  });
}

/** Views cannot be followed: their filter says which objects they show, not which ones are news. */
export async function followLayers(
  deps: Pick<AppDeps, 'database' | 'secrets'>,
  { actor }: FollowReader,
  { areaWkt, classIds, ...rest }: BodyOf<typeof layersCall>,
): Promise<Follow> {
  const refusal = await newsRefusalOf(deps, actor, rest.mail);
  return await inTransaction(deps.database, {}, async (db) => {
    const layers = await listLayerAccess(db, actor, classIds);
    const known = layers.filter(({ layer }) => !layer.isView && layer.companyId === actor.companyId);
    const problems = classIds.flatMap((id, index) =>
      known.some(({ layer }) => layer.id === id)
        ? []
        : [{ path: `/classIds/${index}`, code: 'UNKNOWN_LAYER' as const }],
    );
    if (problems.length > 0) throw validationError(...problems);
    const area = await checkArea(db, areaWkt ?? null);
    await acceptNews(db, refusal);
    return await insertFollow(db, actor, { ...rest, objectId: null, classIds, areaWkt: area });
  });
}

/** Returns the normal form of a polygon. @throws VALIDATION for another shape, or a larger one than can be followed. */
export async function checkArea(db: Kysely<Schema>, areaWkt: string | null): Promise<string | null> {
  if (areaWkt === null) return null;
  const geometry = parseGeometry(areaWkt);
  if (geometry.kind !== objectKinds.polygon)
    throw validationError({ path: '/areaWkt', code: 'INVALID_GEOMETRY' });
  const parsed = parseWkt(geometry.wkt);
  if (parsed.ok && measureAreaM2(parsed.geometry) > followLimits.areaKm2 * 1_000_000)
    throw validationError({ path: '/areaWkt', code: 'OUT_OF_RANGE' });
  await checkValidity(db, geometry);
  return geometry.wkt;
}
