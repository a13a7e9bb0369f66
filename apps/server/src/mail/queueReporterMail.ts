import { limits } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { companyOf } from '../db/newId.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../plugins/Clock.ts';
import { countOne, findRooms, type RateLimit } from '../plugins/rateEvents.ts';
import { queueMails } from './mailJobs.ts';

type Kind = 'receipt' | 'comment' | 'review';

interface ReporterMail {
  readonly geomId: number;
  /** '' where nobody left an address. */
  readonly userEmail: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A transaction holds no more locks than these, however many reporters it tells. */
const LOCKS = 1024;

function limitsOf(kind: Kind, key: string): RateLimit[] {
  const { receiptsPerHour, perDay } = limits.reporterMails;
  const day: RateLimit = { kind: 'reporter-mail', key, limit: perDay, windowS: 86_400 };
  if (kind !== 'receipt') return [day];
  return [day, { kind: 'receipt-mail', key, limit: receiptsPerHour, windowS: 3_600 }];
}

export const queueReporterMail = (
  db: Kysely<Schema>,
  clock: Clock,
  { kind, ...mail }: ReporterMail & { readonly kind: Kind },
): Promise<void> => queueReporterMails(db, clock, kind, [mail]);

/**
 * Asks for mails to who reported objects. Anybody may have typed the address, so one that gets too many gets no more
 * for a while; what was to be told stands at the object all the same. As many statements for one mail as for thousands.
 */
export async function queueReporterMails(
  db: Kysely<Schema>,
  clock: Clock,
  kind: Kind,
  mails: readonly ReporterMail[],
): Promise<void> {
  const wanted = mails
    .map((mail) => ({ ...mail, key: mail.userEmail.toLowerCase() }))
    .filter(({ key }) => key !== '');
  if (wanted.length === 0) return;
  const keys = [...new Set(wanted.map(({ key }) => key))];
  // In one order for all, so that of two who tell the same reporters one waits for the other.
  await sql`SELECT pg_advisory_xact_lock(hashtext('reporter-mail'), bucket) FROM (
    SELECT DISTINCT abs(hashtext(key) % ${sql.lit(LOCKS)}) AS bucket
    FROM unnest(${keys}::text[]) AS key ORDER BY bucket) AS buckets`.execute(db);
  const counted = keys.flatMap((key) => limitsOf(kind, key));
  const rooms = await findRooms(db, clock, counted);
  const left = new Map<string, number>();
  for (const [index, { key }] of counted.entries())
    left.set(key, Math.min(left.get(key) ?? Number.POSITIVE_INFINITY, rooms[index] ?? 0));
  const allowed = wanted.filter(({ key }) => {
    const room = left.get(key) ?? 0;
    left.set(key, room - 1);
    return room > 0;
  });
  if (allowed.length === 0) return;
  await countOne(
    db,
    clock,
    allowed.flatMap(({ key }) => limitsOf(kind, key)),
  );
  await queueMails(
    db,
    clock,
    allowed.map(({ geomId, details }) => ({
      companyId: companyOf(geomId),
      kind,
      geomId,
      ...(details && { details }),
    })),
  );
}
