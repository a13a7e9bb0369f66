import { type Language, type Notice, type NoticeId, referenceOf } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { findRecipient } from '../../access/findActiveSession.ts';
import type { MailJob } from '../../mail/mailJobs.ts';
import { type NewsTexts, newsTexts } from './newsTexts.ts';
import { selectNotices } from './selectNotices.ts';

/** Notices that a mail names one by one; the bell has the others. */
const NAMED = 30;

/** Content of a mail about notices, without its links. */
export interface News {
  readonly email: string;
  readonly language: Language;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly whyYou: string;
}

/** Reads the notices of a mail as their user may see them now; undefined when nothing of them is left, or all was read. */
export async function findNews(
  { database: { db }, config }: Pick<AppDeps, 'database' | 'config'>,
  { userId, details }: MailJob,
): Promise<News | undefined> {
  if (userId === null) return undefined;
  const { ids } = details as { readonly ids: readonly NoticeId[] };
  const recipient = await findRecipient(db, userId);
  if (recipient === undefined || recipient.actor.firstLogin) return undefined;
  const { actor, email } = recipient;
  const { language } = actor;
  const notices = await selectNotices(
    db,
    { actor, language },
    { onlyUnread: true, size: NAMED + 1, offset: 0, ids },
  );
  const [first] = notices;
  if (first === undefined) return undefined;
  const texts = newsTexts[language];
  const link = ({ object }: Notice) =>
    object === null ? '' : `\n${config.publicUrl}/#/${language}/dashboard?object=${object.id}`;
  const lines = notices.slice(0, NAMED).map((one) => `${sentenceOf(one, texts)}${link(one)}`);
  return {
    email,
    language,
    subject: notices.length === 1 ? withoutQuote(sentenceOf(first, texts)) : texts.subject,
    paragraphs: [texts.greeting, ...lines, ...(notices.length > NAMED ? [texts.more] : [])],
    whyYou: texts.whyYou,
  };
}

/** A subject holds nothing that somebody has typed but the name of the object. */
const withoutQuote = (sentence: string): string => sentence.split('\n')[0] ?? '';

function sentenceOf(notice: Notice, texts: NewsTexts): string {
  const { kind, by, object, comment, dueOn } = notice;
  const number = object === null ? '' : `${referenceOf(object.id)} ${object.name}`.trim();
  const day = dueOn === null ? '' : dueOn.split('-').reverse().join('.');
  const text = texts.sentences[kind]({ number, by, day, layer: object?.layerName ?? '' });
  return comment === null ? text : `${text}\n${comment.replace(/^/gm, '> ')}`;
}
