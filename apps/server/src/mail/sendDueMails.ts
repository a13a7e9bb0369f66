import type { FastifyBaseLogger } from 'fastify';
import type { AppDeps } from '../AppDeps.ts';
import type { Mail } from './MailSender.ts';
import { forgetMail, type MailJob, type MailKind, postponeMail, takeDueMail } from './mailJobs.ts';

/** Writes a mail as things are when it is sent; undefined when it need not go any more. */
export type MailWriter = (deps: AppDeps, job: MailJob) => Promise<Mail | undefined>;
export type MailWriters = Readonly<Record<MailKind, MailWriter>>;

const FIRST_RETRY_S = 30;
const LONGEST_RETRY_S = 900;
/** After a week it is told in the log of the server, and nobody waits for it any more. */
const GIVE_UP_S = 7 * 86_400;

/** 30 s, a minute, two … a quarter of an hour. */
export const retryAfterS = (attempts: number): number =>
  Math.min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** (attempts - 1));

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
}

/** The server is there and will not have this mail, today or tomorrow: no such mailbox, or no such text. */
export function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as SmtpError;
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600
  );
}

/** nodemailer's messages may name the recipient, so only what cannot is logged. */
const reasonOf = (error: unknown): string => {
  const { code, responseCode } = (error ?? {}) as SmtpError;
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
};

/**
 * Sends what is due, one after the other. A mail that cannot go now is tried again later; where the mail server is away
 * the others are left for then too. A mail may go twice where a process dies between sending and forgetting it, never
 * not at all.
 */
export async function sendDueMails(
  deps: AppDeps,
  writers: MailWriters,
  log: FastifyBaseLogger,
): Promise<void> {
  const { db } = deps.database;
  for (;;) {
    const job = await takeDueMail(db, deps.clock);
    if (job === undefined) return;
    const { id, kind, attempts } = job;
    try {
      const mail = await writers[kind](deps, job);
      if (mail !== undefined) {
        const where = await deps.mail.send({ ...mail, messageId: messageIdOf(deps, job) });
        log.info({ mail: where, kind, attempts }, 'mail sent');
      }
    } catch (error) {
      if (!isRefusedForGood(error) && job.ageS < GIVE_UP_S) {
        log.warn({ reason: reasonOf(error), mailJob: id, kind, attempts }, 'mail postponed');
        await postponeMail(db, deps.clock, job, retryAfterS(attempts));
        return;
      }
      log.error({ reason: reasonOf(error), mailJob: id, kind, attempts }, 'mail given up');
    }
    await forgetMail(db, job);
  }
}

const messageIdOf = ({ config }: AppDeps, { id }: MailJob): string =>
  `pgis-mail-${id}@${new URL(config.publicUrl).hostname}`;
