import { join } from 'node:path';
import { readMails, type SentMail } from '@pgis/testkit';
import { ownServer } from './servers.ts';

/** Returns the mails that the server has sent, the oldest first. */
export const listMails = (): SentMail[] => readMails(join(ownServer.dataDir, 'mail'));

export const mailsTo = (email: string): SentMail[] => listMails().filter(({ to }) => to === email);

/** Returns the link of a mail to the page of a report or to the settings of its mails; '' without one. */
export const linkIn = (mail: SentMail | undefined, page: 'report' | 'mails'): string =>
  new RegExp(`http\\S+/${page}/\\S+`).exec(mail?.text ?? '')?.[0] ?? '';

/** Returns the first link of the newest mail to somebody; '' while there is none. */
export const linkMailedTo = (email: string): string =>
  /http\S+/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? '';
