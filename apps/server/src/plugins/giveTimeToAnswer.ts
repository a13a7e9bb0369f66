import { Socket } from 'node:net';
import { limits } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';

/** The longest statement, and what comes before and after it. */
const ANSWER_MS = limits.statementMs.report + 10_000;

/**
 * The time that nothing may move on a socket is for requests that stop coming: once one is there as a whole, its sender
 * waits for us, as long as a report may take. Node puts the shorter time back with the connection's next request.
 */
export function giveTimeToAnswer(app: FastifyInstance): void {
  app.addHook('preHandler', (request, _, done) => {
    const { raw } = request;
    // An injected request has no socket of its own.
    if (!(raw.socket instanceof Socket)) return done();
    const wait = () => raw.socket.setTimeout(ANSWER_MS);
    // Uploads are read by their handlers.
    if (raw.complete) wait();
    else raw.once('end', wait);
    done();
  });
}
