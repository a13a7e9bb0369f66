import { callPath, type ErrorCode } from '@pgis/contract';
import {
  type ActorCompany,
  addActors,
  addComment,
  addGroup,
  addLayer,
  addObject,
  describeOnOneDatabase,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRows } from './importPolicy.ts';
import {
  everybody,
  type PolicyFixtures,
  type PolicyRow,
  roles,
  sourceJson,
  type Who,
  type Whose,
} from './policyRows.ts';
import { publicRows } from './publicPolicy.ts';
import { reportRows } from './reportPolicy.ts';
import { treeRows } from './treePolicy.ts';
import { userRows } from './userPolicy.ts';

/** Answer of each call to each kind of caller; "own" is the caller's own user or company. */
const plainRows = [...importRows, ...reportRows, ...publicRows, ...userRows];

describeOnOneDatabase('policy of session, users, settings and layers', (getDatabase) => {
  let t: TestApp;
  let own: ActorCompany;
  let fixtures: PolicyFixtures;
  const headers: Partial<Record<Who, { authorization: string }>> = {};
  const ids: Partial<Record<Who, number>> = {};

  beforeAll(async () => {
    t = await startTestApp(getDatabase());
    own = await addActors(getDatabase());
    const foreign = await addActors(getDatabase());
    for (const who of roles) {
      headers[who] = (await signIn(t, own.users[who])).headers;
      ids[who] = own.users[who].id;
    }
    headers.foreignAdmin = (await signIn(t, foreign.users.moduleAdmin)).headers;
    ids.foreignAdmin = foreign.users.moduleAdmin.id;
    t.clock.advance(-9 * 3_600);
    headers.expired = (await signIn(t, own.users.moduleAdmin)).headers;
    t.clock.advance(9 * 3_600);
    const setStatus = (status: 'enabled' | 'disabled') =>
      getDatabase().db.updateTable('users').set({ status }).where('id', '=', own.users.disabled.id).execute();
    await setStatus('enabled');
    headers.disabled = (await signIn(t, own.users.disabled)).headers;
    await setStatus('disabled');
    fixtures = await makeFixtures();
  });
  afterAll(() => t[Symbol.asyncDispose]());

  /** Ids of the tree that a row may name; `absent` has the same unused id everywhere. */
  const makeFixtures = async (): Promise<PolicyFixtures> => {
    const database = getDatabase();
    const ownUnit = { companyId: own.companyId, unitId: own.units.roads };
    const group = await addGroup(database, ownUnit);
    const orderedGroup = await addGroup(database, ownUnit);
    const hidden = { allObjectsPublic: false, fields: ['kind'] };
    const layer = await addLayer(database, { groupId: group, ...hidden });
    const object = await addObject(database, { classId: layer, data: { kind: 'a' } });
    await addComment(database, { geomId: object, content: 'Seen', isPublic: false, status: 'Planned' });
    const idOf = async (table: 'classifiers' | 'map_layers', name: string) =>
      (
        await database.db
          .selectFrom(table)
          .select('id')
          .where('company_id', '=', own.companyId)
          .where('name', '=', name)
          .executeTakeFirstOrThrow()
      ).id;
    await t.call({
      method: 'POST',
      url: '/api/v1/layers',
      headers: { ...headers.moduleAdmin },
      payload: { name: 'Own map', sourceType: 'XYZ', sourceJson },
    });
    return {
      group,
      orderedGroup,
      layer,
      emptyLayer: await addLayer(database, { groupId: group, ...hidden }),
      orderedLayer: await addLayer(database, { groupId: orderedGroup, ...hidden }),
      status: await idOf('classifiers', 'Planned'),
      mapLayer: await idOf('map_layers', 'Own map'),
    };
  };
  const fixturesFor = (whose: Whose): PolicyFixtures => {
    if (whose !== 'absent') return fixtures;
    const absent = own.companyId * 2 ** 32 + 999_999_999;
    return Object.fromEntries(Object.keys(fixtures).map((key) => [key, absent])) as unknown as PolicyFixtures;
  };

  const targetOf = (who: Who, whose: Whose): number => {
    if (whose === 'absent') return own.companyId * 2 ** 32 + 999_999_999;
    const other = who === 'writer' ? own.users.reader.id : own.users.writer.id;
    return whose === 'other' ? other : (ids[who] ?? own.users.reader.id);
  };

  const ask = async (row: PolicyRow, who: Who, userId: number) => {
    const { call } = row;
    const about = row.about?.(fixturesFor(row.whose));
    const body = about?.body ?? row.body;
    const { status, text, json } = await t.call<{ error?: ErrorCode }>({
      method: call.method,
      url: callPath(call, about?.params ?? row.params?.(own, userId)) + (row.query ?? ''),
      headers: { ...headers[who] },
      ...(body && { payload: body }),
    });
    return { answer: json?.error === undefined ? String(status) : `${status} ${json.error}`, text };
  };

  for (const row of [...plainRows, ...treeRows])
    test(`D-PERM-02 D-PERM-06: ${row.call.name} of ${row.whose}`, async () => {
      for (const who of everybody) {
        const { answer } = await ask(row, who, targetOf(who, row.whose));
        expect(`${who}: ${answer}`).toBe(`${who}: ${row.expected[who]}`);
      }
    });

  test('D-PERM-06: a foreign user and one that is not there answer the same, byte for byte but the request id', async () => {
    for (const row of plainRows.filter(({ whose }) => whose === 'absent')) {
      const answers = await Promise.all(
        [own.users.writer.id, targetOf('foreignAdmin', 'absent')].map((id) => ask(row, 'foreignAdmin', id)),
      );
      const [foreign, absent] = answers.map(({ text }) => text.replace(/[0-9a-f-]{36}/, 'REQUEST'));
      expect(foreign).toBe(absent);
    }
  });

  test('D-SESS-11: a token counts in the Authorization header only, not in the address or a cookie', async () => {
    const url = `/api/v1/companies/${own.companyId}`;
    const token = headers.moduleAdmin?.authorization.replace('Bearer ', '') ?? '';
    expect((await t.call({ url, headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    const cookie = ['token', 'access_token', 'currentUser', 'pgis_visitor', 'Authorization']
      .map((name) => `${name}=${token}`)
      .join('; ');
    expect((await t.call({ url, headers: { cookie } })).status).toBe(401);
    for (const name of ['token', 'access_token', 'accessToken', 'authorization', 'jwt'])
      expect((await t.call({ url: `${url}?${name}=${token}` })).status).toBe(401);
  });

  test('D-SESS-11: a bad token is 401, never anonymous', async () => {
    for (const authorization of ['Bearer broken', 'Bearer', 'Basic dXNlcjpwYXNz', '']) {
      const { status } = await t.call({ url: '/api/v1/layers', headers: { authorization } });
      expect(`${authorization}: ${status}`).toBe(`${authorization}: 401`);
    }
  });
});
