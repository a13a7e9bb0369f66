import { LRUCache } from 'lru-cache';
import type { ActiveSession } from './findActiveSession.ts';

/** About 1 kB each; a session that was evicted is read again. */
const MAX_SESSIONS = 10_000;

interface Entry {
  readonly session: ActiveSession;
  readonly readAtMs: number;
}

/** Returns a cached session as a new read would return it: only the database's time has advanced. */
const advance = (session: ActiveSession, ageMs: number): ActiveSession => ({
  ...session,
  now: new Date(session.now.getTime() + ageMs),
});

/**
 * Caches sessions for the burst of requests of one screen (D-SESS-03). A change made by this process clears
 * the cache at once; a change made by another process is seen when the entry expires.
 */
export class SessionCache {
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_SESSIONS });
  readonly #ttlMs: number;
  /** Raised whenever the cache is cleared, so that a read that began before is not stored after it. */
  #epoch = 0;

  constructor(ttlS: number) {
    this.#ttlMs = ttlS * 1_000;
  }

  async get(
    sessionId: string,
    read: () => Promise<ActiveSession | undefined>,
  ): Promise<ActiveSession | undefined> {
    const cached = this.#entries.get(sessionId);
    // The age is needed for `now` anyway, so the cache's own expiry is not used.
    const ageMs = cached === undefined ? Infinity : performance.now() - cached.readAtMs;
    if (cached !== undefined && ageMs < this.#ttlMs) return advance(cached.session, ageMs);
    this.#entries.delete(sessionId);
    const epoch = this.#epoch;
    const readAtMs = performance.now();
    const session = await read();
    if (session !== undefined && epoch === this.#epoch && this.#ttlMs > 0)
      this.#entries.set(sessionId, { session, readAtMs });
    return session;
  }

  /** Call after every change of sessions, users or their rights. */
  clear(): void {
    this.#epoch += 1;
    this.#entries.clear();
  }
}
