import { companyOf, limits, type ObjectId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { countEvent, listRemaining, type RateLimit } from '../access/rateLimits.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';
import { addMails } from './mailJobs.ts';
import { listMergedReports } from './mergedReports.ts';

type Kind = 'receipt' | 'comment' | 'review' | 'merged';

interface ReporterMail {
  readonly geomId: ObjectId;
  /** Empty where the reporter left no address. */
  readonly userEmail: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A transaction holds no more locks than these, however many reporters it writes to. */
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
): Promise<void> => queueReporterMails(db, clock, { kind, mails: [mail] });

/**
 * Queues mails to the reporters of objects. Anybody may have typed the address, so an address with too many
 * mails gets none for a while; the news can still be read at the object. Thousands of mails take as many
 * statements as one.
 */
export async function queueReporterMails(
  db: Kysely<Schema>,
  clock: Clock,
  { kind, mails }: { readonly kind: Kind; readonly mails: readonly ReporterMail[] },
): Promise<void> {
  const requested = (kind === 'comment' ? await withMergedReports(db, mails) : mails)
    .map((mail) => ({ ...mail, key: mail.userEmail.toLowerCase() }))
    .filter(({ key }) => key !== '');
  if (requested.length === 0) return;
  const keys = [...new Set(requested.map(({ key }) => key))];
  // Locks are taken in one order, so that of two transactions with the same reporters one waits for the
  // other.
  await sql`SELECT pg_advisory_xact_lock(hashtext('reporter-mail'), bucket) FROM (
    SELECT DISTINCT abs(hashtext(key) % ${sql.lit(LOCKS)}) AS bucket
    FROM unnest(${keys}::text[]) AS key ORDER BY bucket) AS buckets`.execute(db);
  const counted = keys.flatMap((key) => limitsOf(kind, key));
  const remaining = await listRemaining(db, clock, counted);
  const left = new Map<string, number>();
  for (const [index, { key }] of counted.entries())
    left.set(key, Math.min(left.get(key) ?? Number.POSITIVE_INFINITY, remaining[index] ?? 0));
  const allowed = requested.filter(({ key }) => {
    const room = left.get(key) ?? 0;
    left.set(key, room - 1);
    return room > 0;
  });
  if (allowed.length === 0) return;
  await countEvent(
    db,
    clock,
    allowed.flatMap(({ key }) => limitsOf(kind, key)),
  );
  await addMails(
    db,
    clock,
    allowed.map(({ geomId, details }) => ({
      companyId: companyOf(geomId),
      template: kind,
      geomId,
      ...(details && { details }),
    })),
  );
}

/** A comment is news to the reporters of merged reports, too; nobody gets it twice. */
async function withMergedReports(
  db: Kysely<Schema>,
  mails: readonly ReporterMail[],
): Promise<readonly ReporterMail[]> {
  const told = new Set(mails.map(({ geomId, userEmail }) => `${geomId} ${userEmail.toLowerCase()}`));
  const mailsById = new Map(mails.map((mail) => [mail.geomId, mail]));
  const added: ReporterMail[] = [];
  for (const { into, geomId, userEmail } of await listMergedReports(db, [...mailsById.keys()])) {
    const mail = mailsById.get(into);
    const key = `${into} ${userEmail.toLowerCase()}`;
    if (mail === undefined || told.has(key)) continue;
    told.add(key);
    added.push({ ...mail, geomId, userEmail });
  }
  return [...mails, ...added];
}
