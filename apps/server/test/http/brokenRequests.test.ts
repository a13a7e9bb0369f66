import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type ErrorBody, limits } from '@pgis/contract';
import { describeOnOneDatabase, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

describeOnOneDatabase('requests that are hardly HTTP', (getDatabase) => {
  let t: TestApp;
  let port: number;
  beforeAll(async () => {
    t = await startTestApp(getDatabase());
    port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  /** Sends these bytes and gives the whole answer. */
  const send = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const chunks: string[] = [];
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
      socket.on('close', () => resolve(chunks.join(''))).on('error', reject);
    });
  const request = (headers: string, body = '') =>
    send(`GET /api/v1/settings HTTP/1.1\r\nHost: map\r\nConnection: close\r\n${headers}\r\n${body}`);
  const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('{'))) as ErrorBody;

  test('D-ERR-01: what is no HTTP is answered in the form of all errors', async () => {
    const answer = await send('This is not HTTP\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodyOf(answer)).toEqual({
      error: 'BAD_JSON',
      message: expect.any(String),
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test.each(['GET /api/v1/settings', 'GET /api/v1/settings HTTP/0.9', 'GET / HTTP/2.0'])(
    'D-ERR-01: a request of no version of HTTP/1 is 400: %s',
    async (line) => {
      const answer = await send(`${line}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(bodyOf(answer).error).toBe('BAD_JSON');
    },
  );

  // A proxy may read such a request otherwise than the server: one of them would see a second request in it.
  test.each([
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n', '{}x'],
    ['a length that is no number', 'Content-Length: 2x\r\n', '{}'],
    ['an unknown transfer encoding', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
    ['a line break in a header', 'X-A: b\nX-B\0: c\r\n', ''],
  ])('D-ERR-01: a request with %s is 400 and ends its connection', async (_, headers, body) => {
    const answer = await send(
      `POST /api/v1/token HTTP/1.1\r\nHost: map\r\nContent-Type: application/json\r\n${headers}\r\n${body}GET /api/v1/settings HTTP/1.1\r\nHost: map\r\n\r\n`,
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(bodyOf(answer).error).toBe('BAD_JSON');
  });

  test('D-ERR-01: a packed body is refused, not unpacked', async () => {
    const { status, json } = await t.call<ErrorBody>({
      method: 'POST',
      url: '/api/v1/token',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(JSON.stringify({ email: 'a@b.example', password: 'x' })),
    });
    expect([status, json.error]).toEqual([400, 'BAD_JSON']);
  });

  test('headers of up to 16 KB are read, more are 413', async () => {
    // The limit counts all headers; these leave a little room for the others, or not.
    expect(await request(`X-Fill: ${'x'.repeat(16_000)}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    const over = await request(`X-Fill: ${'x'.repeat(16_500)}\r\n`);
    expect(over).toMatch(/^HTTP\/1\.1 413 /);
    expect(bodyOf(over).error).toBe('PAYLOAD_TOO_LARGE');
  });

  test.each(['/api/v1/%', '/%E0%A4%A', '/api/v1/user/%ff'])(
    'D-ERR-01: the address %s cannot be read and is 404, with all headers',
    async (url) => {
      const { status, json, headers } = await t.call<ErrorBody>({ url });
      expect([status, json.error]).toEqual([404, 'NOT_FOUND']);
      expect(headers['x-content-type-options']).toBe('nosniff');
    },
  );

  test('a path parameter is limited by its schema, at N and N + 1', async () => {
    const put = (token: string) =>
      t.call<ErrorBody>({
        method: 'PUT',
        url: `/api/v1/user/new/${token}`,
        payload: { newPassword: 'a good new password' },
      });
    expect((await put('x'.repeat(200))).json.error).toBe('INVALID_LINK');
    const over = await put('x'.repeat(201));
    expect(over.json.errors).toEqual([{ path: 'path/token', code: 'TOO_LONG' }]);
  });

  test('a password is taken up to 1024 units and refused above, before any work', async () => {
    const token = (units: number) =>
      t.call<ErrorBody>({
        method: 'POST',
        url: '/api/v1/token',
        payload: { email: 'nobody@nowhere.example', password: 'x'.repeat(units) },
      });
    expect((await token(1_024)).json.error).toBe('INVALID_CREDENTIALS');
    expect((await token(1_025)).json.errors).toEqual([{ path: '/password', code: 'TOO_LONG' }]);
    expect(limits.passwordMaxLength).toBeLessThan(1_024);
  });
});
