import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { type FastifyBaseLogger, fastify } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { answerErrors } from './answerErrors.ts';

test('a reader who has gone before the answer starts is no error of the server', async () => {
  const lines: string[] = [];
  const logger: FastifyBaseLogger = pino({ level: 'info' }, { write: (line) => lines.push(line) });
  const app = fastify({ loggerInstance: logger });
  answerErrors(app, ({ code }) => code);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  app.post('/rows', (_request, reply) => {
    asked.resolve();
    const rows = new Readable({ read: () => {} });
    rows.once('close', () => setImmediate(answered.resolve));
    return reply.send(rows);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const reader = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  reader.write(
    'POST /rows HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  );
  await asked.promise;
  reader.destroy();
  await answered.promise;
  await app.close();
  expect(lines.filter((line) => line.includes('unexpected error'))).toEqual([]);
});
