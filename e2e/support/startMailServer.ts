import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startSmtp, type TestSmtp } from '../../apps/server/src/mail/testing/startSmtp.ts';

const quotedPrintable = (encoded: string): Buffer =>
  Buffer.from(
    encoded
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );

/** Decodes the words of a header that are not ASCII (RFC 2047). */
const toHeader = (line: string): string =>
  line
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
      (kind.toUpperCase() === 'B'
        ? Buffer.from(words, 'base64')
        : quotedPrintable(words.replaceAll('_', ' '))
      ).toString(),
    );

function toBody(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? quotedPrintable(body).toString() : body;
}

/** Returns a mail in the form in which a server without SMTP writes it. */
function decode(raw: string): string {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const [, encoding] = /^Content-Transfer-Encoding: (\S+)/im.exec(headers) ?? [];
  return `${toHeader(headers)}\r\n\r\n${toBody(raw.slice(end + 4), encoding)}`;
}

/** Starts a real mail server that writes each mail to a folder, from which the tests of every process read it. */
export function startMailServer(folder: string): Promise<TestSmtp> {
  return startSmtp({
    onData: (stream, _session, done) => {
      text(stream)
        .then((raw) => {
          const file = join(folder, `${new Date().toISOString()}-${randomUUID()}.eml`);
          mkdirSync(folder, { recursive: true });
          // A test that reads meanwhile sees no half of a mail.
          writeFileSync(`${folder}.part`, decode(raw));
          renameSync(`${folder}.part`, file);
          done();
        })
        .catch(done);
    },
  });
}
