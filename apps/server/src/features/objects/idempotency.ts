import { createHash } from 'node:crypto';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { isUniqueViolation } from '../../db/isUniqueViolation.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Actor } from '../../plugins/Actor.ts';
import { networkOf } from '../../plugins/rateEvents.ts';

/** A request that may come twice: a second tap, a retry after a lost answer. */
export interface IdempotentRequest {
  readonly companyId: number;
  /** The key under each name its sender may come back with. */
  readonly keyHashes: readonly Buffer[];
  readonly requestHash: Buffer;
}

const hash = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

/**
 * Who may repeat a request. A visitor's first request has no cookie yet and its retry may have one, so he is known by
 * cookie and by network.
 */
function senders(actor: Actor): string[] {
  if (actor.kind === 'user') return [`u:${actor.userId}`];
  const network = `n:${networkOf(actor.address)}`;
  return actor.visitorId === undefined ? [network] : [network, `v:${actor.visitorId}`];
}

export const toIdempotentRequest = (
  actor: Actor,
  { companyId, key, request }: { companyId: number; key: string; request: unknown },
): IdempotentRequest => ({
  companyId,
  keyHashes: senders(actor)
    .map((sender) => hash(sender, key))
    .toSorted(Buffer.compare),
  requestHash: hash(JSON.stringify(request)),
});

/** Does it; where another one with the same key was just faster, once more, and then finds what that one did. */
export async function withRepetition<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isRepeated(error)) throw error;
    return await run();
  }
}

/** The id of what the same request has made before, an object or a row of the log. The same key with another request is IDEMPOTENCY_KEY_REUSED. */
export async function findEarlier(
  db: Kysely<Schema>,
  { companyId, keyHashes, requestHash }: IdempotentRequest,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['geom_id', 'request_hash'])
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`key_hash = ANY(${keyHashes}::bytea[])`)
    .orderBy('created_at')
    .executeTakeFirst();
  if (row !== undefined && !row.request_hash.equals(requestHash))
    throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return row?.geom_id;
}

/**
 * Remembers the request by the id of what it made. While another transaction adds for the same key it waits, and then
 * fails with a unique violation, which is for `withRepetition`.
 */
export async function rememberRequest(
  db: Kysely<Schema>,
  { companyId, keyHashes, requestHash }: IdempotentRequest,
  madeId: number,
): Promise<void> {
  await db
    .insertInto('idempotency_keys')
    .values(
      keyHashes.map((keyHash) => ({
        company_id: companyId,
        key_hash: keyHash,
        request_hash: requestHash,
        geom_id: madeId,
      })),
    )
    .execute();
}

/** The error of the one that came second. */
const isRepeated = (error: unknown): boolean => isUniqueViolation(error, 'idempotency_keys_pkey');
