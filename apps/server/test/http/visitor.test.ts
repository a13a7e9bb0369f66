import { describeOnEachDatabase, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readVisitor, visitorOf } from '../../src/access/visitorCookie.ts';

describeOnEachDatabase('the visitor cookie', (getDatabase) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp(getDatabase(), { env: { TRUST_PROXY: 'true' } });
    // The one open path that is free while no web app is served.
    t.app.get('/*', async (request, reply) => {
      if (request.url === '/leave') return { id: await visitorOf(t.deps.secrets, request, reply) };
      return { id: (await readVisitor(t.deps.secrets, request)) ?? null };
    });
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const leave = (headers: Record<string, string> = {}) => t.call<{ id: string }>({ url: '/leave', headers });
  const visitorIdOf = async (cookie: string) =>
    (await t.call<{ id: string | null }>({ url: '/look', headers: { cookie } })).json.id;
  const cookieOf = (headers: Readonly<Record<string, unknown>>) =>
    String(headers['set-cookie']).split(';')[0] ?? '';

  test('D-OBJ-06: it is given once, for scripts and other sites out of reach', async () => {
    const first = await leave();
    expect(first.headers['set-cookie']).toMatch(
      /^pgis_visitor=[0-9a-f-]{36}\.[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
    );
    const second = await leave({ cookie: `other=1; ${cookieOf(first.headers)}` });
    expect(second.json.id).toBe(first.json.id);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect((await leave()).json.id).not.toBe(first.json.id);
  });

  test('D-OBJ-06: behind TLS it is sent over TLS only', async () => {
    const { headers } = await leave({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' });
    expect(headers['set-cookie']).toMatch(/; Secure$/);
  });

  test('D-OBJ-06: with an https PUBLIC_URL it is sent over TLS only, whatever the proxy says', async () => {
    await using named = await startTestApp(getDatabase(), { env: { PUBLIC_URL: 'https://map.example' } });
    named.app.get('/*', async (request, reply) => ({
      id: await visitorOf(named.deps.secrets, request, reply),
    }));
    expect((await named.call({ url: '/leave' })).headers['set-cookie']).toMatch(/; Secure$/);
  });

  test('D-OBJ-06: who only looks gets none', async () => {
    const { headers } = await t.call({ url: '/api/v1/layers' });
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('D-OBJ-06: a cookie that we did not sign is none', async () => {
    const cookie = cookieOf((await leave()).headers);
    expect(await visitorIdOf(cookie)).not.toBeNull();
    const [id = '', signature = ''] = cookie.slice('pgis_visitor='.length).split('.');
    const otherId = id.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a'));
    expect(await visitorIdOf(`pgis_visitor=${otherId}.${signature}`)).toBeNull();
    expect(await visitorIdOf(`pgis_visitor=${id}.${'A'.repeat(43)}`)).toBeNull();
    expect(await visitorIdOf(`pgis_visitor=${id}`)).toBeNull();
  });
});
