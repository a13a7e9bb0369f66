import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOnOneDatabase, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** One pixel. */
const webpBytes = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

describeOnOneDatabase('help files', (getDatabase) => {
  let t: TestApp;
  let dir: string;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'pgis-help-'));
    await mkdir(join(dir, 'help/en/pictures'), { recursive: true });
    await mkdir(join(dir, 'help/lv'));
    await writeFile(join(dir, 'secret.txt'), 'not for readers');
    await writeFile(join(dir, 'help/secret.txt'), 'not for readers');
    await writeFile(join(dir, 'help/en/.hidden'), 'not for readers');
    await writeFile(join(dir, 'help/en/pictures/map.webp'), webpBytes);
    await writeFile(join(dir, 'help/en/2-rules.pdf'), '%PDF-1.7');
    await writeFile(join(dir, 'help/en/1-start.md'), '# First steps: map\n\n![The map](pictures/map.webp)\n');
    await writeFile(join(dir, 'help/lv/1-start.md'), '# Pirmie soļi\n\nSveiki!\n');
    t = await startTestApp(getDatabase(), { env: { HELP_DIR: join(dir, 'help') } });
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await rm(dir, { recursive: true });
  });

  const ask = (path: string, language = 'en') =>
    t.call<unknown>({ url: `/api/v1/help${path}`, headers: { 'accept-language': language } });

  test('API-HELP-01: the names of the help files, in the order of the folder', async () => {
    expect((await ask('')).json).toEqual(['First steps  map.html', '2-rules.pdf']);
  });

  test('D-HELP-01: each language has its folder, and one without files has the English ones', async () => {
    expect((await ask('', 'lv')).json).toEqual(['Pirmie soļi.html']);
    expect((await ask('', 'ru')).json).toEqual((await ask('', 'en')).json);
    expect((await ask(`/${encodeURIComponent('Pirmie soļi.html')}`, 'lv')).text).toContain('Sveiki!');
    expect((await ask('/2-rules.pdf', 'lv')).status).toBe(404);
  });

  test('API-HELP-02: a help file comes as a blob under its own name, Markdown as a page with its images', async () => {
    const { status, headers, text } = await ask(`/${encodeURIComponent('First steps  map.html')}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''First%20steps%20%20map.html");
    expect(headers['content-security-policy']).toBe('sandbox');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(text).toContain('<h1>First steps: map</h1>');
    expect(text).toContain(`src="data:image/webp;base64,${webpBytes.toString('base64')}"`);

    const pdf = await ask('/2-rules.pdf');
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.text).toBe('%PDF-1.7');
  });

  test.each([
    '..%2Fsecret.txt',
    '..%2F..%2Fsecret.txt',
    '..%5Csecret.txt',
    '%2Fetc%2Fpasswd',
    encodeURIComponent('/etc/passwd'),
    '....%2F%2Fsecret.txt',
    'pictures%2Fmap.webp',
    '1-start.md',
    '.hidden',
    '.',
    '%2e%2e',
    '2-rules.pdf%00.html',
    'lv%2F1-start.md',
    '__proto__',
    'constructor',
  ])('D-HELP-01: %s is no listed name and is not served', async (name) => {
    const { status, text } = await ask(`/${name}`);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('not for readers');
    expect(text).not.toContain('root:');
  });

  test('an image that lies elsewhere is not put into a page', async () => {
    await writeFile(join(dir, 'help/lv/2-bad.md'), '# Bad\n\n![x](../../secret.txt)\n');
    const { status, text } = await ask('/Bad.html', 'lv');
    await rm(join(dir, 'help/lv/2-bad.md'));
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
  });

  test('the repository brings a guide in every language', async () => {
    await using own = await startTestApp(getDatabase());
    for (const language of ['en', 'ru', 'lv']) {
      const headers = { 'accept-language': language };
      const { json } = await own.call<string[]>({ url: '/api/v1/help', headers });
      expect(json).toHaveLength(4);
      for (const name of json) {
        const { status, text } = await own.call({
          url: `/api/v1/help/${encodeURIComponent(name)}`,
          headers,
        });
        expect(status).toBe(200);
        expect(text).toContain('src="data:image/webp;base64,');
      }
    }
  });
});
