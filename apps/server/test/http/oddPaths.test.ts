import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorBody } from '@pgis/contract';
import { describeOnOneDatabase, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

describeOnOneDatabase('paths that no browser sends', (getDatabase) => {
  let t: TestApp;
  let port: number;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pgis-web-'));
    const webDist = join(folder, 'dist');
    await mkdir(webDist);
    await writeFile(join(folder, 'secret.txt'), 'secret of the folder above');
    await writeFile(join(webDist, 'index.html'), '<title>map</title>');
    t = await startTestApp(getDatabase(), { deps: { webDist } });
    port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(async () => {
    await t[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends the path as it is: every client of HTTP would normalise it. */
  const get = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const chunks: string[] = [];
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: map\r\nConnection: close\r\n\r\n`),
      );
      socket.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
      socket.on('close', () => resolve(chunks.join(''))).on('error', reject);
    });

  const hostile = [
    '//',
    '//etc/passwd',
    '/x//y',
    '/api/v1//settings',
    '/a/../b',
    '/..',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/.%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5c..%5cx',
    '/..\\secret.txt',
    '/%252e%252e/secret.txt',
    '/index.html/..',
    '/index.html/x',
    '/....//',
    '/api/docs/static//etc/passwd',
    '/api/docs/static/../../x',
    '/api/docs/static/..%2f..%2fpackage.json',
    'http://evil.example/',
    'http://evil.example//',
    '/.env',
    '/.git/config',
    '/~',
    '/;/x',
    '/*',
  ];
  test.each(hostile)('D-ERR-01: %s is 404 NOT_FOUND', async (path) => {
    const answer = await get(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain('secret of');
    expect((JSON.parse(answer.slice(answer.indexOf('{'))) as ErrorBody).error).toBe('NOT_FOUND');
  });

  test.each(['/%00', '/index.html%00.png'])('D-ERR-01: %s is 400 VALIDATION', async (path) => {
    const answer = await get(path);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((JSON.parse(answer.slice(answer.indexOf('{'))) as ErrorBody).error).toBe('VALIDATION');
  });

  test('D-ERR-01: 500 paths of odd parts are never answered with 5xx', async () => {
    const parts = [
      '/',
      '..',
      '.',
      '%2e',
      '%2f',
      '%5c',
      '\\',
      'a',
      ';',
      '%00',
      'api',
      'index.html',
      '%25',
      ':',
      '~',
    ];
    // A small generator with a fixed seed, so that every run sends the same paths.
    let state = 12_345;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const statuses = new Map<string, number>();
    for (let i = 0; i < 500; i += 1) {
      const path = `/${Array.from({ length: 1 + next(7) }, () => parts[next(parts.length)]).join('')}`;
      const status = (await get(path)).slice(9, 12);
      if (!/^[234]/.test(status)) statuses.set(`${path} ${status}`, 1);
    }
    expect([...statuses.keys()]).toEqual([]);
  });
});
