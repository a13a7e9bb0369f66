import type { locateImport as call, ImportId, QueryOf, ReplyOf } from '@pgis/contract';
import { type Extent, emptyExtent, geometryExtent, HALF_WORLD_M } from '@pgis/geo';
import type { Kysely } from 'kysely';
import type { UserActor } from '../../access/Actor.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { judge, locate, toMapArea } from '../../importing/inspect/rankCandidates.ts';
import { readStartView } from '../../query/readStartView.ts';
import { getOwnImport, readSample } from './importRows.ts';

export interface LocateRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly query: QueryOf<typeof call>;
}

/** Puts the sample of a file on the map, read in a coordinate system. */
export async function locateSample(
  db: Kysely<Schema>,
  { actor, id, query: { crs, swapped: isSwapped = false } }: LocateRequest,
): Promise<ReplyOf<typeof call>> {
  const sample = await readSample(db, await getOwnImport(db, actor, id));
  if (sample === null) throw new AppError('IMPORT_STATE');
  const { shapes } = sample;
  const fileCrs = sample.fileCrs ?? undefined;
  const area = toMapArea(await readStartView(db, actor.companyId));
  const candidate = judge(shapes, { crs, isSwapped, area, fileCrs });
  const located = locate(shapes, { crs, isSwapped, fileCrs });
  if (candidate === undefined || located === undefined)
    throw validationError({ path: 'query/crs', code: 'NOT_ALLOWED' });
  const onWorld = located.filter((shape) => isOnWorld(geometryExtent(shape)));
  return {
    candidate,
    shapes: onWorld,
    extent: onWorld.length === 0 ? null : toNamed(onWorld.map(geometryExtent).reduce(join, emptyExtent())),
    mapArea: toNamed(area),
  };
}

const isOnWorld = (extent: Extent): boolean => extent.every((side) => Math.abs(side) <= HALF_WORLD_M);

const join = (a: Extent, b: Extent): Extent => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

const toNamed = ([minx, miny, maxx, maxy]: Extent) => ({ minx, miny, maxx, maxy });
