import { userNameOf } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { getAdminScope } from '../groups/index.ts';
import { audit } from '../log/index.ts';
import { invitationMail } from './invitationMail.ts';
import { getManagedUser, readGroupScope } from './managedUser.ts';
import { hashLink, linkAddress, makeLinkToken } from './passwordLink.ts';
import { endLinks, findCredentials, insertLink } from './repository.ts';

/** Makes the one link that counts from now on; gives its token. */
export async function insertInvitation(db: Kysely<Schema>, deps: AppDeps, userId: number): Promise<string> {
  const token = makeLinkToken();
  await endLinks(db, userId);
  await insertLink(db, deps.clock, {
    userId,
    tokenHash: hashLink(token),
    kind: 'invitation',
    lifetimeS: deps.config.session.invitationS,
  });
  return token;
}

/** In the invited user's language; gives where the mail went. */
export async function mailInvitation(
  deps: AppDeps,
  inviter: UserActor,
  { userId, token }: { readonly userId: number; readonly token: string },
): Promise<string> {
  const user = await findCredentials(deps.database.db, userId);
  if (user === undefined) throw new Error('the invited user has gone');
  const link = linkAddress(deps.config.publicUrl, user.language, token);
  const days = Math.round(deps.config.session.invitationS / 86_400);
  return await deps.mail.send({
    to: user.email,
    ...invitationMail(user.language, { link, days, inviter: inviter.userName }),
  });
}

/** A new link; the one before works no more. */
export async function inviteAgain(
  deps: AppDeps,
  actor: UserActor,
  userId: number,
  requestId: string,
): Promise<string> {
  const scope = getAdminScope(actor);
  return await inTransaction(deps.database, {}, async (db) => {
    const user = await getManagedUser(db, await readGroupScope(db, scope), userId);
    if (user.status !== 'invited') throw new AppError('NOT_INVITED');
    const token = await insertInvitation(db, deps, userId);
    await audit(db, {
      actor,
      action: 'USER_INVITED',
      entity: 'user',
      entityId: userId,
      entityName: userNameOf(user),
      requestId,
    });
    return token;
  });
}
