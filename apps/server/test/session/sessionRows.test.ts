import { type ActorCompany, addActors, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { findActiveSession, toUserActor, userNameOf } from '../../src/access/findActiveSession.ts';
import { openSecrets } from '../../src/access/Secrets.ts';
import {
  consumeRefresh,
  endSession,
  endSessionsOf,
  extendSession,
  findRefresh,
  findUserByEmail,
  insertRefresh,
  insertSession,
  listActiveSessions,
} from '../../src/access/sessions.ts';

/** A clock that stands at so many seconds after noon. */
const at = (seconds: number) => ({
  now: sql<Date>`('2026-07-22T12:00:00Z'::timestamptz + make_interval(secs => ${seconds}))`,
});
const noon = Date.parse('2026-07-22T12:00:00Z');
const secondsOf = (moment: Date | null | undefined) =>
  moment ? (moment.getTime() - noon) / 1_000 : undefined;

const HOUR_S = 3_600;
let lastId = 0;
const newUuid = () => {
  lastId += 1;
  return `6f8a1f5e-3f6c-4a64-9a3b-${String(lastId).padStart(12, '0')}`;
};

describeOnEachDatabase('sessions in the database', (getDatabase) => {
  let company: ActorCompany;
  let foreign: ActorCompany;
  beforeAll(async () => {
    company = await addActors(getDatabase());
    foreign = await addActors(getDatabase(), 'Foreign company');
  });

  /** Begins a session of an hour at noon. */
  async function begin(
    kind: keyof ActorCompany['users'] = 'reader',
    { seconds = 0, userAgent = 'Firefox', of = company } = {},
  ) {
    const { companyId, users } = of;
    const key = { companyId, sessionId: newUuid(), userId: users[kind].id };
    const session = { ...key, lifetimeS: HOUR_S, address: '192.0.2.7', userAgent };
    await insertSession(getDatabase().db, at(seconds), session);
    return key;
  }
  const isActive = async (key: Awaited<ReturnType<typeof begin>>, seconds: number) =>
    (await findActiveSession(getDatabase().db, at(seconds), key)) !== undefined;
  const listIds = async (userId: number, seconds = 0) =>
    (await listActiveSessions(getDatabase().db, at(seconds), { companyId: company.companyId, userId })).map(
      ({ id }) => id,
    );

  test('a session says whose it is, what they may do now, and what time it is', async () => {
    const key = await begin('writer');
    const session = await findActiveSession(getDatabase().db, at(60), key);
    const { roads, bridges } = company.units;
    expect(session).toEqual({
      id: key.sessionId,
      companyId: company.companyId,
      userId: key.userId,
      email: company.users.writer.email,
      userName: 'writer',
      language: 'en',
      firstLogin: false,
      moduleAdmin: false,
      hasCustomReports: false,
      unitLevels: new Map([
        [roads, 'Write'],
        [bridges, 'Write'],
      ]),
      createdAt: new Date(noon),
      expiresAt: new Date(noon + HOUR_S * 1_000),
      now: new Date(noon + 60_000),
    });
    if (session === undefined) throw new Error('no session');
    expect(toUserActor(session, '192.0.2.9')).toEqual({
      kind: 'user',
      userId: key.userId,
      companyId: company.companyId,
      userName: 'writer',
      language: 'en',
      unitLevels: session.unitLevels,
      moduleAdmin: false,
      hasCustomReports: false,
      firstLogin: false,
      sessionId: key.sessionId,
      address: '192.0.2.9',
    });
  });

  test('PERM-01: the highest level of all groups counts in a unit, and in the units below it', async () => {
    const { db } = getDatabase();
    const { companyId, units, users } = company;
    const { group_id: adminGroup } = await db
      .selectFrom('group_members')
      .select('group_id')
      .where('company_id', '=', companyId)
      .where('user_id', '=', users.unitAdmin.id)
      .executeTakeFirstOrThrow();
    const key = await begin('nobody');
    expect((await findActiveSession(db, at(0), key))?.unitLevels).toEqual(new Map());
    const join = async (groupId: number) =>
      await db
        .insertInto('group_members')
        .values({ company_id: companyId, group_id: groupId, user_id: key.userId })
        .execute();
    await join(adminGroup);
    const { group_id: readGroup } = await db
      .selectFrom('group_members')
      .select('group_id')
      .where('company_id', '=', companyId)
      .where('user_id', '=', users.reader.id)
      .executeTakeFirstOrThrow();
    await join(readGroup);
    expect((await findActiveSession(db, at(0), key))?.unitLevels).toEqual(
      new Map([
        [units.roads, 'Admin'],
        [units.bridges, 'Admin'],
      ]),
    );
    await db.deleteFrom('group_members').where('user_id', '=', key.userId).execute();
  });

  test('PERM-02: modules are those of the user’s groups', async () => {
    const { db } = getDatabase();
    const key = await begin('moduleAdmin');
    expect(await findActiveSession(db, at(0), key)).toMatchObject({
      moduleAdmin: true,
      hasCustomReports: true,
    });
  });

  test('D-SESS-02: a session ends at its moment, and with its user’s access', async () => {
    const key = await begin();
    expect(await isActive(key, HOUR_S - 1)).toBe(true);
    expect(await isActive(key, HOUR_S)).toBe(false);
    expect(await isActive({ ...key, userId: company.users.writer.id }, 0)).toBe(false);
    expect(await isActive({ ...key, userId: foreign.users.reader.id }, 0)).toBe(false);
    expect(await isActive({ ...key, sessionId: newUuid() }, 0)).toBe(false);
    expect(await isActive(await begin('disabled'), 0)).toBe(false);
  });

  test('D-SESS-05: ending a session says whether it was active, and ends no other', async () => {
    const { db } = getDatabase();
    const [key, other] = [await begin(), await begin()];
    const end = (seconds: number) => endSession(db, at(seconds), { ...key, reason: 'logout' });
    const expired = await begin();
    expect(await endSession(db, at(HOUR_S), { ...expired, reason: 'logout' })).toBe(false);
    expect(await end(10)).toBe(true);
    expect(await end(11)).toBe(false);
    expect([await isActive(key, 20), await isActive(other, 20)]).toEqual([false, true]);
    const row = await db
      .selectFrom('sessions')
      .select(['ended_at', 'end_reason'])
      .where('id', '=', key.sessionId)
      .executeTakeFirst();
    expect([secondsOf(row?.ended_at), row?.end_reason]).toEqual([10, 'logout']);
  });

  test('D-SESS-07: all sessions of a user end, except the one named', async () => {
    const { db } = getDatabase();
    const [one, kept, ended] = [await begin('writer'), await begin('writer'), await begin('writer')];
    const bystander = await begin('unitAdmin');
    await endSession(db, at(1), { ...ended, reason: 'logout' });
    const { companyId, userId } = one;
    await endSessionsOf(db, at(2), {
      companyId,
      userId,
      exceptSessionId: kept.sessionId,
      reason: 'password-changed',
    });
    expect(await listIds(userId)).toEqual([kept.sessionId]);
    expect(await isActive(bystander, 3)).toBe(true);
    const { end_reason: reason } = await db
      .selectFrom('sessions')
      .select('end_reason')
      .where('id', '=', ended.sessionId)
      .executeTakeFirstOrThrow();
    expect(reason).toBe('logout');
    await endSessionsOf(db, at(4), { companyId, userId, reason: 'disabled' });
    expect(await listIds(userId)).toEqual([]);
  });

  test('the list of sessions holds the active ones of one user, the newest first', async () => {
    const { db } = getDatabase();
    const userId = company.users.moduleAdmin.id;
    await endSessionsOf(db, at(0), { companyId: company.companyId, userId, reason: 'logout' });
    const keys = [
      await begin('moduleAdmin', { seconds: 1 }),
      await begin('moduleAdmin', { seconds: 3 }),
      await begin('moduleAdmin', { seconds: 2 }),
    ].map(({ sessionId }) => sessionId);
    expect(await listIds(userId, 4)).toEqual([keys[1], keys[2], keys[0]]);
    expect(await listIds(userId, HOUR_S + 1)).toEqual([keys[1], keys[2]]);
    const [session] = await listActiveSessions(db, at(4), { companyId: company.companyId, userId });
    expect([session?.ip, session?.user_agent, secondsOf(session?.created_at)]).toEqual([
      '192.0.2.7',
      'Firefox',
      3,
    ]);
  });

  test('signing in is noted with the user, keeps a part of the browser’s name, and deletes sessions of long ago', async () => {
    const { db } = getDatabase();
    const of = await addActors(getDatabase(), 'New company');
    const MONTH_S = 30 * 24 * HOUR_S;
    const [old, young, others] = [
      await begin('reader', { of, seconds: -MONTH_S - HOUR_S - 1 }),
      await begin('reader', { of, seconds: -MONTH_S - HOUR_S }),
      await begin('writer', { of, seconds: -MONTH_S - HOUR_S - 1 }),
    ];
    const key = await begin('reader', { of, userAgent: 'x'.repeat(400) });
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'user_agent'])
      .where('company_id', '=', of.companyId)
      .execute();
    const ids = rows.map(({ id }) => id);
    expect([old, young, others, key].map(({ sessionId }) => ids.includes(sessionId))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(rows.find(({ id }) => id === key.sessionId)?.user_agent).toBe('x'.repeat(300));
    const moments = await db
      .selectFrom('users')
      .select(['id', 'last_login_at', 'last_activity_at'])
      .where('company_id', '=', of.companyId)
      .execute();
    const momentsOf = (userId: number) => moments.find(({ id }) => id === userId);
    expect(secondsOf(momentsOf(key.userId)?.last_login_at)).toBe(0);
    expect(secondsOf(momentsOf(key.userId)?.last_activity_at)).toBe(0);
    expect(momentsOf(of.users.nobody.id)?.last_login_at).toBeNull();
  });

  test('D-SESS-02: a refresh moves the end forward, never back and never past the longest lifetime', async () => {
    const { db } = getDatabase();
    const key = await begin();
    const other = await begin();
    const extend = async (seconds: number) => {
      await extendSession(db, at(seconds), { ...key, lifetimeS: HOUR_S, longestS: 2 * HOUR_S });
      const session = await findActiveSession(db, at(seconds), key);
      return secondsOf(session?.expiresAt);
    };
    expect(await extend(600)).toBe(HOUR_S + 600);
    expect(await extend(60)).toBe(HOUR_S + 600);
    expect(await extend(HOUR_S + 60)).toBe(2 * HOUR_S);
    const user = await db
      .selectFrom('users')
      .select('last_activity_at')
      .where('id', '=', key.userId)
      .executeTakeFirst();
    expect(secondsOf(user?.last_activity_at)).toBe(HOUR_S + 60);
    // Another session of the user ends when it did.
    expect(secondsOf((await findActiveSession(db, at(0), other))?.expiresAt)).toBe(HOUR_S);
  });

  test('D-SESS-04: a refresh token is stored once, works once and for its lifetime', async () => {
    const { db } = getDatabase();
    const session = await begin();
    const key = { companyId: session.companyId, sessionId: session.sessionId, accessJti: newUuid() };
    const [tokenHash, otherHash] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    expect(await findRefresh(db, at(0), key)).toBeUndefined();
    await insertRefresh(db, at(0), { ...key, tokenHash });
    await insertRefresh(db, at(5), { ...key, tokenHash: otherHash });
    expect(await findRefresh(db, at(7), key)).toEqual({
      usedAt: null,
      newJti: null,
      sinceCreatedS: 7,
      sinceUsedS: null,
    });
    const newJti = newUuid();
    const use = (seconds: number, hash = tokenHash, of = key) =>
      consumeRefresh(db, at(seconds), { ...of, tokenHash: hash, lifetimeS: 60, newJti });
    expect(await use(1, otherHash)).toBe(false);
    expect(await use(60)).toBe(false);
    expect(await use(1, tokenHash, { ...key, accessJti: newUuid() })).toBe(false);
    expect(await use(1, tokenHash, { ...key, sessionId: newUuid() })).toBe(false);
    expect(await use(59)).toBe(true);
    expect(await use(59)).toBe(false);
    expect(await findRefresh(db, at(62), key)).toMatchObject({ newJti, sinceCreatedS: 62, sinceUsedS: 3 });
    expect(await findRefresh(db, at(62), { ...key, accessJti: newUuid() })).toBeUndefined();
    expect(await findRefresh(db, at(62), { ...key, sessionId: newUuid() })).toBeUndefined();
  });

  test('a user is found by their address, and not once their account is deleted', async () => {
    const { db } = getDatabase();
    const { id, email } = company.users.unitAdmin;
    expect(await findUserByEmail(db, email)).toMatchObject({ id, email, status: 'enabled' });
    expect(await findUserByEmail(db, `x${email}`)).toBeUndefined();
    const setDeleted = (deletedAt: Date | null) =>
      db.updateTable('users').set({ deleted_at: deletedAt }).where('id', '=', id).execute();
    await setDeleted(new Date());
    expect(await findUserByEmail(db, email)).toBeUndefined();
    await setDeleted(null);
    expect(userNameOf({ first_name: '', last_name: '', email })).toBe(email);
  });

  test('secrets are shared by all processes, differ by purpose, and are read again after a failure', async () => {
    const database = getDatabase();
    const [one, two] = [openSecrets(database), openSecrets(database)];
    const text = async (secrets: typeof one, purpose: 'visitor-cookie' | 'refresh-token', signed = 'a') =>
      (await secrets.sign(purpose, signed)).toString('hex');
    expect(await text(one, 'visitor-cookie')).toBe(await text(two, 'visitor-cookie'));
    expect(await text(one, 'visitor-cookie')).toMatch(/^[0-9a-f]{64}$/);
    expect(await text(one, 'refresh-token')).not.toBe(await text(one, 'visitor-cookie'));
    expect(await text(one, 'visitor-cookie', 'b')).not.toBe(await text(one, 'visitor-cookie'));
    const payload = Buffer.from('x');
    const signature = await crypto.subtle.sign('Ed25519', (await one.tokenKeys).privateKey, payload);
    expect(await crypto.subtle.verify('Ed25519', (await two.tokenKeys).publicKey, signature, payload)).toBe(
      true,
    );
    let isAway = true;
    const broken = new Proxy(database, {
      get: (target, key) => {
        if (key === 'db' && isAway) throw new Error('away');
        return Reflect.get(target, key);
      },
    });
    const secrets = openSecrets(broken);
    await expect(secrets.sign('visitor-cookie', 'a')).rejects.toThrow('away');
    isAway = false;
    expect(await text(secrets, 'visitor-cookie')).toBe(await text(one, 'visitor-cookie'));
  });
});
