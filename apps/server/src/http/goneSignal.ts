import type { FastifyReply } from 'fastify';
import { AppError } from './AppError.ts';

/** Is aborted when whoever asked has gone before the answer was written. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    // The reason reaches nobody.
    if (!raw.writableFinished) gone.abort(new AppError('OVERLOADED'));
  });
  return gone.signal;
}
