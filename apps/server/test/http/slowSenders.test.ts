import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { limits } from '@pgis/contract';
import { addActors, describeOnOneDatabase, signIn, startTestApp, type TestApp } from '@pgis/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

describeOnOneDatabase('those who send slowly, or nothing', (getDatabase) => {
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
  const open = (bytes: string, to = port) => {
    const socket = connect(to, '127.0.0.1', () => socket.write(bytes));
    sockets.push(socket);
    const answer = new Promise<string>((resolve) => {
      const chunks: string[] = [];
      socket.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
      socket.on('error', () => {}).on('close', () => resolve(chunks.join('')));
    });
    return { socket, answer };
  };
  const completeRequest = 'GET /healthz HTTP/1.1\r\nHost: map\r\nConnection: close\r\n\r\n';
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
    expect(await open(completeRequest).answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('a socket that a browser opens ahead of need is closed without an answer to what was never asked', async () => {
    t.app.server.headersTimeout = 300;
    expect(await open('').answer).toBe('');
  });

  test('a client that never closes its half is gone a second after its error', async () => {
    t.app.server.headersTimeout = 300;
    const half = (bytes: string) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(bytes));
      // A socket that is not read does not learn that the other side has ended.
      socket.pause().on('error', () => {});
      sockets.push(socket);
      return socket;
    };
    half('This is not HTTP\r\n\r\n');
    const dribbling = half('GET /healthz HTTP/1.1\r\nHost: map\r\n');
    const dribble = setInterval(() => dribbling.write('X-b: c\r\n'), 100);
    try {
      await expect.poll(countSockets).toBe(2);
      await expect.poll(countSockets, { timeout: 4_000 }).toBe(0);
    } finally {
      clearInterval(dribble);
    }
  });

  test('a body that stops coming ends the connection', async () => {
    t.app.server.timeout = 300;
    const head = 'POST /api/v1/token HTTP/1.1\r\nHost: map\r\nContent-Type: application/json\r\n';
    expect(await open(`${head}Content-Length: 100\r\n\r\n{"email":`).answer).toBe('');
    expect(await open(completeRequest).answer).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(countSockets).toBe(0);
  });

  test('who has sent everything is answered, also when that takes longer than a stalled body may; reports have 60 s', async () => {
    const times: (number | undefined)[] = [];
    await using slow = await startTestApp(getDatabase());
    // The one open path that is free while no web app is served.
    slow.app.get('/*', async (request) => {
      times.push(request.raw.socket.timeout);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return {};
    });
    const to = Number(new URL(await slow.app.listen({ port: 0, host: '127.0.0.1' })).port);
    slow.app.server.timeout = 300;
    const ask = 'GET /slow HTTP/1.1\r\nHost: map\r\n';
    expect(await open(`${ask}Connection: close\r\n\r\n`, to).answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(times[0]).toBeGreaterThan(limits.statementMs.report);

    // The next request of the same connection may stall as briefly as the first.
    const { socket, answer } = open(`${ask}\r\n`, to);
    await once(socket, 'data');
    socket.write('POST /api/v1/token HTTP/1.1\r\nHost: map\r\nContent-Length: 100\r\n\r\n{');
    const began = performance.now();
    await answer;
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('an upload that stops coming ends the connection, too', async () => {
    t.app.server.timeout = 300;
    const { users } = await addActors(getDatabase(), 'Slow');
    const { authorization } = (await signIn(t, users.writer)).headers;
    const head = `POST /api/v1/geom-files HTTP/1.1\r\nHost: map\r\nAuthorization: ${authorization}\r\n`;
    const form = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 10000\r\n\r\n--x\r\n';
    const part = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbegin';
    await open(`${head}${form}${part}`).answer;
    await expect.poll(countSockets).toBe(0);
  });

  describe('sockets of one address', () => {
    const start = async (env: Record<string, string>) => {
      const limited = await startTestApp(getDatabase(), { env: { MAX_SOCKETS_PER_ADDRESS: '3', ...env } });
      const to = Number(new URL(await limited.app.listen({ port: 0, host: '127.0.0.1' })).port);
      return {
        from: (localAddress: string, bytes: string) => {
          const socket = connect({ port: to, host: '127.0.0.1', localAddress }, () => socket.write(bytes));
          sockets.push(socket);
          const answer = new Promise<string>((resolve) => {
            const chunks: string[] = [];
            socket.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
            socket.on('error', () => {}).on('close', () => resolve(chunks.join('')));
          });
          return { socket, answer };
        },
        count: () =>
          new Promise<number>((resolve) => limited.app.server.getConnections((_, count) => resolve(count))),
        [Symbol.asyncDispose]: async () => {
          for (const socket of sockets.splice(0)) socket.destroy();
          await limited[Symbol.asyncDispose]();
        },
      };
    };

    test('as many as the setting allows are served, others have room, and so has the address afterwards', async () => {
      await using server = await start({});
      const [first] = [
        server.from('127.0.0.1', ''),
        server.from('127.0.0.1', ''),
        server.from('127.0.0.1', ''),
      ];
      await expect.poll(server.count).toBe(3);
      expect(await server.from('127.0.0.1', completeRequest).answer).toBe('');
      expect(await server.from('127.0.0.2', completeRequest).answer).toMatch(/^HTTP\/1\.1 200 /);
      first.socket.destroy();
      await expect.poll(server.count).toBe(2);
      expect(await server.from('127.0.0.1', completeRequest).answer).toMatch(/^HTTP\/1\.1 200 /);
    });

    test.each(['127.0.0.0/30', '1'])('a proxy of TRUST_PROXY=%s has as many as all', async (trusted) => {
      await using server = await start({ TRUST_PROXY: trusted });
      for (let i = 0; i < 5; i += 1) server.from('127.0.0.1', '');
      await expect.poll(server.count).toBe(5);
      expect(await server.from('127.0.0.1', completeRequest).answer).toMatch(/^HTTP\/1\.1 200 /);
    });
  });

  test('as many sockets as allowed are served, one more is closed unheard, and there is room again', async () => {
    t.app.server.maxConnections = 3;
    const held = [open(''), open('')];
    await expect.poll(countSockets).toBe(2);
    expect(await open(completeRequest).answer).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(countSockets).toBe(2);
    held.push(open(''));
    await expect.poll(countSockets).toBe(3);
    expect(await open(completeRequest).answer).toBe('');
    held[0]?.socket.destroy();
    await expect.poll(countSockets).toBe(2);
    expect(await open(completeRequest).answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});
