import type { listMentionable as call, ObjectId, ReplyOf } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { listMentionable as listUsers } from '../../notices/listMentionable.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';

/** @throws FORBIDDEN for those who may not comment on the object. */
export async function listMentionable(
  { database: { db } }: Pick<AppDeps, 'database'>,
  reader: Reader,
  id: ObjectId,
): Promise<ReplyOf<typeof call>> {
  const { owner, rights } = await getVisibleObject(db, reader, id);
  if (!rights.comments) throw new AppError('FORBIDDEN');
  const users = await listUsers(db, owner.owner);
  return users.filter(({ name }) => name !== '');
}
