/**
 * Counters shared by all processes, in the database: failed sign-ins, reset mails, additions of visitors.
 * Only hashes of the keys are stored, so the table holds neither addresses nor e-mails.
 */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';

export interface RateLimit {
  /** Counted event, such as `sign-in:address`. */
  readonly kind: string;
  /** Address, e-mail or user that the event is counted for. */
  readonly key: string;
  readonly limit: number;
  readonly windowS: number;
}

/** Longer than every window; the longest is a day. */
const MAX_WINDOW_S = 90_000;

/** Hash of an address or e-mail, enough to recognise it. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Returns the seconds until all of these limits allow one more event; 0 means now. */
export async function getWaitS(
  db: Kysely<Schema>,
  clock: Clock,
  limits: readonly RateLimit[],
): Promise<number> {
  const waits = limits.map(
    ({ kind, key, limit, windowS }) => sql`
      (SELECT extract(epoch FROM at + make_interval(secs => ${windowS}) - ${clock.now}) AS wait
       FROM rate_events
       WHERE kind = ${kind} AND key = ${hashOf(key)} AND at > ${clock.now} - make_interval(secs => ${windowS})
       ORDER BY at DESC OFFSET ${limit - 1} LIMIT 1)`,
  );
  const { rows } = await sql<{ wait: number | null }>`
    SELECT max(wait)::double precision AS wait FROM (${sql.join(waits, sql` UNION ALL `)}) AS waits`.execute(
    db,
  );
  return Math.max(0, rows[0]?.wait ?? 0);
}

/** Returns how many more events each of these limits allows now, in their order. */
export async function listRemaining(
  db: Kysely<Schema>,
  clock: Clock,
  limits: readonly RateLimit[],
): Promise<number[]> {
  const kinds = limits.map(({ kind }) => kind);
  const hashes = limits.map(({ key }) => hashOf(key));
  const windows = limits.map(({ windowS }) => windowS);
  const { rows } = await sql<{ index: number; count: number }>`
    SELECT w.index, count(*) AS count
    FROM unnest(${kinds}::text[], ${hashes}::text[], ${windows}::float8[]) WITH ORDINALITY
      AS w (kind, key, seconds, index)
    JOIN rate_events AS e ON e.kind = w.kind AND e.key = w.key
      AND e.at > ${clock.now} - make_interval(secs => w.seconds)
    GROUP BY w.index`.execute(db);
  const counts = new Map(rows.map(({ index, count }) => [index, count]));
  return limits.map(({ limit }, index) => Math.max(0, limit - (counts.get(index + 1) ?? 0)));
}

/** Counts one event for each of these limits and deletes rows older than every window. */
export async function countEvent(
  db: Kysely<Schema>,
  clock: Clock,
  limits: readonly RateLimit[],
): Promise<void> {
  await sql`DELETE FROM rate_events WHERE at < ${clock.now} - make_interval(secs => ${MAX_WINDOW_S})`.execute(
    db,
  );
  const kinds = limits.map(({ kind }) => kind);
  const hashes = limits.map(({ key }) => hashOf(key));
  await sql`INSERT INTO rate_events (kind, key, at)
    SELECT kind, key, ${clock.now} FROM unnest(${kinds}::text[], ${hashes}::text[]) AS one (kind, key)`.execute(
    db,
  );
}

/**
 * Normalises an address for counting: an IPv6 network gives its user 2^64 addresses, so they count as one.
 */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
