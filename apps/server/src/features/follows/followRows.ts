import {
  type Follow,
  type FollowEvent,
  type FollowId,
  followLimits,
  type LayerId,
  type MailRhythm,
  type ObjectId,
} from '@pgis/contract';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { lockUser } from '../../access/lockUser.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { acceptNews, newsRefusalOf } from '../../notices/acceptNews.ts';
import { rescheduleMails } from '../../notices/rescheduleMails.ts';

const columns = sql`f.id, f.geom_id AS "objectId", f.class_ids AS "classIds", ST_AsText(f.area) AS "areaWkt", f.name, f.events,
  f.mail, to_char(f.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt"`;

const ofActor = ({ companyId, userId }: UserActor) =>
  sql`f.company_id = ${companyId}::integer AND f.user_id = ${userId}::bigint`;

export async function listFollows(db: Kysely<Schema>, actor: UserActor): Promise<Follow[]> {
  const { rows } = await sql<Follow>`
    SELECT ${columns} FROM follows AS f WHERE ${ofActor(actor)} ORDER BY f.id DESC`.execute(db);
  return rows;
}

export interface NewFollow {
  readonly objectId: ObjectId | null;
  readonly classIds: readonly LayerId[];
  readonly areaWkt: string | null;
  readonly name: string;
  readonly events: readonly FollowEvent[];
  readonly mail: MailRhythm;
}

/** Adds a follow. An object is followed once: following it again changes the mails. */
export async function insertFollow(
  db: Transaction<Schema>,
  actor: UserActor,
  { objectId, classIds, areaWkt, name, events, mail }: NewFollow,
): Promise<Follow> {
  const { companyId, userId } = actor;
  // Two requests at once would both find room for one more.
  await lockUser(db, userId);
  const { count } = await db
    .selectFrom('follows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('geom_id', 'is distinct from', objectId ?? 0)
    .executeTakeFirstOrThrow();
  const limit = followLimits.perUser;
  if (count >= limit) throw new AppError('TOO_MANY_FOLLOWS', { values: { limit } });
  const { rows } = await sql<Follow>`
    INSERT INTO follows AS f (company_id, id, user_id, geom_id, class_ids, area, name, events, mail)
    VALUES (${companyId}, ${newId(companyId, 'follow_seq')}, ${userId}, ${objectId}::bigint, ${classIds}::bigint[],
            ST_GeomFromText(${areaWkt}::text, 3857), ${name}, ${events}::text[], ${mail})
    ON CONFLICT (company_id, geom_id, user_id) WHERE geom_id IS NOT NULL DO UPDATE SET mail = excluded.mail
    RETURNING ${columns}`.execute(db);
  await rescheduleMails(db, actor);
  return rows[0] as Follow;
}

const ownFollow = (actor: UserActor, id: FollowId): RawBuilder<unknown> =>
  sql`${ofActor(actor)} AND f.id = ${id}::bigint`;

/** @throws NOT_FOUND for a follow of somebody else, too. */
export async function changeFollow(
  deps: Pick<AppDeps, 'database' | 'secrets'>,
  actor: UserActor,
  {
    id,
    events,
    mail,
  }: {
    readonly id: FollowId;
    readonly events?: readonly FollowEvent[] | undefined;
    readonly mail?: MailRhythm | undefined;
  },
): Promise<Follow> {
  const refusal = await newsRefusalOf(deps, actor, mail);
  return await inTransaction(deps.database, {}, async (db) => {
    const { rows } = await sql<Follow>`
      UPDATE follows AS f SET events = coalesce(${events ?? null}::text[], f.events), mail = coalesce(${mail ?? null}::text, f.mail)
      WHERE ${ownFollow(actor, id)} RETURNING ${columns}`.execute(db);
    if (rows[0] === undefined) throw new AppError('NOT_FOUND');
    await acceptNews(db, refusal);
    await rescheduleMails(db, actor);
    return rows[0];
  });
}

/** @throws NOT_FOUND for a follow of somebody else, too. */
export async function deleteFollow(
  { database }: Pick<AppDeps, 'database'>,
  actor: UserActor,
  id: FollowId,
): Promise<void> {
  await inTransaction(database, {}, async (db) => {
    const { rows } = await sql`
      DELETE FROM follows AS f WHERE ${ownFollow(actor, id)} RETURNING f.id`.execute(db);
    if (rows.length === 0) throw new AppError('NOT_FOUND');
    await rescheduleMails(db, actor);
  });
}
