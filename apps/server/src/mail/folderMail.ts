import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headersOf, type Mail, type MailSender } from './MailSender.ts';

/** Header values are one line, whatever was given. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** RFC 5322 with UTF-8 as it is, so that a person can read the file. */
const toEml = (mail: Mail, from: string, at: Date): string =>
  [
    `From: ${oneLine(from)}`,
    `To: ${oneLine(mail.to)}`,
    `Subject: ${oneLine(mail.subject)}`,
    `Date: ${at.toUTCString()}`,
    ...(mail.messageId === undefined ? [] : [`Message-ID: <${mail.messageId}>`]),
    ...Object.entries(headersOf(mail)).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    mail.text,
  ].join('\r\n');

/** Where nobody has set up a mail server: each mail is a file that only the server's user can read. */
export const folderMail = (folder: string, from: string): MailSender => ({
  async send(mail) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const at = new Date();
    const file = join(folder, `${at.toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`);
    await writeFile(file, toEml(mail, from, at), { mode: 0o600, flag: 'wx' });
    return file;
  },
});
