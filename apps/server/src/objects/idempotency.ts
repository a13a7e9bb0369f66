import { createHash } from 'node:crypto';
import type { CompanyId } from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Actor } from '../access/Actor.ts';
import { toNetwork } from '../access/rateLimits.ts';
import { isUniqueViolation } from '../db/isUniqueViolation.ts';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors/AppError.ts';

/** A request that may arrive twice: a second tap, a retry after a lost answer. */
export interface IdempotentRequest {
  readonly companyId: CompanyId;
  /** Hashes of the key under each name that its sender may return with. */
  readonly keyHashes: readonly Buffer[];
  readonly requestHash: Buffer;
}

const hash = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest();

/**
 * Names of a sender. A visitor's first request has no cookie yet and the retry may have one, so visitors are
 * recognised by cookie and by network.
 */
function senders(actor: Actor): string[] {
  if (actor.kind === 'user') return [`u:${actor.userId}`];
  const network = `n:${toNetwork(actor.address)}`;
  return actor.visitorId === undefined ? [network] : [network, `v:${actor.visitorId}`];
}

export const toIdempotentRequest = (
  actor: Actor,
  { companyId, key, request }: { companyId: CompanyId; key: string; request: unknown },
): IdempotentRequest => ({
  companyId,
  keyHashes: senders(actor)
    .map((sender) => hash(sender, key))
    .toSorted(Buffer.compare),
  requestHash: hash(JSON.stringify(request)),
});

/**
 * Runs the change; when another request with the same key was faster, runs it once more, which then finds the
 * other's result.
 */
export async function withRepetition<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isRepeated(error)) throw error;
    return await run();
  }
}

/**
 * Returns the id that an earlier equal request created, of an object or a log row. The same key with another
 * request is IDEMPOTENCY_KEY_REUSED.
 */
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
 * Stores the request with the id that it created. While another transaction adds for the same key, the
 * statement waits and then fails with a unique violation, which `withRepetition` handles.
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

/** Error of the request that came second. */
const isRepeated = (error: unknown): boolean => isUniqueViolation(error, 'idempotency_keys_pkey');
