import {
  type CompanyId,
  companyOf,
  type Language,
  type Level,
  levels,
  userNameOf as nameOfUser,
  type UnitId,
  type UserId,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';
import type { UserActor } from './Actor.ts';

/** An active session with its user's present rights, and the database's time. */
export interface ActiveSession {
  readonly id: string;
  readonly companyId: CompanyId;
  readonly userId: UserId;
  readonly email: string;
  readonly userName: string;
  readonly language: Language;
  readonly firstLogin: boolean;
  readonly moduleAdmin: boolean;
  readonly hasCustomReports: boolean;
  readonly unitLevels: ReadonlyMap<number, Level>;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly now: Date;
}

interface SessionRow extends RightsRow {
  created_at: Date;
  expires_at: Date;
  now: Date;
}

interface RightsRow {
  email: string;
  first_name: string;
  last_name: string;
  language: Language;
  first_login: boolean;
  module_admin: boolean;
  custom_reports: boolean;
  grants: [unitId: UnitId, rank: number][];
}

/** Groups of a user, and the grants applied from each unit to all units below it. */
const withRights = (userId: UserId) => sql`
  WITH RECURSIVE own_groups AS (
    SELECT g.id, g.module_admin, g.module_custom_reports
    FROM group_members m JOIN groups g ON g.company_id = m.company_id AND g.id = m.group_id
    WHERE m.company_id = ${companyOf(userId)} AND m.user_id = ${userId}
  ), held (unit_id, rank) AS (
    SELECT gg.unit_id, array_position(ARRAY['Read', 'Write', 'Admin'], gg.level)
    FROM group_grants gg JOIN own_groups o ON o.id = gg.group_id
    WHERE gg.company_id = ${companyOf(userId)}
    UNION
    SELECT u.id, held.rank
    FROM held JOIN units u ON u.company_id = ${companyOf(userId)} AND u.parent_id = held.unit_id
  )`;

/** Columns of a user `u` as `RightsRow`. */
const rightsColumns = sql`u.email, u.first_name, u.last_name, u.language, u.first_login,
  coalesce((SELECT bool_or(module_admin) FROM own_groups), false) AS module_admin,
  coalesce((SELECT bool_or(module_custom_reports) FROM own_groups), false) AS custom_reports,
  coalesce((SELECT json_agg(json_build_array(unit_id, rank)) FROM
    (SELECT unit_id, max(rank) AS rank FROM held GROUP BY unit_id) AS best), '[]') AS grants`;

/** Display name of a user row. */
export const userNameOf = (row: { first_name: string; last_name: string; email: string }): string =>
  nameOfUser({ firstName: row.first_name, lastName: row.last_name, email: row.email });

/**
 * Returns undefined when the session has ended or expired, or its user is not enabled. One statement reads
 * the session, the user, the groups, and the grants applied from each unit to all units below it.
 */
export async function findActiveSession(
  db: Kysely<Schema>,
  clock: Clock,
  { userId, sessionId }: { userId: UserId; sessionId: string },
): Promise<ActiveSession | undefined> {
  const companyId = companyOf(userId);
  const { rows } = await sql<SessionRow>`
    ${withRights(userId)}
    SELECT s.created_at, s.expires_at, ${rightsColumns}, ${clock.now} AS now
    FROM sessions s JOIN users u ON u.company_id = s.company_id AND u.id = s.user_id
    WHERE s.company_id = ${companyId} AND s.id = ${sessionId} AND s.user_id = ${userId}
      AND s.ended_at IS NULL AND s.expires_at > ${clock.now} AND u.status = 'enabled'`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    id: sessionId,
    companyId,
    userId,
    email: row.email,
    userName: userNameOf(row),
    language: row.language,
    firstLogin: row.first_login,
    moduleAdmin: row.module_admin,
    hasCustomReports: row.custom_reports,
    unitLevels: toUnitLevels(row.grants),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    now: row.now,
  };
}

/** Rank 1 is the lowest level, as `array_position` counts. */
function toUnitLevels(grants: SessionRow['grants']): Map<number, Level> {
  const held = new Map<number, Level>();
  for (const [unitId, rank] of grants) {
    const level = levels[rank - 1];
    if (level !== undefined) held.set(unitId, level);
  }
  return held;
}

/** Makes the actor of a session. `address` is the network address of the request, empty for background work. */
export const toUserActor = (session: ActiveSession, address: string): UserActor => ({
  kind: 'user',
  userId: session.userId,
  companyId: session.companyId,
  userName: session.userName,
  language: session.language,
  unitLevels: session.unitLevels,
  moduleAdmin: session.moduleAdmin,
  hasCustomReports: session.hasCustomReports,
  firstLogin: session.firstLogin,
  sessionId: session.id,
  address,
});

/** A user as background work acts for them: with the rights of this moment, without a session. */
export interface Recipient {
  readonly actor: UserActor;
  readonly email: string;
}

/** Returns undefined for a user who is deleted or not enabled. */
export async function findRecipient(db: Kysely<Schema>, userId: UserId): Promise<Recipient | undefined> {
  const companyId = companyOf(userId);
  const { rows } = await sql<RightsRow>`
    ${withRights(userId)}
    SELECT ${rightsColumns} FROM users u
    WHERE u.company_id = ${companyId} AND u.id = ${userId} AND u.status = 'enabled' AND u.deleted_at IS NULL`.execute(
    db,
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const actor: UserActor = {
    kind: 'user',
    userId,
    companyId,
    userName: userNameOf(row),
    language: row.language,
    unitLevels: toUnitLevels(row.grants),
    moduleAdmin: row.module_admin,
    hasCustomReports: row.custom_reports,
    firstLogin: row.first_login,
    sessionId: '',
    address: '',
  };
  return { actor, email: row.email };
}
