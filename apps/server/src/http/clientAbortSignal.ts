import type { FastifyReply } from 'fastify';
import { AppError } from '../errors/AppError.ts';

/** Signal that is aborted when the client disconnects before the answer is written. */
export function clientAbortSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    // The client has disconnected, so nobody reads this reason.
    if (!raw.writableFinished) controller.abort(new AppError('OVERLOADED'));
  });
  return controller.signal;
}
