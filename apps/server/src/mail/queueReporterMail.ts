import { limits } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { companyOf } from '../db/newId.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../plugins/Clock.ts';
import { countOne, findWaitS, type RateLimit } from '../plugins/rateEvents.ts';
import { queueMail } from './mailJobs.ts';

interface ReporterMail {
  readonly kind: 'receipt' | 'comment' | 'review';
  readonly geomId: number;
  /** '' where nobody left an address. */
  readonly userEmail: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Asks for a mail to who reported an object. Anybody may have typed the address, so one that gets too many gets no more
 * for a while; what was to be told stands at the object all the same.
 */
export async function queueReporterMail(
  db: Kysely<Schema>,
  clock: Clock,
  { kind, geomId, userEmail, details }: ReporterMail,
): Promise<void> {
  const key = userEmail.toLowerCase();
  if (key === '') return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`reporter-mail ${key}`}::text, 0))`.execute(db);
  const { receiptsPerHour, perDay } = limits.reporterMails;
  const counts: RateLimit[] = [{ kind: 'reporter-mail', key, limit: perDay, windowS: 86_400 }];
  if (kind === 'receipt') counts.push({ kind: 'receipt-mail', key, limit: receiptsPerHour, windowS: 3_600 });
  if ((await findWaitS(db, clock, counts)) > 0) return;
  await countOne(db, clock, counts);
  await queueMail(db, clock, { companyId: companyOf(geomId), kind, geomId, ...(details && { details }) });
}
