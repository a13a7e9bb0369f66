import type { Config } from '../../config.ts';
import { verifySmtp } from '../../mail/smtpMail.ts';
import { advice, type Finding, ok, problem, reasonOf } from './Finding.ts';

/** Connects and signs in to the mail server, without sending anything. */
export async function checkMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Finding[]> {
  if (smtpUrl === undefined)
    return [advice('SMTP_URL is not set: mails are files in DATA_DIR/mail and reach nobody.')];
  const { host } = new URL(smtpUrl);
  try {
    await verifySmtp(smtpUrl);
    return [ok(`${host} accepts mails.`)];
  } catch (error) {
    return [problem(`${host} accepts no mails: ${reasonOf(error)}`)];
  }
}
