import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors/AppError.ts';
import type { Clock } from '../runtime/Clock.ts';
import type { Actor } from './Actor.ts';
import { countEvent, getWaitS, toNetwork } from './rateLimits.ts';

const HOUR_S = 3_600;

/**
 * Counts one event for a visitor's address inside the transaction of the change, so that a failed change does
 * not count. Throws TOO_MANY_REQUESTS past the limit. Requests from one address run one after the other.
 */
export async function consumeVisitorQuota(
  db: Kysely<Schema>,
  clock: Clock,
  {
    actor,
    kind,
    limit,
  }: { readonly actor: Actor; readonly kind: 'add' | 'upvote' | 'reopen'; readonly limit: number },
): Promise<void> {
  if (actor.kind === 'user') return;
  const quota = { kind: `visitor:${kind}`, key: toNetwork(actor.address), limit, windowS: HOUR_S };
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${quota.kind} ${quota.key}`}::text, 0))`.execute(
    db,
  );
  const waitS = await getWaitS(db, clock, [quota]);
  if (waitS > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS: waitS });
  await countEvent(db, clock, [quota]);
}
