import { type CurrentUser, type ErrorBody, limits } from '@pgis/contract';
import {
  type ActorCompany,
  actorPassword,
  addActors,
  describeOnEachDatabase,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

describeOnEachDatabase('signing in', (getDatabase, itOnce) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp(getDatabase(), { env: { TRUST_PROXY: 'true' } });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  /** `from` is the address the proxy names. */
  const tryToken = (email: string, password: string, from = '192.0.2.1') =>
    t.call<{ data: CurrentUser } & ErrorBody>({
      method: 'POST',
      url: '/api/v1/token',
      headers: { 'x-forwarded-for': from },
      payload: { email, password },
    });

  const auditRows = (company: ActorCompany, action: string) =>
    getDatabase()
      .db.selectFrom('audit_log')
      .selectAll()
      .where('company_id', '=', company.companyId)
      .where('action', '=', action)
      .execute();

  test('API-AUTH-01 DATA-01 DATA-02 D-SESS-01: a token call gives the whole record of the user', async () => {
    const { companyId, users, units } = await addActors(getDatabase());
    const { status, json } = await tryToken(users.writer.email, actorPassword);
    expect(status).toBe(200);
    expect(json).toEqual({
      data: {
        token: expect.stringMatching(/^eyJ/),
        expiresAt: expect.any(String),
        firstLogin: false,
        userId: users.writer.id,
        companyId,
        permissions: {
          userName: 'writer',
          unitPermissions: {
            [units.roads]: ['Write', 'Read'],
            [units.bridges]: ['Write', 'Read'],
          },
        },
        Admin: false,
        hasCustomReports: false,
      },
    });
  });

  test('PERM-01 PERM-02 D-USER-05: an Administrator holds all levels in all units, and the modules', async () => {
    const { users, units } = await addActors(getDatabase());
    const { user } = await signIn(t, users.moduleAdmin);
    expect(user).toMatchObject({ Admin: true, hasCustomReports: true });
    expect(user.permissions.unitPermissions).toEqual(
      Object.fromEntries(Object.values(units).map((id) => [id, ['Admin', 'Write', 'Read']])),
    );
  });

  test('D-SESS-02: a session ends 8 hours after signing in', async () => {
    const { users } = await addActors(getDatabase());
    const before = Date.now();
    const { user } = await signIn(t, users.reader);
    const lifetimeMs = Date.parse(user.expiresAt) - before;
    expect(lifetimeMs).toBeGreaterThan(8 * 3_600_000 - 60_000);
    expect(lifetimeMs).toBeLessThan(8 * 3_600_000 + 60_000);
  });

  test('D-USER-01: the e-mail counts in any case and with space around it', async () => {
    const { users } = await addActors(getDatabase());
    expect((await tryToken(`  ${users.reader.email.toUpperCase()} `, actorPassword)).status).toBe(200);
  });

  test('D-SESS-06: wrong e-mail, wrong password and disabled user answer the same', async () => {
    const { users } = await addActors(getDatabase());
    const answers = [
      await tryToken('nobody@nowhere.example', actorPassword, '192.0.2.11'),
      await tryToken(users.reader.email, 'not the password', '192.0.2.12'),
      await tryToken(users.disabled.email, actorPassword, '192.0.2.13'),
    ];
    for (const { status, json } of answers) {
      expect(status).toBe(400);
      expect({ ...json, requestId: '' }).toEqual({ ...answers[0]?.json, requestId: '' });
    }
    expect(answers[0]?.json.error).toBe('INVALID_CREDENTIALS');
  });

  test('D-SESS-06: an unknown e-mail costs the same hashing as a wrong password', async () => {
    const { users } = await addActors(getDatabase(), 'Hashing', 'product');
    const timeOf = async (email: string, from: string) => {
      const times: number[] = [];
      for (let i = 0; i < limits.failedSignIns.perEmailAndAddress; i += 1) {
        const start = performance.now();
        await tryToken(email, 'not the password', from);
        times.push(performance.now() - start);
      }
      return Math.min(...times);
    };
    const known = await timeOf(users.reader.email, '192.0.2.21');
    const unknown = await timeOf('stranger@nowhere.example', '192.0.2.22');
    // The ratio would be a tenth without the dummy hash.
    expect(unknown).toBeGreaterThan(known / 4);
    expect(unknown).toBeLessThan(known * 4);
  });

  test('D-SESS-06: 5 failures of one e-mail and address, the 6th is 429 with Retry-After, also with the right password', async () => {
    const { users } = await addActors(getDatabase());
    const from = '192.0.2.31';
    for (let i = 0; i < 5; i += 1)
      expect((await tryToken(users.reader.email, 'wrong', from)).status).toBe(400);
    const blocked = await tryToken(users.reader.email, actorPassword, from);
    expect(blocked.status).toBe(429);
    expect(blocked.json.error).toBe('TOO_MANY_ATTEMPTS');
    const waitS = Number(blocked.headers['retry-after']);
    expect(waitS).toBeGreaterThan(0);
    expect(waitS).toBeLessThanOrEqual(15 * 60);
    expect((await tryToken(users.reader.email, actorPassword, '192.0.2.32')).status).toBe(200);
    t.clock.advance(waitS);
    expect((await tryToken(users.reader.email, actorPassword, from)).status).toBe(200);
    t.clock.advance(-waitS);
  });

  itOnce('D-SESS-06: 20 failures of one /64, whatever the e-mail; other networks go on', async () => {
    const { users } = await addActors(getDatabase());
    for (let i = 0; i < 20; i += 1) {
      const { status } = await tryToken(`guess${i}@nowhere.example`, 'wrong', `2001:db8:1:1::${i + 1}`);
      expect(status).toBe(400);
    }
    expect((await tryToken(users.reader.email, actorPassword, '2001:db8:1:1:ffff::1')).status).toBe(429);
    expect((await tryToken(users.reader.email, actorPassword, '2001:db8:1:2::1')).status).toBe(200);
  });

  itOnce('D-SESS-06: 50 failures of one e-mail from anywhere', async () => {
    const { users } = await addActors(getDatabase());
    for (let i = 0; i < 50; i += 1)
      expect((await tryToken(users.reader.email, 'wrong', `198.51.100.${i + 1}`)).status).toBe(400);
    expect((await tryToken(users.reader.email, actorPassword, '203.0.113.1')).status).toBe(429);
    expect((await tryToken(users.writer.email, actorPassword, '203.0.113.1')).status).toBe(200);
  });

  test('D-SESS-06: guesses that come at once are counted one by one', async () => {
    const { users } = await addActors(getDatabase());
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => tryToken(users.reader.email, 'wrong', '192.0.2.41')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  itOnce('D-SESS-06: successes never count', async () => {
    const { users } = await addActors(getDatabase());
    for (let i = 0; i < 30; i += 1)
      expect((await tryToken(users.reader.email, actorPassword, '192.0.2.51')).status).toBe(200);
  });

  test('D-LOG-01: signing in, failing and signing out leave rows without e-mail, password or token', async () => {
    const company = await addActors(getDatabase());
    const { email, id } = company.users.reader;
    await tryToken(email, 'a wrong password', '192.0.2.61');
    const { json } = await tryToken(email, actorPassword, '192.0.2.61');
    await t.call({ method: 'POST', url: '/api/v1/token/dispose', payload: { accessToken: json.data.token } });

    const [failed] = await auditRows(company, 'LOGIN_FAILED');
    expect(failed).toMatchObject({ entity_id: id, user_id: null, ip: '192.0.2.61', result: 'refused' });
    const [login] = await auditRows(company, 'LOGIN');
    expect(login).toMatchObject({ entity_id: id, user_id: id, user_name: 'reader', result: 'ok' });
    const [logout] = await auditRows(company, 'LOGOUT');
    expect(logout).toMatchObject({ entity_id: id, user_id: id });
    expect(JSON.stringify([failed, login, logout])).not.toMatch(/wrong password|eyJ|@company/);
  });

  test('D-SESS-05 API-AUTH-02: signing out is always 204 and ends the session', async () => {
    const { users } = await addActors(getDatabase());
    const { user, headers } = await signIn(t, users.reader);
    const dispose = (accessToken: string) =>
      t.call({ method: 'POST', url: '/api/v1/token/dispose', payload: { accessToken } });
    const ownUser = () => t.call({ url: `/api/v1/user/${user.userId}`, headers });

    expect((await ownUser()).status).toBe(200);
    expect((await dispose(user.token)).status).toBe(204);
    expect((await ownUser()).status).toBe(401);
    expect((await dispose(user.token)).status).toBe(204);
    expect((await dispose('no token at all')).status).toBe(204);
  });

  test('D-SESS-10: the token calls ignore the Authorization header', async () => {
    const { users } = await addActors(getDatabase());
    const { status } = await t.call({
      method: 'POST',
      url: '/api/v1/token',
      headers: { authorization: 'Bearer broken' },
      payload: { email: users.reader.email, password: actorPassword },
    });
    expect(status).toBe(200);
  });

  test('D-SESS-03: a disabled user stops at once', async () => {
    const { users } = await addActors(getDatabase());
    const { user, headers } = await signIn(t, users.writer);
    await getDatabase()
      .db.updateTable('users')
      .set({ status: 'disabled' })
      .where('id', '=', user.userId)
      .execute();
    const { status, json } = await t.call<ErrorBody>({ url: `/api/v1/user/${user.userId}`, headers });
    expect(status).toBe(401);
    expect(json.error).toBe('SESSION_ENDED');
  });

  test('D-SESS-02: the access token lives 30 minutes, then it is 401', async () => {
    const { users } = await addActors(getDatabase());
    const { user, headers } = await signIn(t, users.reader);
    const ownUser = async () => (await t.call({ url: `/api/v1/user/${user.userId}`, headers })).status;
    t.clock.advance(30 * 60 - 5);
    expect(await ownUser()).toBe(200);
    t.clock.advance(6);
    expect(await ownUser()).toBe(401);
    t.clock.advance(-30 * 60 - 1);
  });
});
