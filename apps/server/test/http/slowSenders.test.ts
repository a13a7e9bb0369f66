import { connect, type Socket } from 'node:net';
import { describeOnEachDatabase, startTestApp, type TestApp } from '@pgis/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';

describeOnEachDatabase('those who send slowly, or nothing', (getDatabase) => {
  let t: TestApp;
  let port: number;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    t = await startTestApp(getDatabase());
    port = Number(new URL(await t.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await t[Symbol.asyncDispose]();
  });

  /** Sends these bytes and leaves its own side open; `answer` is what came until the server closed. */
  const open = (bytes: string) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    sockets.push(socket);
    const answer = new Promise<string>((resolve) => {
      const chunks: string[] = [];
      socket.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
      socket.on('error', () => {}).on('close', () => resolve(chunks.join('')));
    });
    return { socket, answer };
  };
  const whole = 'GET /healthz HTTP/1.1\r\nHost: map\r\nConnection: close\r\n\r\n';
  const countSockets = () =>
    new Promise<number>((resolve) => t.app.server.getConnections((_, count) => resolve(count)));

  test('headers have 10 s, a body on which nothing moves 30 s; 2 000 sockets', () => {
    const { headersTimeout, timeout, maxConnections } = t.app.server;
    expect({ headersTimeout, timeout, maxConnections }).toEqual({
      headersTimeout: 10_000,
      timeout: 30_000,
      maxConnections: 2_000,
    });
  });

  test('headers that are not there in time end the connection soon after; who is done is answered', async () => {
    t.app.server.headersTimeout = 300;
    const slow = open('GET /healthz HTTP/1.1\r\nHost: map\r\nX-Slow: ');
    expect(await slow.answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(await open(whole).answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a body that stops coming ends the connection', async () => {
    t.app.server.timeout = 300;
    const head = 'POST /api/v1/token HTTP/1.1\r\nHost: map\r\nContent-Type: application/json\r\n';
    expect(await open(`${head}Content-Length: 100\r\n\r\n{"email":`).answer).toBe('');
    expect(await open(whole).answer).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(countSockets).toBe(0);
  });

  test('as many sockets as allowed are served, one more is closed unheard, and there is room again', async () => {
    t.app.server.maxConnections = 3;
    const held = [open(''), open('')];
    await expect.poll(countSockets).toBe(2);
    expect(await open(whole).answer).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(countSockets).toBe(2);
    held.push(open(''));
    await expect.poll(countSockets).toBe(3);
    expect(await open(whole).answer).toBe('');
    held[0]?.socket.destroy();
    await expect.poll(countSockets).toBe(2);
    expect(await open(whole).answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});
