import type { LivingSession } from './findLivingSession.ts';

interface Entry {
  readonly session: LivingSession;
  readonly readAtMs: number;
}

/** A session as it would be read now: only the database's time has gone on. */
const grown = (session: LivingSession, ageMs: number): LivingSession => ({
  ...session,
  now: new Date(session.now.getTime() + ageMs),
});

/**
 * Keeps what was read about a session for the burst of requests of one screen (D-SESS-03). What this process ends or
 * changes is forgotten at once; what another process does is seen when the time is up.
 */
export class SessionCache {
  private readonly entries = new Map<string, Entry>();
  private readonly keepMs: number;
  /** Counts what was forgotten, so that a reading begun before is not kept after. */
  private epoch = 0;

  constructor(keepS: number) {
    this.keepMs = keepS * 1_000;
  }

  async get(
    sessionId: string,
    read: () => Promise<LivingSession | undefined>,
  ): Promise<LivingSession | undefined> {
    const known = this.entries.get(sessionId);
    const ageMs = known === undefined ? Infinity : performance.now() - known.readAtMs;
    if (known !== undefined && ageMs < this.keepMs) return grown(known.session, ageMs);
    this.entries.delete(sessionId);
    const epoch = this.epoch;
    const readAtMs = performance.now();
    const session = await read();
    if (session !== undefined && epoch === this.epoch && this.keepMs > 0) {
      this.dropOld(readAtMs);
      this.entries.set(sessionId, { session, readAtMs });
    }
    return session;
  }

  /** After anything that changes sessions, users or their rights. */
  forgetAll(): void {
    this.epoch += 1;
    this.entries.clear();
  }

  /** Insertion order is age order. */
  private dropOld(nowMs: number): void {
    for (const [id, { readAtMs }] of this.entries) {
      if (nowMs - readAtMs < this.keepMs) return;
      this.entries.delete(id);
    }
  }
}
