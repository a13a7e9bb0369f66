import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Actor } from '../../plugins/Actor.ts';
import type { Clock } from '../../plugins/Clock.ts';
import { countOne, findWaitS, networkOf } from '../../plugins/rateEvents.ts';

const HOUR_S = 3_600;

/**
 * Counts one for a visitor's address in the transaction of what he does, so that what fails does not count; throws
 * TOO_MANY_REQUESTS past the limit. Requests of one address go one after the other.
 */
export async function useVisitorQuota(
  db: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  { kind, limit }: { kind: 'add' | 'upvote'; limit: number },
): Promise<void> {
  if (actor.kind === 'user') return;
  const quota = { kind: `visitor:${kind}`, key: networkOf(actor.address), limit, windowS: HOUR_S };
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${quota.kind} ${quota.key}`}::text, 0))`.execute(
    db,
  );
  const waitS = await findWaitS(db, clock, [quota]);
  if (waitS > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: waitS });
  await countOne(db, clock, [quota]);
}
