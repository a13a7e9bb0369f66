import { randomInt } from 'node:crypto';
import {
  type AddedShortLink,
  companyOf,
  LINK_CODE_LENGTH,
  type LinkId,
  limits,
  parseMapAddress,
  type ShortLink,
  type ShortLinkBody,
  writeMapAddress,
} from '@pgis/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { lockUser } from '../../access/lockUser.ts';
import { countEvent, getWaitS } from '../../access/rateLimits.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Clock } from '../../runtime/Clock.ts';

interface Requester {
  readonly actor: UserActor;
  readonly requestId: string;
}

type Row = Selectable<Schema['short_links']>;

const toShortLink = (row: Row): ShortLink => ({
  id: row.id,
  code: row.code,
  address: row.address,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  turnedOffAt: row.turned_off_at?.toISOString() ?? null,
  openedCount: row.opened_count,
});

/** Letters and digits alone: programs that find links in a text may leave out other characters at their end. */
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a code of 59 random bits: of 10^15 tries one finds a link among 1 000. */
const makeCode = (): string =>
  Array.from({ length: LINK_CODE_LENGTH }, () => letters[randomInt(letters.length)]).join('');

/**
 * Returns the address as the map's own parser understands it, written anew: a link leads to the map and to nothing
 * else.
 */
function parseAddress(text: string): string {
  const address = writeMapAddress(parseMapAddress(text));
  if (address === '' && text !== '')
    throw new AppError('VALIDATION', { errors: [{ path: '/address', code: 'WRONG_FORMAT' }] });
  if (address.length > limits.shortLinks.addressLength)
    throw new AppError('VALIDATION', { errors: [{ path: '/address', code: 'TOO_LONG' }] });
  return address;
}

const toValues = ({ address, days }: ShortLinkBody, clock: Clock) => ({
  address: parseAddress(address),
  expires_at: days == null ? null : sql<Date>`${clock.now} + make_interval(days => ${days}::integer)`,
});

const ownLinks = (db: Kysely<Schema>, { userId }: UserActor) =>
  db
    .selectFrom('short_links')
    .selectAll()
    .where('company_id', '=', companyOf(userId))
    .where('owner_id', '=', userId);

export async function listShortLinks({ database: { db } }: AppDeps, actor: UserActor): Promise<ShortLink[]> {
  const rows = await ownLinks(db, actor).orderBy('id', 'desc').execute();
  return rows.map(toShortLink);
}

/**
 * Makes a link, or returns the user's active link with the same address if neither expires, so that sharing a view again
 * uses up no link.
 */
export async function addShortLink(
  { database, clock }: AppDeps,
  { actor, requestId }: Requester,
  body: ShortLinkBody,
): Promise<AddedShortLink> {
  const values = toValues(body, clock);
  return await inTransaction(database, {}, async (db) => {
    await lockUser(db, actor.userId);
    if (body.days == null) {
      const same = await findSameLink(db, actor, values.address);
      if (same) return { ...toShortLink(same), isNew: false };
    }
    await checkNumber(db, clock, actor);
    await countChange(db, clock, actor);
    const row = await db
      .insertInto('short_links')
      .values({
        company_id: actor.companyId,
        id: newId(actor.companyId, 'link_seq'),
        owner_id: actor.userId,
        code: makeCode(),
        created_at: clock.now,
        ...values,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await auditLink(
      db,
      { actor, requestId },
      { action: 'LINK_SAVED', row, details: { new: linkDetails(row) } },
    );
    return { ...toShortLink(row), isNew: true };
  });
}

const findSameLink = (db: Kysely<Schema>, actor: UserActor, address: string): Promise<Row | undefined> =>
  ownLinks(db, actor)
    .where('address', '=', address)
    .where('turned_off_at', 'is', null)
    .where('expires_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/**
 * Deletes links that ended long ago or are past the number that is stored, then throws if the user has too many active
 * ones.
 */
async function checkNumber(
  db: Kysely<Schema>,
  clock: Clock,
  { userId, companyId }: UserActor,
): Promise<void> {
  const { perUser, endedDays, endedPerUser } = limits.shortLinks;
  const own = sql`company_id = ${companyId}::integer AND owner_id = ${userId}::bigint`;
  await sql`DELETE FROM short_links WHERE ${own}
    AND least(turned_off_at, expires_at) < ${clock.now} - make_interval(days => ${endedDays}::integer)`.execute(
    db,
  );
  await sql`DELETE FROM short_links WHERE ${own} AND id IN (
    SELECT id FROM short_links WHERE ${own} AND (turned_off_at IS NOT NULL OR expires_at <= ${clock.now})
    ORDER BY least(turned_off_at, expires_at) DESC, id DESC OFFSET ${endedPerUser})`.execute(db);
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM short_links WHERE ${own}
    AND turned_off_at IS NULL AND (expires_at IS NULL OR expires_at > ${clock.now})`.execute(db);
  if ((rows[0]?.count ?? 0) >= perUser)
    throw new AppError('TOO_MANY_LINKS', { count: perUser, values: { limit: perUser } });
}

/** Counts a link that is made or changed; throws if the user does so too often. */
async function countChange(db: Kysely<Schema>, clock: Clock, { userId }: UserActor): Promise<void> {
  const { perHour } = limits.shortLinks;
  const hourly = { kind: 'short-link', key: String(userId), limit: perHour, windowS: 3_600 };
  const waitS = await getWaitS(db, clock, [hourly]);
  if (waitS > 0) throw new AppError('LINKS_TOO_OFTEN', { retryAfterS: waitS, values: { limit: perHour } });
  await countEvent(db, clock, [hourly]);
}

export async function changeShortLink(
  { database, clock }: AppDeps,
  requester: Requester,
  { linkId, body }: { readonly linkId: LinkId; readonly body: ShortLinkBody },
): Promise<ShortLink> {
  const values = toValues(body, clock);
  return await inTransaction(database, {}, async (db) => {
    await lockUser(db, requester.actor.userId);
    const before = await getActiveLink(db, clock, requester.actor, linkId);
    await countChange(db, clock, requester.actor);
    const row = await db
      .updateTable('short_links')
      .set(values)
      .where('company_id', '=', before.company_id)
      .where('id', '=', linkId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const details = { old: linkDetails(before), new: linkDetails(row) };
    await auditLink(db, requester, { action: 'LINK_SAVED', row, details });
    return toShortLink(row);
  });
}

export async function turnOffShortLink(
  { database, clock }: AppDeps,
  requester: Requester,
  linkId: LinkId,
): Promise<void> {
  await inTransaction(database, {}, async (db) => {
    const row = await getActiveLink(db, clock, requester.actor, linkId);
    await db
      .updateTable('short_links')
      .set({ turned_off_at: clock.now })
      .where('company_id', '=', row.company_id)
      .where('id', '=', linkId)
      .execute();
    await auditLink(db, requester, { action: 'LINK_TURNED_OFF', row, details: { old: linkDetails(row) } });
  });
}

/** Locks an active link of the user; one that is turned off or has expired stays so. */
async function getActiveLink(
  db: Kysely<Schema>,
  clock: Clock,
  actor: UserActor,
  linkId: LinkId,
): Promise<Row> {
  const row = await ownLinks(db, actor)
    .select(sql<boolean>`coalesce(expires_at <= ${clock.now}, false)`.as('isExpired'))
    .where('id', '=', linkId)
    .where('turned_off_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  if (row.isExpired) throw new AppError('LINK_EXPIRED');
  return row;
}

const linkDetails = ({ address, expires_at }: Row) => ({
  address,
  expiresAt: expires_at?.toISOString() ?? null,
});

interface LinkEntry {
  readonly action: 'LINK_SAVED' | 'LINK_TURNED_OFF';
  readonly row: Row;
  readonly details: Readonly<Record<string, unknown>>;
}

const auditLink = (
  db: Kysely<Schema>,
  { actor, requestId }: Requester,
  { action, row, details }: LinkEntry,
): Promise<void> =>
  audit(db, { actor, action, entity: 'link', entityId: row.id, entityName: row.code, details, requestId });
