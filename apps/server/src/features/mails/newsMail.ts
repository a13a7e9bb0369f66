import type { FollowId, Language } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { Mail } from '../../mail/MailSender.ts';
import type { MailJob } from '../../mail/mailJobs.ts';
import { makeNewsLinks } from '../../mail/mailLinks.ts';
import { isRefused, refusalHash } from '../../mail/mailRefusals.ts';
import { findVisitorFollow } from '../../notices/visitorFollows.ts';
import { findNews } from '../notices/index.ts';

const followIdOf = ({ details }: MailJob) => details.followId as FollowId | undefined;

/** Writes what notices say now; undefined when nothing is left, or one click has ended such mails. */
export async function writeNews(deps: AppDeps, job: MailJob): Promise<Mail | undefined> {
  const news = await findNews(deps, job);
  if (news === undefined) return undefined;
  const { email, language, subject, paragraphs, whyYou } = news;
  if (await isRefused(deps.database.db, await refusalHash(deps, { mails: 'news', email }))) return undefined;
  const links = await makeNewsLinks(deps, { userId: job.userId, followId: followIdOf(job), language });
  return {
    to: email,
    subject,
    text: [...paragraphs, `-- \n${whyYou}\n${links.unsubscribe}\n`].join('\n\n'),
    unsubscribeUrl: links.oneClick,
  };
}

const confirmation: Readonly<Record<Language, readonly [subject: string, ...paragraphs: string[]]>> = {
  en: [
    'Confirm what you follow',
    'Hello,',
    'somebody has entered this address on the map to get news by e-mail. If it was you, open this link and press the button:',
    'If it was not you, do nothing: the address is deleted after two days.',
  ],
  ru: [
    'Подтвердите подписку на новости',
    'Здравствуйте!',
    'На карте указали этот адрес, чтобы получать новости. Если это были вы, откройте ссылку и нажмите кнопку:',
    'Если это были не вы, ничего не делайте: через два дня адрес будет удалён.',
  ],
  lv: [
    'Apstipriniet, kam sekojat',
    'Labdien!',
    'Kartē norādīta šī adrese, lai saņemtu jaunumus. Ja to darījāt jūs, atveriet saiti un nospiediet pogu:',
    'Ja tas nebijāt jūs, nedariet neko: pēc divām dienām adresi dzēsīs.',
  ],
};

/** Asks an address that somebody has typed; it repeats nothing else. */
export async function writeFollowConfirmation(deps: AppDeps, job: MailJob): Promise<Mail | undefined> {
  const follow = await findVisitorFollow(deps.database.db, followIdOf(job) ?? 0);
  if (follow === undefined || follow.isConfirmed) return undefined;
  const { email, language, id } = follow;
  const [subject, greeting = '', request = '', otherwise = ''] = confirmation[language];
  const links = await makeNewsLinks(deps, { userId: null, followId: id, language });
  return {
    to: email,
    subject,
    text: [greeting, `${request}\n${links.unsubscribe}`, otherwise, ''].join('\n\n'),
  };
}
