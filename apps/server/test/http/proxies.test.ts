import type { ErrorBody } from '@pgis/contract';
import { actorPassword, addActors, describeOnOneDatabase, startTestApp, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

describeOnOneDatabase('behind as many proxies as TRUST_PROXY says', (getDatabase) => {
  const apps: TestApp[] = [];
  const start = async (proxies: string) => {
    const app = await startTestApp(getDatabase(), {
      env: { TRUST_PROXY: proxies, PUBLIC_URL: 'https://map.example' },
    });
    // The one open path that is free while no web app is served.
    app.app.get('/*', async ({ ip, protocol }) => ({ ip, protocol }));
    apps.push(app);
    return app;
  };
  let one: TestApp;
  let two: TestApp;
  beforeAll(async () => {
    [one, two] = [await start('1'), await start('2')];
  });
  afterAll(async () => {
    for (const app of apps) await app[Symbol.asyncDispose]();
  });

  const forwarded = { 'x-forwarded-for': '203.0.113.1, 198.51.100.2', 'x-forwarded-proto': 'https' };
  const seenBy = async (app: TestApp, headers: Record<string, string>) =>
    (await app.call<{ ip: string; protocol: string }>({ url: '/who', headers })).json;

  test('the address is as many entries from the end as there are proxies, whatever the client wrote before', async () => {
    expect(await seenBy(one, forwarded)).toEqual({ ip: '198.51.100.2', protocol: 'https' });
    expect(await seenBy(two, forwarded)).toEqual({ ip: '203.0.113.1', protocol: 'https' });
    const invented = { ...forwarded, 'x-forwarded-for': `192.0.2.9, ${forwarded['x-forwarded-for']}` };
    expect((await seenBy(one, invented)).ip).toBe('198.51.100.2');
    expect((await seenBy(two, invented)).ip).toBe('203.0.113.1');
  });

  test('without the header it is the connection', async () => {
    expect(await seenBy(one, {})).toEqual({ ip: '127.0.0.1', protocol: 'http' });
  });

  test('D-SESS-06: the guesses of one client do not keep another from signing in', async () => {
    const { users } = await addActors(getDatabase());
    const tryToken = (from: string, email: string, password: string) =>
      one.call<ErrorBody>({
        method: 'POST',
        url: '/api/v1/token',
        headers: { 'x-forwarded-for': from },
        payload: { email, password },
      });
    for (let i = 0; i < 20; i += 1)
      expect((await tryToken('198.51.100.66', `nobody${i}@example.org`, 'a wrong one')).status).toBe(400);
    expect((await tryToken('198.51.100.66', 'nobody@example.org', 'a wrong one')).json.error).toBe(
      'TOO_MANY_ATTEMPTS',
    );
    expect((await tryToken('198.51.100.67', users.writer.email, actorPassword)).status).toBe(200);
    const { ip } = await getDatabase()
      .db.selectFrom('audit_log')
      .select('ip')
      .where('user_id', '=', users.writer.id)
      .where('action', '=', 'LOGIN')
      .executeTakeFirstOrThrow();
    expect(ip).toBe('198.51.100.67');
  });
});
