import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../db/openDatabase.ts';
import { AppError } from '../../errors/AppError.ts';
import { within } from '../../runtime/within.ts';

/** Load balancers wait a few seconds for an answer; a database that takes longer is not ready. */
const READY_MS = 4_000;

/** `/healthz`: the process answers. `/readyz`: it can also work. */
export function serveHealth(app: FastifyInstance, { database }: { readonly database: Database }): void {
  const uncached = { 'cache-control': 'no-store' };
  app.get('/healthz', { schema: { hide: true } }, (_, reply) =>
    reply.headers(uncached).send({ status: 'ok' }),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    try {
      await within(READY_MS, sql`SELECT 1`.execute(database.db));
    } catch (cause) {
      throw new AppError('DATABASE_AWAY', { cause, retryAfterS: 1 });
    }
    return reply.headers(uncached).send({ status: 'ready' });
  });
}
