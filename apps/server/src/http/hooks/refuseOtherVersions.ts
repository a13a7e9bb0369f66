import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors/AppError.ts';

/** Node's parser also takes request lines without a version (HTTP/0.9) and with `HTTP/2.0`, which no client of ours sends. */
export function refuseOtherVersions(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!raw.httpVersion.startsWith('1.')) throw new AppError('BAD_JSON');
  });
}
