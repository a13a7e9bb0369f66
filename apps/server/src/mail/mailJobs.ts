import type { CompanyId, ObjectId, UserId } from '@pgis/contract';
/**
 * Mails as jobs. A mail is added in the transaction of the change that it reports; its text, its address and its links are
 * read or made when it is sent.
 */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Job, JobKind } from '../jobs/JobKind.ts';
import { addJobs } from '../jobs/jobTable.ts';
import type { Clock } from '../runtime/Clock.ts';
import type { Mail, MailSender } from './MailSender.ts';

type Db = Kysely<Schema>;

export type MailTemplate =
  | 'invitation'
  | 'reset'
  | 'receipt'
  | 'comment'
  | 'review'
  | 'merged'
  | 'assignment'
  | 'escalation'
  | 'news'
  | 'report'
  | 'followConfirmation';

interface MailPayload {
  readonly template: MailTemplate;
  /** Recipient, when that is a user. */
  readonly userId: UserId | null;
  /** The object that the mail is about; its reporter is the recipient. */
  readonly geomId: ObjectId | null;
  /** Further values of the text; never an address, a token or a password. */
  readonly details: Readonly<Record<string, unknown>>;
}

export type NewMail = Pick<MailPayload, 'template'> &
  Partial<{ userId: UserId; geomId: ObjectId; details: MailPayload['details'] }> & {
    readonly companyId: CompanyId;
  };

export type MailJob = MailPayload & { readonly companyId: CompanyId };

export interface WrittenMail extends Mail {
  /** Called when the mail has been sent, once for each copy. */
  readonly onSent?: () => Promise<void>;
}

/** Writes a mail from what the database holds when it is sent; undefined when it is no longer needed. */
export type MailWriter = (job: MailJob) => Promise<WrittenMail | undefined>;
export type MailWriters = Readonly<Record<MailTemplate, MailWriter>>;

const MAIL = 'mail';
/** Mails with a report take seconds to write, so they have a kind, and thereby a queue, of their own. */
const REPORT_MAIL = 'report-mail';
export const mailKinds = [MAIL, REPORT_MAIL] as const;
type MailKind = (typeof mailKinds)[number];

const kindOf = (template: MailTemplate): MailKind => (template === 'report' ? REPORT_MAIL : MAIL);

export const addMail = (db: Db, clock: Clock, mail: NewMail): Promise<void> => addMails(db, clock, [mail]);

/** One statement, however many mails there are. */
export const addMails = (db: Db, clock: Clock, mails: readonly NewMail[]): Promise<void> =>
  addJobs(
    db,
    clock,
    mails.map(({ companyId, template, userId = null, geomId = null, details = {} }) => ({
      companyId,
      kind: kindOf(template),
      payload: { template, userId, geomId, details } satisfies MailPayload,
    })),
  );

/** The job `j` is a mail that has not been sent and has not failed for good. */
export const isUnsentMail = (template: MailTemplate): RawBuilder<SqlBool> =>
  sql`(j.kind = ANY(${[...mailKinds]}::text[]) AND j.state IN ('waiting', 'running') AND j.payload ->> 'template' = ${template})`;

/** Deletes unsent mails to a user whose password was set or whose account was disabled. */
export async function deleteMailsOfUser(
  db: Db,
  user: { companyId: CompanyId; userId: UserId },
): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('company_id', '=', user.companyId)
    .where('kind', 'in', mailKinds)
    .where(sql<string>`payload ->> 'userId'`, '=', String(user.userId))
    .execute();
}

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
}

/** The mail server answers and will never accept this mail: no such mailbox, or no such text. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as SmtpError;
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600
  );
}

/** Messages of nodemailer may name the recipient, so only the codes are logged. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode } = (error ?? {}) as SmtpError;
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
};

export interface MailJobOptions {
  readonly sender: MailSender;
  readonly writers: MailWriters;
  /** Right part of the Message-ID. */
  readonly hostname: string;
}

const mailJobKind = (
  kind: MailKind,
  { sender, writers, hostname }: MailJobOptions,
): JobKind<MailPayload> => ({
  kind,
  isFinal: isRefusedForGood,
  toReason: reasonOf,
  async run({ companyId, id, payload, attempts }: Job<MailPayload>, { log }) {
    const { template } = payload;
    const written = await writers[template]({ ...payload, companyId });
    if (written === undefined) return;
    const { onSent, ...mail } = written;
    const sentTo = await sender.send({ ...mail, messageId: `pgis-mail-${id}@${hostname}` });
    log.info({ mail: sentTo, template, attempts }, 'mail sent');
    await onSent?.();
  },
});

/**
 * The jobs that send mails. Each kind can send any mail, so a report that waits as `mail` since before `report-mail` is
 * sent, too. If a process ends between sending a mail and deleting the job, the mail is sent twice with one Message-ID; it is
 * never lost.
 */
export const mailJobKinds = (options: MailJobOptions): JobKind<MailPayload>[] =>
  mailKinds.map((kind) => mailJobKind(kind, options));
