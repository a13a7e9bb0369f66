import type { CurrentUser, ErrorBody } from '@pgis/contract';
import { addActors, describeOnEachDatabase, signIn, startTestApp, type TestApp } from '@pgis/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describeOnEachDatabase('refreshing a session', (getDatabase) => {
  let t: TestApp;
  let first: CurrentUser;
  beforeEach(async () => {
    t = await startTestApp(getDatabase());
    first = (await signIn(t, (await addActors(getDatabase())).users.reader)).user;
  });
  afterEach(() => t[Symbol.asyncDispose]());

  const request = (accessToken: string) =>
    t.call<{ data: { refreshToken: string } } & ErrorBody>({
      method: 'POST',
      url: '/api/v1/token/refresh',
      payload: { accessToken },
    });
  const exchange = (accessToken: string, refreshToken: string) =>
    t.call<{ data: CurrentUser } & ErrorBody>({
      method: 'POST',
      url: '/api/v1/token/refreshed',
      payload: { accessToken, refreshToken },
    });
  const refresh = async (accessToken: string): Promise<CurrentUser> => {
    const { json } = await request(accessToken);
    return (await exchange(accessToken, json.data.refreshToken)).json.data;
  };
  const statusOf = async (token: string) =>
    (await t.call({ url: `/api/v1/user/${first.userId}`, headers: { authorization: `Bearer ${token}` } }))
      .status;
  const expectRefused = ({ status, json }: { status: number; json: ErrorBody }) => {
    expect(status).toBe(400);
    expect(json.error).toBe('REFRESH_REFUSED');
  };

  test('SESS-07 API-AUTH-03 API-AUTH-04: two steps give a new token and the whole record', async () => {
    const { status, json } = await request(first.token);
    expect(status).toBe(200);
    const { status: second, json: answer } = await exchange(first.token, json.data.refreshToken);
    expect(second).toBe(200);
    expect(answer.data.token).not.toBe(first.token);
    expect({ ...answer.data, token: '', expiresAt: '' }).toEqual({ ...first, token: '', expiresAt: '' });
    expect(await statusOf(answer.data.token)).toBe(200);
  });

  test('D-SESS-10: an expired access token of a living session can be refreshed', async () => {
    t.clock.advance(31 * MINUTE);
    expect(await statusOf(first.token)).toBe(401);
    const next = await refresh(first.token);
    expect(await statusOf(next.token)).toBe(200);
  });

  test('D-SESS-02: a refresh moves the end forward, never past 12 hours after signing in', async () => {
    const signedInAt = Date.parse(first.expiresAt) - 8 * HOUR * 1_000;
    t.clock.advance(3 * HOUR);
    const second = await refresh(first.token);
    expect(Date.parse(second.expiresAt) - signedInAt).toBeGreaterThan(11 * HOUR * 1_000);
    t.clock.advance(6 * HOUR);
    const third = await refresh(second.token);
    expect(Date.parse(third.expiresAt) - signedInAt).toBe(12 * HOUR * 1_000);
    t.clock.advance(3 * HOUR + MINUTE);
    expectRefused(await request(third.token));
    expect(await statusOf(third.token)).toBe(401);
  });

  test('D-SESS-04: the same access token refreshed again within 10 s gets the same answer', async () => {
    const { json: one } = await request(first.token);
    t.clock.advance(9);
    const { json: two } = await request(first.token);
    expect(two).toEqual(one);

    const { text: answer } = await exchange(first.token, one.data.refreshToken);
    t.clock.advance(9);
    expect((await exchange(first.token, one.data.refreshToken)).text).toBe(answer);
    expect((await request(first.token)).json).toEqual(one);
  });

  test('D-SESS-04: later the same access token is refused, and nothing else happens', async () => {
    const next = await refresh(first.token);
    t.clock.advance(11);
    expectRefused(await request(first.token));
    expect(await statusOf(next.token)).toBe(200);
  });

  test('D-SESS-04: asked for and not used, the access token is refused after 10 s, too', async () => {
    await request(first.token);
    t.clock.advance(11);
    expectRefused(await request(first.token));
    expect(await statusOf(first.token)).toBe(200);
  });

  test('D-SESS-04: a refresh token lives 60 s', async () => {
    const { json } = await request(first.token);
    t.clock.advance(61);
    expectRefused(await exchange(first.token, json.data.refreshToken));
    expect(await statusOf(first.token)).toBe(200);
  });

  test('D-SESS-04: a refresh token is still good just before 60 s', async () => {
    const { json } = await request(first.token);
    t.clock.advance(58);
    expect((await exchange(first.token, json.data.refreshToken)).status).toBe(200);
  });

  test('D-SESS-04: a refresh token used again after 10 s ends the session, logged as TOKEN_REUSE', async () => {
    const { json } = await request(first.token);
    const { json: answer } = await exchange(first.token, json.data.refreshToken);
    t.clock.advance(11);
    expectRefused(await exchange(first.token, json.data.refreshToken));
    expect(await statusOf(answer.data.token)).toBe(401);
    expectRefused(await request(answer.data.token));
    const rows = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'user_id', 'result'])
      .where('company_id', '=', first.companyId)
      .where('action', '=', 'TOKEN_REUSE')
      .execute();
    expect(rows).toEqual([{ action: 'TOKEN_REUSE', user_id: first.userId, result: 'refused' }]);
  });

  test('D-SESS-04: a refresh token belongs to its access token', async () => {
    const other = (await signIn(t, (await addActors(getDatabase())).users.reader)).user;
    const { json } = await request(first.token);
    await request(other.token);
    expectRefused(await exchange(other.token, json.data.refreshToken));
    expectRefused(await exchange(first.token, 'A'.repeat(43)));
    expectRefused(await exchange('no token', json.data.refreshToken));
  });

  test('D-SESS-11: what cannot be refreshed is 400, never 401', async () => {
    await t.call({ method: 'POST', url: '/api/v1/token/dispose', payload: { accessToken: first.token } });
    expectRefused(await request(first.token));
    expectRefused(await request('no token'));
  });

  test('D-SESS-03: a disabled user cannot refresh', async () => {
    const { json } = await request(first.token);
    await getDatabase()
      .db.updateTable('users')
      .set({ status: 'disabled' })
      .where('id', '=', first.userId)
      .execute();
    expectRefused(await exchange(first.token, json.data.refreshToken));
  });
});
