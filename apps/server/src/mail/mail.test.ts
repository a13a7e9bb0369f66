import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderMail } from './folderMail.ts';
import { smtpMail } from './smtpMail.ts';

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

/** Says yes to everything, as a mail server does, and keeps the conversation. */
function startMailServer(): Promise<{ server: Server; url: string; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    let rest = '';
    socket.setEncoding('utf8').write('220 mail.example ESMTP\r\n');
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        heard.push(line);
        if (isData && line !== '.') continue;
        isData = line === 'DATA';
        socket.write(isData ? '354 go on\r\n' : line.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ server, url: `smtp://127.0.0.1:${port}`, heard });
    });
  });
}

test('a mail goes out by SMTP, in UTF-8', async () => {
  const { server, url, heard } = await startMailServer();
  const where = await smtpMail(url, 'PGIS <pgis@example.org>').send(mail);
  server.close();
  expect(where).toBe(new URL(url).host);
  expect(heard).toContain('MAIL FROM:<pgis@example.org>');
  expect(heard).toContain('RCPT TO:<anna@example.org>');
  const subject = heard.find((line) => line.startsWith('Subject:'));
  expect(subject).toMatch(/=\?UTF-8\?/);
  const body = heard.slice(heard.indexOf('') + 1, heard.indexOf('.')).join('\n');
  expect(decodeURIComponent(body.replace(/=([0-9A-F]{2})/g, '%$1'))).toBe(mail.text);
});
