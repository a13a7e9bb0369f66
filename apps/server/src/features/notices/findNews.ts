import { displayDay } from '@pgis/conditions';
import {
  companyOf,
  type FollowId,
  type Language,
  type Notice,
  type NoticeId,
  referenceOf,
  type UserId,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { findRecipient } from '../../access/findActiveSession.ts';
import type { Schema } from '../../db/schema.ts';
import type { MailJob } from '../../mail/mailJobs.ts';
import { findVisitorFollow } from '../../notices/visitorFollows.ts';
import { type NewsTexts, newsTexts } from './newsTexts.ts';
import { type NoticeReader, ofUser, selectNotices } from './selectNotices.ts';

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

/** Whom a mail goes to, and which notices are theirs. */
interface Addressee extends NoticeReader {
  readonly email: string;
  readonly whyYou: string;
}

/** A user with their rights of this moment; undefined once they cannot sign in. */
async function findUser(db: Kysely<Schema>, userId: UserId): Promise<Addressee | undefined> {
  const recipient = await findRecipient(db, userId);
  if (recipient === undefined || recipient.actor.firstLogin) return undefined;
  const { actor, email } = recipient;
  const { language } = actor;
  return { actor, email, language, owner: ofUser(actor), whyYou: newsTexts[language].whyYou };
}

/** A visitor, who sees what everybody sees; undefined once they have stopped following. */
async function findVisitor(db: Kysely<Schema>, followId: FollowId): Promise<Addressee | undefined> {
  const follow = await findVisitorFollow(db, followId);
  if (follow === undefined || !follow.isConfirmed) return undefined;
  const { email, language } = follow;
  return {
    actor: { kind: 'anonymous', visitorId: undefined, address: '' },
    email,
    language,
    owner: sql`(n.company_id, n.follow_id) IN (SELECT company_id, id FROM follows
      WHERE company_id = ${companyOf(followId)}::integer AND lower(email) = lower(${email}::text))`,
    whyYou: newsTexts[language].whyVisitor,
  };
}

/** Reads the notices of a mail as their reader may see them now; undefined when nothing of them is left, or all was read. */
export async function findNews(
  { database: { db }, config }: Pick<AppDeps, 'database' | 'config'>,
  { userId, details }: MailJob,
): Promise<News | undefined> {
  const { ids, followId } = details as { readonly ids: readonly NoticeId[]; readonly followId?: FollowId };
  const addressee =
    userId === null ? followId && (await findVisitor(db, followId)) : await findUser(db, userId);
  if (!addressee) return undefined;
  const { email, language, whyYou } = addressee;
  const found = await selectNotices(db, addressee, { onlyUnread: true, size: NAMED + 1, offset: 0, ids });
  // A visitor may follow an object and its layer, which tells them twice.
  const notices = [...new Map(found.map((one) => [`${one.kind} ${one.object?.id}`, one])).values()];
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
    whyYou,
  };
}

/** A subject holds nothing that somebody has typed but the name of the object. */
const withoutQuote = (sentence: string): string => sentence.split('\n')[0] ?? '';

function sentenceOf(notice: Notice, texts: NewsTexts): string {
  const { kind, by, object, comment, dueOn } = notice;
  const number = object === null ? '' : `${referenceOf(object.id)} ${object.name}`.trim();
  const day = dueOn === null ? '' : displayDay(dueOn);
  const text = texts.sentences[kind]({ number, by, day, layer: object?.layerName ?? '' });
  return comment === null ? text : `${text}\n${comment.replace(/^/gm, '> ')}`;
}
