import { limits } from '@pgis/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { hashOf, toNetwork } from '../../access/rateLimits.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Clock } from '../../runtime/Clock.ts';

const DAY_S = 86_400;
const TRY_AGAIN_S = 3_600;
const { bytesPerDay } = limits.visitorUpload;

const tooMuch = (): AppError => new AppError('TOO_MANY_REQUESTS', { retryAfterS: TRY_AGAIN_S });

async function readUsedBytes(db: Kysely<Schema>, clock: Clock, key: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM visitor_uploads
    WHERE key = ${key} AND at > ${clock.now} - make_interval(secs => ${DAY_S})`.execute(db);
  return rows[0]?.bytes ?? bytesPerDay;
}

/** Bytes being received from each network by this process. */
const comingIn = new Map<string, number>();

/**
 * D-FILE-06: daily quota of one address for the files of visitors. Bytes count while they arrive, also those
 * of several uploads at once, so that no more than the limit is ever on disk; stored files count in the
 * database, for all processes.
 */
export class VisitorUpload implements Disposable {
  readonly #key: string;
  readonly #usedBytes: number;
  #bytes = 0;

  private constructor(key: string, usedBytes: number) {
    this.#key = key;
    this.#usedBytes = usedBytes;
  }

  static async begin(db: Kysely<Schema>, clock: Clock, address: string): Promise<VisitorUpload> {
    const key = hashOf(toNetwork(address));
    return new VisitorUpload(key, await readUsedBytes(db, clock, key));
  }

  onBytes(count: number): void {
    this.#bytes += count;
    const all = (comingIn.get(this.#key) ?? 0) + count;
    comingIn.set(this.#key, all);
    if (this.#usedBytes + all > bytesPerDay) throw tooMuch();
  }

  /**
   * Call in the transaction that stores the files; uploads of one network are counted one after the other.
   */
  async count(db: Transaction<Schema>, clock: Clock): Promise<void> {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`visitor:upload ${this.#key}`}::text, 0))`.execute(
      db,
    );
    if ((await readUsedBytes(db, clock, this.#key)) + this.#bytes > bytesPerDay) throw tooMuch();
    await sql`DELETE FROM visitor_uploads WHERE at < ${clock.now} - make_interval(secs => ${DAY_S})`.execute(
      db,
    );
    await db
      .insertInto('visitor_uploads')
      .values({ key: this.#key, at: clock.now, bytes: this.#bytes })
      .execute();
  }

  [Symbol.dispose](): void {
    const rest = (comingIn.get(this.#key) ?? 0) - this.#bytes;
    if (rest > 0) comingIn.set(this.#key, rest);
    else comingIn.delete(this.#key);
  }
}
