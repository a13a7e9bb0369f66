import { Socket } from 'node:net';
import { limits } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';

/** The longest statement, plus the time before and after it. */
const ANSWER_MS = limits.statementMs.report + 10_000;

/**
 * The idle timeout of a socket is meant for requests that stop arriving. A request that has arrived
 * completely waits for us, as long as a report may take. Node restores the shorter time with the connection's
 * next request.
 */
export function extendSocketTimeout(app: FastifyInstance): void {
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
