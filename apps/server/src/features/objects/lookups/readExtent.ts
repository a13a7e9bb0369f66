import type { getLayerExtent, LayerId, ObjectId, ReplyOf } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { getLayerAccess } from '../../../layers/getLayerAccess.ts';
import type { Reader } from '../../../layers/readVisibleNodes.ts';
import { type AddressFilter, getFilteredLayer } from '../../../query/codecs/addressFilter.ts';
import { getExtent } from '../../../query/getExtent.ts';

type Reply = ReplyOf<typeof getLayerExtent>;

export async function readLayerExtent(
  db: Kysely<Schema>,
  { actor }: Reader,
  { layerId, filter }: { readonly layerId: LayerId; readonly filter: AddressFilter | undefined },
): Promise<Reply> {
  const access = await getFilteredLayer(db, actor, { layerId, filter });
  return { extent: await getExtent(db, { layers: [access] }) };
}

/** @throws NOT_FOUND for an object that the layer does not show to the reader. */
export async function readObjectExtent(
  db: Kysely<Schema>,
  { actor }: Reader,
  { layerId, id }: { readonly layerId: LayerId; readonly id: ObjectId },
): Promise<Reply> {
  const access = await getLayerAccess(db, actor, layerId);
  const extent = await getExtent(db, { layers: [access], ids: [id] });
  if (extent === null) throw new AppError('NOT_FOUND');
  return { extent };
}
