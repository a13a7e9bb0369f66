import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { clientAbortSignal } from './clientAbortSignal.ts';

test('aborts when the client has disconnected, and not when the answer was written', async () => {
  const app = fastify();
  const signals: AbortSignal[] = [];
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  app.get('/slow', async (_, reply) => {
    const signal = clientAbortSignal(reply);
    signals.push(signal);
    resolve();
    if (!signal.aborted) await once(signal, 'abort');
    return '';
  });
  app.get('/fast', async (_, reply) => {
    signals.push(clientAbortSignal(reply));
    return 'there';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const leaving = new AbortController();
  const slow = fetch(`${url}/slow`, { signal: leaving.signal });
  await asked;
  leaving.abort();
  await expect(slow).rejects.toThrow();
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  expect(await (await fetch(`${url}/fast`)).text()).toBe('there');
  await app.close();
  expect(signals[1]?.aborted).toBe(false);
});
