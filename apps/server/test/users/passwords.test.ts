import { type ErrorBody, limits } from '@pgis/contract';
import {
  actorPassword,
  addActors,
  describeOnEachDatabase,
  type SignedIn,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePassword } from '../../src/features/users/passwords/changePassword.ts';
import { findCredentials, setPassword } from '../../src/features/users/passwords/credentials.ts';

const better = 'another good password 8';

describeOnEachDatabase('passwords', (getDatabase, itOnce) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp(getDatabase(), { env: { PUBLIC_URL: 'https://map.example/' } });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const change = ({ user, headers }: SignedIn, oldPassword: string, newPassword: string) =>
    t.call<ErrorBody>({
      method: 'PUT',
      url: `/api/v1/user/${user.userId}`,
      headers,
      payload: { oldPassword, newPassword },
    });
  const isSignedIn = async ({ user, headers }: SignedIn) =>
    (await t.call({ url: `/api/v1/user/${user.userId}`, headers })).status === 200;
  const resend = (email: string) =>
    t.call({ method: 'POST', url: '/api/v1/user/resend-password', payload: { email } });
  const setByLink = (token: string, newPassword: string) =>
    t.call<ErrorBody>({ method: 'PUT', url: `/api/v1/user/new/${token}`, payload: { newPassword } });
  const mailsTo = async (email: string) => (await t.mails()).filter(({ to }) => to === email);
  const linkTokenIn = (text: string) => /#\/\w\w\/auth\/reset\/([\w-]{43})\s/.exec(text)?.[1] ?? '';
  const updateUser = (
    id: number,
    set: { status?: 'invited' | 'disabled'; language?: 'lv'; first_login?: boolean },
  ) => getDatabase().db.updateTable('users').set(set).where('id', '=', id).execute();

  itOnce(
    'D-SESS-07 API-USER-02: changing the password needs the old one and ends the other sessions',
    async () => {
      const { users } = await addActors(getDatabase());
      const [here, elsewhere] = [await signIn(t, users.reader), await signIn(t, users.reader)];
      const wrong = await change(here, 'not the old one', better);
      expect([wrong.status, wrong.json.error]).toEqual([400, 'WRONG_OLD_PASSWORD']);
      expect(await isSignedIn(elsewhere)).toBe(true);

      expect((await change(here, actorPassword, better)).status).toBe(204);
      expect(await isSignedIn(here)).toBe(true);
      expect(await isSignedIn(elsewhere)).toBe(false);
      await signIn(t, { email: users.reader.email, password: better });
      await expect(signIn(t, users.reader)).rejects.toThrow('INVALID_CREDENTIALS');
    },
  );

  test('D-SESS-07: a new password is refused with the reason', async () => {
    const { users } = await addActors(getDatabase());
    const session = await signIn(t, users.reader);
    const refusals = [
      ['short pw9', 'TOO_SHORT'],
      ['x1'.repeat(65), 'TOO_LONG'],
      ['1234567890', 'TOO_COMMON'],
      [users.reader.email, 'SAME_AS_EMAIL'],
      [actorPassword, 'NOT_ALLOWED'],
    ] as const;
    for (const [password, code] of refusals) {
      const { status, json } = await change(session, actorPassword, password);
      expect([status, json.error, json.errors]).toEqual([
        400,
        'INVALID_PASSWORD',
        [{ path: '/newPassword', code }],
      ]);
    }
    expect((await change(session, actorPassword, 'ten chars.')).status).toBe(204);
  });

  itOnce('D-SESS-07: 5 wrong old passwords, the 6th try is 429', async () => {
    const { users } = await addActors(getDatabase());
    const session = await signIn(t, users.reader);
    for (let i = 0; i < limits.failedSignIns.perEmailAndAddress; i += 1)
      expect((await change(session, `guess ${i}`, better)).status).toBe(400);
    const blocked = await change(session, actorPassword, better);
    expect([blocked.status, blocked.json.error]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('D-USER-07: a first sign-in may read itself, set its password and sign out, nothing else', async () => {
    const { users } = await addActors(getDatabase());
    await updateUser(users.writer.id, { first_login: true });
    const session = await signIn(t, users.writer);
    expect(session.user.firstLogin).toBe(true);
    const refused = await t.call<ErrorBody>({ url: '/api/v1/layers', headers: session.headers });
    expect([refused.status, refused.json.error]).toEqual([403, 'FIRST_LOGIN']);
    expect(await isSignedIn(session)).toBe(true);

    expect((await change(session, actorPassword, better)).status).toBe(204);
    expect((await t.call({ url: '/api/v1/layers', headers: session.headers })).status).toBe(200);
    expect((await signIn(t, { email: users.writer.email, password: better })).user.firstLogin).toBe(false);
  });

  test('API-AUTH-05 API-USER-03 D-USER-03: the mailed link sets a password once and ends all sessions', async () => {
    const { users } = await addActors(getDatabase());
    await updateUser(users.reader.id, { language: 'lv' });
    const session = await signIn(t, users.reader);
    expect((await resend(users.reader.email)).status).toBe(200);
    const [mail] = await mailsTo(users.reader.email);
    expect(mail?.subject).toBe('Jauna parole');
    expect(mail?.text).toContain('https://map.example/#/lv/auth/reset/');
    expect(mail?.text).toContain('60 min');
    const token = linkTokenIn(mail?.text ?? '');

    const refused = await setByLink(token, 'short');
    expect([refused.status, refused.json.error]).toEqual([400, 'INVALID_PASSWORD']);
    expect((await setByLink(token, better)).status).toBe(204);
    expect(await isSignedIn(session)).toBe(false);
    await signIn(t, { email: users.reader.email, password: better });

    const again = await setByLink(token, 'and yet another one');
    expect([again.status, again.json.error]).toEqual([400, 'INVALID_LINK']);
  });

  test('D-USER-03: the link is stored hashed, and a GET of it changes nothing', async () => {
    const { companyId, users } = await addActors(getDatabase());
    await resend(users.reader.email);
    const token = linkTokenIn((await mailsTo(users.reader.email))[0]?.text ?? '');
    const row = await getDatabase()
      .db.selectFrom('one_time_tokens')
      .selectAll()
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow();
    expect(row.token_hash.toString('base64url')).not.toContain(token);
    expect(row.token_hash.toString('utf8')).not.toContain(token);
    const readLink = () => t.call<{ error?: string }>({ url: `/api/v1/user/new/${token}` });
    for (const { status, json } of [await readLink(), await readLink()])
      expect([status, json]).toEqual([200, { email: users.reader.email }]);
    expect((await setByLink(token, better)).status).toBe(204);
    const used = await readLink();
    expect([used.status, used.json.error]).toEqual([400, 'INVALID_LINK']);
  });

  test('D-USER-03: the link lives 60 minutes', async () => {
    const { users } = await addActors(getDatabase());
    await resend(users.reader.email);
    await resend(users.writer.email);
    const tokenOf = async (email: string) => linkTokenIn((await mailsTo(email))[0]?.text ?? '');
    const [first, second] = [await tokenOf(users.reader.email), await tokenOf(users.writer.email)];
    t.clock.advance(59 * 60);
    expect((await setByLink(first, better)).status).toBe(204);
    t.clock.advance(61);
    expect((await setByLink(second, better)).status).toBe(400);
    t.clock.advance(-60 * 60 - 1);
  });

  itOnce('D-USER-03: 3 mails an hour and account; the answer is always the same', async () => {
    const { users } = await addActors(getDatabase());
    const { email } = users.reader;
    for (let i = 0; i < 4; i += 1) {
      const { status, text } = await resend(email);
      expect([status, text]).toEqual([200, '{}']);
    }
    expect(await mailsTo(email)).toHaveLength(limits.resetMailsPerHour);
    t.clock.advance(3_601);
    await resend(email);
    expect(await mailsTo(email)).toHaveLength(limits.resetMailsPerHour + 1);
    t.clock.advance(-3_601);
  });

  test('D-USER-03: who is unknown or disabled gets the same answer and no mail', async () => {
    const { users } = await addActors(getDatabase());
    for (const email of [users.disabled.email, `stranger-${users.reader.id}@nowhere.example`]) {
      const { status, text } = await resend(email);
      expect([status, text]).toEqual([200, '{}']);
      expect(await mailsTo(email)).toEqual([]);
    }
  });

  itOnce(
    'D-USER-02: the link of an invited user enables the account; one of a disabled user is invalid',
    async () => {
      const { users } = await addActors(getDatabase());
      await updateUser(users.reader.id, { status: 'invited' });
      await resend(users.reader.email);
      await resend(users.writer.email);
      const tokens = [];
      for (const { email } of [users.reader, users.writer])
        tokens.push(linkTokenIn((await mailsTo(email))[0]?.text ?? ''));
      await expect(signIn(t, users.reader)).rejects.toThrow('INVALID_CREDENTIALS');
      expect((await setByLink(tokens[0] ?? '', better)).status).toBe(204);
      await signIn(t, { email: users.reader.email, password: better });

      await updateUser(users.writer.id, { status: 'disabled' });
      expect((await setByLink(tokens[1] ?? '', better)).status).toBe(400);
    },
  );

  test('D-USER-02: a user who was disabled while the new password was being hashed stays disabled', async () => {
    const { companyId, users } = await addActors(getDatabase());
    const { id } = users.reader;
    const read = () => findCredentials(getDatabase().db, id);
    const before = await read();
    await updateUser(id, { status: 'disabled' });
    const actor = {
      kind: 'user',
      userId: id,
      companyId,
      userName: 'Reader',
      language: 'en',
      unitLevels: new Map(),
      moduleAdmin: false,
      hasCustomReports: false,
      firstLogin: false,
      sessionId: '00000000-0000-4000-8000-000000000000',
      address: '',
    } as const;
    const passwords = { oldPassword: actorPassword, newPassword: better };
    await expect(changePassword(t.deps, actor, { ...passwords, requestId: '' })).rejects.toMatchObject({
      code: 'SESSION_ENDED',
    });
    expect(await setPassword(getDatabase().db, id, 'a hash')).toBe(false);
    expect(await read()).toEqual({ ...before, status: 'disabled' });

    await updateUser(id, { status: 'invited' });
    expect(await setPassword(getDatabase().db, id, 'a hash')).toBe(true);
    expect(await read()).toMatchObject({ status: 'enabled', password_hash: 'a hash' });
  });

  test('D-USER-02: a deleted user has no credentials, is found by no address and gets no password', async () => {
    const { users } = await addActors(getDatabase());
    const { id, email } = users.reader;
    const { db } = getDatabase();
    await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect(await findCredentials(db, id)).toBeUndefined();
    expect(await setPassword(db, id, 'a hash')).toBe(false);
    await resend(email);
    expect(await mailsTo(email)).toEqual([]);
    await expect(signIn(t, users.reader)).rejects.toThrow('INVALID_CREDENTIALS');
  });

  itOnce('D-USER-03: a changed password makes links that were sent before worthless', async () => {
    const { users } = await addActors(getDatabase());
    await resend(users.reader.email);
    const token = linkTokenIn((await mailsTo(users.reader.email))[0]?.text ?? '');
    await change(await signIn(t, users.reader), actorPassword, better);
    expect((await setByLink(token, 'somebody else set this')).status).toBe(400);
  });
});
