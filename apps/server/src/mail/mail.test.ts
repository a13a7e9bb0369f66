import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { retryPauseS } from '../jobs/JobRunner.ts';
import { folderMail } from './folderMail.ts';
import { isRefusedForGood } from './mailJobs.ts';
import { smtpMail } from './smtpMail.ts';
import { startSmtp } from './testing/startSmtp.ts';

const mail = {
  to: 'anna@example.org',
  subject: 'Новый пароль',
  text: 'Здравствуйте!\n\nhttps://map.example/#/ru',
};

test('a mail becomes a file that only its owner can read, and a person can', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pgis-mail-'));
  const folder = join(dir, 'mail');
  const where = await folderMail(folder, 'PGIS <pgis@example.org>').send(mail);
  await folderMail(folder, 'PGIS <pgis@example.org>').send({ ...mail, subject: 'Two\r\nBcc: x@y.example' });
  expect(await readdir(folder)).toHaveLength(2);
  expect((await stat(where)).mode & 0o777).toBe(0o600);
  const file = await readFile(where, 'utf8');
  expect(file).toContain('To: anna@example.org\r\nSubject: Новый пароль\r\n');
  expect(file).toContain(mail.text);
  const [, second = ''] = (await readdir(folder)).sort();
  expect(await readFile(join(folder, second), 'utf8')).not.toMatch(/^Bcc:/m);
  await rm(dir, { recursive: true });
});

test('a mail that the disk has no room for leaves no file', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pgis-mail-'));
  const program = `
    const { folderMail } = await import(${JSON.stringify(new URL('./folderMail.ts', import.meta.url).href)});
    const mail = { to: 'anna@example.org', subject: 'Long', text: 'x'.repeat(100_000) };
    await folderMail(${JSON.stringify(dir)}, 'PGIS <pgis@example.org>').send(mail).catch(({ code }) => console.log(code));`;
  // A limit on the size of files stands for a full disk.
  const limited = `ulimit -f 8; trap '' XFSZ; exec "$0" --input-type=module -e "$1"`;
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, program]);
  expect([stdout.trim(), await readdir(dir)]).toEqual(['EFBIG', []]);
  await rm(dir, { recursive: true });
});

const decode = (raw: string): string =>
  Buffer.from(
    raw
      .slice(raw.indexOf('\r\n\r\n') + 4)
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
    .toString('utf8')
    .replaceAll('\r\n', '\n')
    .trim();

test('a mail goes to a real mail server, in UTF-8, with what mailboxes need for one click', async () => {
  await using smtp = await startSmtp();
  const where = await smtpMail(smtp.url, 'PGIS <pgis@example.org>').send({
    ...mail,
    messageId: 'one@map.example',
    unsubscribeUrl: 'https://map.example/api/v1/unsubscribe/1.abc',
  });
  expect(where).toBe(new URL(smtp.url).host);
  const [received] = smtp.mails;
  expect([received?.from, received?.to]).toEqual(['pgis@example.org', ['anna@example.org']]);
  const raw = received?.raw ?? '';
  expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(raw).toContain('Message-ID: <one@map.example>');
  expect(raw).toContain('List-Unsubscribe: <https://map.example/api/v1/unsubscribe/1.abc>');
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(raw).toContain('Auto-Submitted: auto-generated');
  expect(decode(raw)).toBe(mail.text);
});

test('files go with their mail, under names in any letters', async () => {
  await using smtp = await startSmtp();
  const attachments = [
    { fileName: 'Pārskats.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF a page') },
    { fileName: 'Отчёт.csv', contentType: 'text/csv', content: Buffer.from('a table') },
  ];
  await smtpMail(smtp.url, 'PGIS <pgis@example.org>').send({ ...mail, attachments });
  const raw = smtp.mails[0]?.raw ?? '';
  for (const { fileName, contentType, content } of attachments) {
    expect(raw).toContain(`Content-Type: ${contentType}`);
    expect(raw).toContain(content.toString('base64'));
    expect(raw).toContain(encodeURIComponent(fileName));
  }
});

test('a mail does not cross a network in the clear, unless its address allows it', async () => {
  await using smtp = await startSmtp({}, 0, '0.0.0.0');
  // Any other name of this machine is one on the network.
  const send = (parameters: string) =>
    smtpMail(`smtp://127.0.0.2:${smtp.port}${parameters}`, 'PGIS <pgis@example.org>').send(mail);
  await expect(send('')).rejects.toThrow(/STARTTLS/);
  await expect(send('?requireTLS=true')).rejects.toThrow(/STARTTLS/);
  expect(smtp.mails).toHaveLength(0);
  await send('?requireTLS=false');
  expect(smtp.mails).toHaveLength(1);
});

test('an address with a list in it is one recipient, or none', async () => {
  await using smtp = await startSmtp();
  const sender = smtpMail(smtp.url, 'PGIS <pgis@example.org>');
  await sender.send({ ...mail, to: 'a@x.example, b@y.example' }).catch(() => {});
  await sender.send({ ...mail, to: 'a@x.example\r\nBcc: b@y.example' }).catch(() => {});
  expect(smtp.mails.flatMap(({ to }) => to)).not.toContain('b@y.example');
  expect(smtp.mails.every(({ to, raw }) => to.length === 1 && !/^Bcc:/m.test(raw))).toBe(true);
});

test('who is refused for good is told from a server that is busy or away', async () => {
  await using smtp = await startSmtp({
    onRcptTo: ({ address }, _, done) => {
      const code = address.startsWith('gone') ? 550 : 451;
      done(Object.assign(new Error('no'), { responseCode: code }));
    },
  });
  const failure = (to: string, url = smtp.url) =>
    smtpMail(url, 'PGIS <pgis@example.org>')
      .send({ ...mail, to })
      .then(
        () => 'sent',
        (error: unknown) => isRefusedForGood(error),
      );
  expect(await failure('gone@example.org')).toBe(true);
  expect(await failure('busy@example.org')).toBe(false);
  expect(await failure('any@example.org', 'smtp://127.0.0.1:1')).toBe(false);
});

test('a mail that could not go is tried again after longer and longer, a quarter of an hour at most', () => {
  expect([1, 2, 3, 5, 6, 40].map(retryPauseS)).toEqual([30, 60, 120, 480, 900, 900]);
});
