import type { Preferences, User } from '@pgis/contract';
import { addActors, describeOnEachDatabase, signIn, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

describeOnEachDatabase('one’s own user', (getDatabase) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp(getDatabase());
  });
  afterAll(() => t[Symbol.asyncDispose]());

  test('API-USER-04 D-USER-01: reading a user gives all fields', async () => {
    const { companyId, users } = await addActors(getDatabase());
    const { headers } = await signIn(t, users.reader);
    const { status, json } = await t.call<User>({ url: `/api/v1/user/${users.reader.id}`, headers });
    expect(status).toBe(200);
    expect(json).toEqual({
      id: users.reader.id,
      email: users.reader.email,
      firstName: 'reader',
      lastName: '',
      phone: '',
      position: '',
      companyId,
      language: 'en',
      status: 'enabled',
      firstLogin: false,
      lastLoginAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      lastActivityAt: expect.any(String),
      createdAt: expect.any(String),
      groupIds: [expect.any(Number)],
    });
  });

  test('D-API-01: the user answers with and without a trailing slash', async () => {
    const { users } = await addActors(getDatabase());
    const { headers } = await signIn(t, users.reader);
    const [without, withSlash] = await Promise.all(
      ['', '/'].map((slash) => t.call({ url: `/api/v1/user/${users.reader.id}${slash}`, headers })),
    );
    expect(withSlash?.text).toBe(without?.text);
    expect(withSlash?.status).toBe(200);
  });

  test('D-UI-02: preferences are kept as they were put, and only known ones', async () => {
    const { users } = await addActors(getDatabase());
    const { headers } = await signIn(t, users.reader);
    const url = `/api/v1/user/${users.reader.id}/preferences`;
    expect((await t.call({ url, headers })).json).toEqual({});
    const put = (payload: object) => t.call<Preferences>({ method: 'PUT', url, headers, payload });
    expect((await put({ colorScheme: 'dark', cookieNoticeRead: true })).status).toBe(200);
    expect((await t.call({ url, headers })).json).toEqual({ colorScheme: 'dark', cookieNoticeRead: true });
    expect((await put({ colorScheme: 'light' })).json).toEqual({ colorScheme: 'light' });
    expect((await t.call({ url, headers })).json).toEqual({ colorScheme: 'light' });
    expect((await put({ colorScheme: 'pink' })).status).toBe(400);
    expect((await put({ anything: 1 })).status).toBe(400);
  });
});
