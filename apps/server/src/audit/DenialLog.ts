import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { UserActor } from '../access/Actor.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/openDatabase.ts';
import type { AppError } from '../errors/AppError.ts';
import type { BackgroundWork } from '../runtime/BackgroundWork.ts';
import { audit } from './audit.ts';

/** A program that repeats a refused request must not fill the log: one row a minute says how often. */
const INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 1_000;

interface RecordedDenial {
  readonly at: number;
  repeated: number;
}

interface DenialLogDeps {
  readonly database: Database;
  readonly background: BackgroundWork;
}

/** D-LOG-01, ACCESS_DENIED: logs requests of signed-in users for which they have no right. */
export class DenialLog {
  readonly #deps: DenialLogDeps;
  readonly #recorded = new LRUCache<string, RecordedDenial>({ max: MAX_REMEMBERED });

  constructor(deps: DenialLogDeps) {
    this.#deps = deps;
  }

  /** Writes after the answer, which does not wait for it. */
  record(request: FastifyRequest, error: AppError): void {
    const { actor } = request;
    const { call } = request.routeOptions.config;
    if (error.code !== 'FORBIDDEN' || actor?.kind !== 'user' || call === undefined) return;
    const key = `${actor.userId} ${call.name}`;
    const before = this.#recorded.get(key);
    const now = performance.now();
    if (before !== undefined && now - before.at < INTERVAL_MS) {
      before.repeated += 1;
      return;
    }
    this.#recorded.set(key, { at: now, repeated: 0 });
    this.#deps.background.run('recording a refused request', request.log, () =>
      this.#write(actor, request, before?.repeated ?? 0),
    );
  }

  async #write(actor: UserActor, request: FastifyRequest, repeatedBefore: number): Promise<void> {
    const { call } = request.routeOptions.config;
    await inTransaction(this.#deps.database, {}, (db) =>
      audit(db, {
        actor,
        action: 'ACCESS_DENIED',
        entity: 'call',
        entityName: call?.name ?? '',
        result: 'refused',
        details: { method: call?.method, path: call?.path, ids: idsOf(request.params), repeatedBefore },
        requestId: request.id,
      }),
    );
  }
}

/** Keeps numbers only: a text in an address could be a secret. */
const idsOf = (params: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value]] : [],
    ),
  );
