import type { AppDeps } from '../../AppDeps.ts';
import type { Mail } from '../../mail/MailSender.ts';
import type { MailJob } from '../../mail/mailJobs.ts';
import { isRefused } from '../../mail/mailRefusals.ts';
import { findNews } from '../notices/index.ts';
import { makeNewsLinks } from './links.ts';

/** Writes to a user what their notices say now; undefined when nothing is left, or one click has ended such mails. */
export async function writeNews(deps: AppDeps, job: MailJob): Promise<Mail | undefined> {
  const news = await findNews(deps, job);
  if (news === undefined || job.userId === null) return undefined;
  const { email, language, subject, paragraphs, whyYou } = news;
  if (await isRefused(deps.database.db, deps, { mails: 'news', email })) return undefined;
  const links = await makeNewsLinks(deps, { userId: job.userId, language });
  return {
    to: email,
    subject,
    text: [...paragraphs, `-- \n${whyYou}\n${links.unsubscribe}\n`].join('\n\n'),
    unsubscribeUrl: links.oneClick,
  };
}
