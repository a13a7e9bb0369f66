import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/openDatabase.ts';
import { sealLog } from './sealLog.ts';

/** Rows are sealed within 5 s (security rules); the look costs one index scan. */
const EVERY_MS = 2_000;

/** Seals the log as long as the server runs. Gives what stops it; it then finishes the batch at hand. */
export function keepSealing(database: Database, log: FastifyBaseLogger): () => Promise<void> {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await sealLog(database, () => stop.signal.aborted).catch((err: unknown) =>
        log.warn({ err }, 'sealing the log failed; it is tried again'),
      );
      await sleep(EVERY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}
