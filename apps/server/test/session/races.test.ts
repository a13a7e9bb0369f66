import { createHash, randomBytes } from 'node:crypto';
import type { CurrentUser } from '@pgis/contract';
import {
  actorPassword,
  addActors,
  describeOnEachDatabase,
  startServerProcess,
  startTestApp,
} from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Answer {
  readonly status: number;
  readonly text: string;
}
type Send = (method: 'POST' | 'PUT', path: string, body: unknown) => Promise<Answer>;

interface Process extends AsyncDisposable {
  readonly send: Send;
}

/** PostgreSQL: two real processes. The embedded engine has one owner, so there two apps share the engine. */
describeOnEachDatabase('two app processes on one database', (getDatabase) => {
  let processes: readonly [Process, Process];

  const startProcess = async (): Promise<Process> => {
    const database = getDatabase();
    if (database.kind === 'embedded') {
      const t = await startTestApp(database);
      return {
        send: async (method, url, body) => {
          const { status, text } = await t.call({ method, url, payload: body as object });
          return { status, text };
        },
        [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
      };
    }
    const server = await startServerProcess({
      DATABASE_URL: database.pool.options.connectionString ?? '',
      DATA_DIR: '/nonexistent',
      ADMIN_PASSWORD: randomBytes(16).toString('hex'),
      LOG_LEVEL: 'error',
    });
    return {
      send: async (method, path, body) => {
        const response = await fetch(server.url + path, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return { status: response.status, text: await response.text() };
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  };

  beforeAll(async () => {
    // Both processes start at once, because the first start of a system is a race, too.
    processes = await Promise.all([startProcess(), startProcess()]);
  });
  afterAll(async () => {
    for (const each of processes) await each[Symbol.asyncDispose]();
  });

  test('two first starts at once make one company with one administrator', async ({ skip }) => {
    const { db, kind } = getDatabase();
    if (kind === 'embedded') skip(); // Has one owner: the second start ends with 78, see main.test.ts.
    const companies = await db
      .selectFrom('companies')
      .innerJoin('users', 'users.company_id', 'companies.company_id')
      .select(['companies.name', 'users.email'])
      .where('companies.name', '=', 'PGIS')
      .execute();
    expect(companies).toEqual([{ name: 'PGIS', email: 'admin@localhost' }]);
  });

  const signInOn = async (index: 0 | 1): Promise<CurrentUser> => {
    const { users } = await addActors(getDatabase());
    const { email } = users.reader;
    const answer = await processes[index].send('POST', '/api/v1/token', { email, password: actorPassword });
    return (JSON.parse(answer.text) as { data: CurrentUser }).data;
  };

  /** Starts `count` requests of each at once, alternating. */
  const rush = (count: number, method: 'POST' | 'PUT', path: string, bodyOf: (index: number) => unknown) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        processes[index % 2 === 0 ? 0 : 1].send(method, path, bodyOf(index)),
      ),
    );

  test('D-SESS-04 D-SESS-10: signed in on one, refreshed on the other', async () => {
    const { token } = await signInOn(0);
    const asked = await processes[1].send('POST', '/api/v1/token/refresh', { accessToken: token });
    expect(asked.status).toBe(200);
    const { refreshToken } = (JSON.parse(asked.text) as { data: { refreshToken: string } }).data;
    const got = await processes[0].send('POST', '/api/v1/token/refreshed', {
      accessToken: token,
      refreshToken,
    });
    expect(got.status).toBe(200);
  });

  test('D-SESS-04: of 50 refreshes of one access token at once, all get one and the same answer, and one session lives', async () => {
    const { token, companyId } = await signInOn(0);
    const asked = await rush(50, 'POST', '/api/v1/token/refresh', () => ({ accessToken: token }));
    expect(new Set(asked.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const { refreshToken } = (JSON.parse(asked[0]?.text ?? '') as { data: { refreshToken: string } }).data;

    const body = { accessToken: token, refreshToken };
    const got = await rush(50, 'POST', '/api/v1/token/refreshed', () => body);
    expect(got[0]?.status).toBe(200);
    expect(new Set(got.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);

    const rows = await getDatabase()
      .db.selectFrom('session_refreshes')
      .select('new_jti')
      .where('company_id', '=', companyId)
      .execute();
    expect(rows).toHaveLength(1);
    const activeSessions = await getDatabase()
      .db.selectFrom('sessions')
      .select('id')
      .where('company_id', '=', companyId)
      .where('ended_at', 'is', null)
      .execute();
    expect(activeSessions).toHaveLength(1);
    const ends = await getDatabase()
      .db.selectFrom('audit_log')
      .select('action')
      .where('company_id', '=', companyId)
      .where('action', '=', 'TOKEN_REUSE')
      .execute();
    expect(ends).toEqual([]);
  });

  test('D-SESS-06: guesses at both count together', async () => {
    const { users } = await addActors(getDatabase());
    const statuses: number[] = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const body = { email: users.reader.email, password: 'a wrong password' };
      statuses.push((await processes[guess % 2 === 0 ? 0 : 1].send('POST', '/api/v1/token', body)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  test('D-USER-03: of many who come with one link at once, one sets the password', async () => {
    const { companyId, users } = await addActors(getDatabase());
    const token = randomBytes(32).toString('base64url');
    await getDatabase()
      .db.insertInto('one_time_tokens')
      .values({
        company_id: companyId,
        token_hash: createHash('sha256').update(token).digest(),
        user_id: users.reader.id,
        kind: 'reset',
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    const passwordOf = (index: number) => `a password of its own ${index}`;
    const answers = await rush(8, 'PUT', `/api/v1/user/new/${token}`, (index) => ({
      newPassword: passwordOf(index),
    }));
    const winners = answers.flatMap(({ status }, index) => (status === 204 ? [index] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
    const won = await processes[1].send('POST', '/api/v1/token', {
      email: users.reader.email,
      password: passwordOf(winners[0] ?? -1),
    });
    expect(won.status).toBe(200);
  });
});
