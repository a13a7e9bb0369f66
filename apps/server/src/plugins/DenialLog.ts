import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../AppDeps.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { audit } from '../features/log/index.ts';
import type { AppError } from '../http/AppError.ts';
import type { UserActor } from './Actor.ts';

/** A program that tries the same again and again fills no log: one row a minute says how often. */
const EVERY_MS = 60_000;
const MOST_KEPT = 1_000;

interface Noted {
  readonly at: number;
  repeated: number;
}

/** D-LOG-01, ACCESS_DENIED: somebody who is signed in asked for what he has no right to. */
export class DenialLog {
  readonly #deps: AppDeps;
  readonly #noted = new Map<string, Noted>();

  constructor(deps: AppDeps) {
    this.#deps = deps;
  }

  /** Written after the answer, which does not wait for it. */
  note(request: FastifyRequest, error: AppError): void {
    const { actor } = request;
    const { call } = request.routeOptions.config;
    if (error.code !== 'FORBIDDEN' || actor?.kind !== 'user' || call === undefined) return;
    const key = `${actor.userId} ${call.name}`;
    const before = this.#noted.get(key);
    const now = performance.now();
    if (before !== undefined && now - before.at < EVERY_MS) {
      before.repeated += 1;
      return;
    }
    if (this.#noted.size >= MOST_KEPT) this.#noted.clear();
    this.#noted.set(key, { at: now, repeated: 0 });
    this.#deps.background.run('noting a refused request', request.log, () =>
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

/** Only numbers: a text in an address could be a secret. */
const idsOf = (params: unknown): Record<string, number> =>
  Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, value]] : [],
    ),
  );
