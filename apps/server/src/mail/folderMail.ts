import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headersOf, type Mail, type MailAttachment, type MailSender } from './MailSender.ts';

/** Keeps a header value on one line, whatever was given. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** RFC 5322 with unencoded UTF-8, so that a person can read the file. */
const toEml = (mail: Mail, from: string, at: Date): string =>
  [
    `From: ${oneLine(from)}`,
    `To: ${oneLine(mail.to)}`,
    `Subject: ${oneLine(mail.subject)}`,
    `Date: ${at.toUTCString()}`,
    ...(mail.messageId === undefined ? [] : [`Message-ID: <${mail.messageId}>`]),
    ...Object.entries(headersOf(mail)).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    ...toParts(mail),
  ].join('\r\n');

const textPart = ({ text }: Mail): string[] => [
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  text,
];

const filePart = ({ fileName, contentType, content }: MailAttachment): string[] => [
  `Content-Type: ${contentType}`,
  `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  'Content-Transfer-Encoding: base64',
  '',
  content.toString('base64').replaceAll(/(.{76})/g, '$1\r\n'),
];

/** The text alone, or the text and the attachments as parts. */
function toParts(mail: Mail): string[] {
  const { attachments = [] } = mail;
  if (attachments.length === 0) return textPart(mail);
  const boundary = `part-${randomUUID()}`;
  return [
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...textPart(mail),
    ...attachments.flatMap((attachment) => [`--${boundary}`, ...filePart(attachment)]),
    `--${boundary}--`,
    '',
  ];
}

/** Used without a mail server: each mail is a file that only the server's user can read. */
export const folderMail = (folder: string, from: string): MailSender => ({
  async send(mail) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const at = new Date();
    const file = join(folder, `${at.toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`);
    // A full disk leaves no half of a mail: the file has its name when it is whole.
    const unfinished = `${file}.part`;
    try {
      await writeFile(unfinished, toEml(mail, from, at), { mode: 0o600, flag: 'wx' });
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    return file;
  },
});
