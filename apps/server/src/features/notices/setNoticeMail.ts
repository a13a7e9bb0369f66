import type { MailRhythm } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { acceptNews, newsRefusalOf } from '../../notices/acceptNews.ts';
import { rescheduleMails } from '../../notices/rescheduleMails.ts';

/** Sets the rhythm of a user's mails, also of those that wait. */
export async function setNoticeMail(
  deps: Pick<AppDeps, 'database' | 'secrets'>,
  actor: UserActor,
  mail: MailRhythm,
): Promise<void> {
  const refusal = await newsRefusalOf(deps, actor, mail);
  await inTransaction(deps.database, {}, async (db) => {
    await db
      .updateTable('users')
      .set({ notice_mail: mail })
      .where('company_id', '=', actor.companyId)
      .where('id', '=', actor.userId)
      .execute();
    await acceptNews(db, refusal);
    await rescheduleMails(db, actor);
  });
}
