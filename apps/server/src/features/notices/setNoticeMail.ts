import type { MailRhythm } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { findRecipient } from '../../access/findActiveSession.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { acceptAgain, refusalHash } from '../../mail/mailRefusals.ts';

/** Sets the rhythm of a user's mails. Whoever asks for mails takes back an earlier refusal by one click. */
export async function setNoticeMail(
  deps: Pick<AppDeps, 'database' | 'secrets'>,
  { companyId, userId }: UserActor,
  mail: MailRhythm,
): Promise<void> {
  const recipient = mail === 'never' ? undefined : await findRecipient(deps.database.db, userId);
  const hash = recipient && (await refusalHash(deps, { mails: 'news', email: recipient.email }));
  await inTransaction(deps.database, {}, async (db) => {
    await db
      .updateTable('users')
      .set({ notice_mail: mail })
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .execute();
    if (hash !== undefined) await acceptAgain(db, hash);
  });
}
