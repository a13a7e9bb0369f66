import type { EffectivePermission, Group, User, UserRow, UserSession } from '@pgis/contract';
import { addActors, describeOnEachDatabase, signIn } from '@pgis/testkit';
import { beforeAll, expect, test } from 'vitest';
import { startCompanyWorld } from '../companies/CompanyWorld.ts';

const password = 'a decent passphrase';

describeOnEachDatabase('users of a company', (getDatabase) => {
  const world = startCompanyWorld(getDatabase);
  const { headers } = world;
  let serial = 0;
  let groups: Readonly<Record<string, Group>>;

  beforeAll(async () => {
    const { json } = await call<Group[]>('moduleAdmin', 'GET', '/api/v1/groups');
    groups = Object.fromEntries(json.map((group) => [group.name, group]));
  });

  const call = <T = { id: number }>(
    who: keyof typeof headers,
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) => world.t.call<T>({ method, url, headers: { ...headers[who] }, ...(payload && { payload }) });

  const newUser = (more: object = {}) => ({
    email: `user${++serial}@company${world.own.companyId}.example`,
    firstName: 'Jānis',
    lastName: `Bērziņš ${serial}`,
    groupIds: [groups['Roads Read']?.id],
    ...more,
  });
  const codeOf = ({ status, json }: { status: number; json: unknown }) =>
    `${status} ${(json as { error?: string } | undefined)?.error ?? ''}`.trim();
  const auditOf = (id: number) =>
    getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'details'])
      .where('entity', '=', 'user')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute();

  test('API-USER-01 D-USER-03: with a password a user starts with firstLogin, and is in the log without it', async () => {
    const body = newUser({ password, phone: '+371 2', position: 'Clerk', language: 'lv' });
    const added = await call('moduleAdmin', 'POST', '/api/v1/user/', body);
    expect(added.status).toBe(201);
    const { json } = await call<User>('moduleAdmin', 'GET', `/api/v1/user/${added.json.id}`);
    expect(json).toMatchObject({
      email: body.email,
      phone: '+371 2',
      position: 'Clerk',
      language: 'lv',
      status: 'enabled',
      firstLogin: true,
      groupIds: body.groupIds,
    });
    const signedIn = await world.t.call<{ data: { firstLogin: boolean } }>({
      method: 'POST',
      url: '/api/v1/token',
      payload: { email: body.email, password },
    });
    expect(signedIn.json.data.firstLogin).toBe(true);
    const rows = await auditOf(added.json.id);
    expect(rows[0]?.action).toBe('USER_ADDED');
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  test('D-USER-03: without one the user is invited by a mail in the user’s language whose link works once', async () => {
    const body = newUser({ language: 'ru' });
    const added = await call('moduleAdmin', 'POST', '/api/v1/user', body);
    const read = async () => (await call<User>('moduleAdmin', 'GET', `/api/v1/user/${added.json.id}`)).json;
    expect((await read()).status).toBe('invited');
    const mail = (await world.t.mails()).find(({ to }) => to === body.email);
    expect(mail?.subject).toBe('Приглашение в PGIS');
    expect(mail?.text).toContain('moduleAdmin (Test company): для вас создана');
    const token = mail?.text.match(/auth\/reset\/([\w-]+)/)?.[1];
    const use = () =>
      world.t.call({ method: 'PUT', url: `/api/v1/user/new/${token}`, payload: { newPassword: password } });
    expect((await use()).status).toBe(204);
    expect(codeOf(await use())).toBe('400 INVALID_LINK');
    expect(await read()).toMatchObject({ status: 'enabled', firstLogin: false });
    const again = await call('moduleAdmin', 'POST', `/api/v1/user/${added.json.id}/invitation`);
    expect(codeOf(again)).toBe('409 NOT_INVITED');
  });

  test('D-USER-03: a second invitation ends the link of the first', async () => {
    const body = newUser();
    const { json } = await call('moduleAdmin', 'POST', '/api/v1/user', body);
    await world.t.mails();
    const inviteAgain = () => call('moduleAdmin', 'POST', `/api/v1/user/${json.id}/invitation`);
    expect((await inviteAgain()).status).toBe(204);
    const tokens = (await world.t.mails())
      .filter(({ to }) => to === body.email)
      .map(({ text }) => text.match(/auth\/reset\/([\w-]+)/)?.[1]);
    expect(tokens).toHaveLength(2);
    const answers: string[] = [];
    for (const token of tokens)
      answers.push(
        codeOf(
          await world.t.call({
            method: 'PUT',
            url: `/api/v1/user/new/${token}`,
            payload: { newPassword: password },
          }),
        ),
      );
    expect(answers.sort()).toEqual(['204', '400 INVALID_LINK']);
  });

  test('D-USER-01: an e-mail belongs to one user only, whatever its case', async () => {
    const body = newUser({ password });
    await call('moduleAdmin', 'POST', '/api/v1/user', body);
    const twice = await call('moduleAdmin', 'POST', '/api/v1/user', {
      ...body,
      email: body.email.toUpperCase(),
    });
    expect(codeOf(twice)).toBe('409 EMAIL_TAKEN');
  });

  test.each([
    ['no address', { email: 'nobody' }, '400 VALIDATION'],
    ['a name of 101', { firstName: 'x'.repeat(101) }, '400 VALIDATION'],
    ['a short password', { password: 'short' }, '400 INVALID_PASSWORD'],
    ['a group of nobody', { groupIds: [4_294_967_296 * 900 + 1] }, '400 VALIDATION'],
    ['a group twice', { groupIds: [1, 1] }, '400 VALIDATION'],
    ['a status', { status: 'enabled' }, '400 VALIDATION'],
  ])('API-USER-01: %s is refused', async (_, more, expected) => {
    expect(codeOf(await call('moduleAdmin', 'POST', '/api/v1/user', newUser(more)))).toBe(expected);
  });

  test('API-USER-01: a name of 100 is accepted', async () => {
    const body = newUser({ firstName: 'x'.repeat(100), password });
    expect((await call('moduleAdmin', 'POST', '/api/v1/user', body)).status).toBe(201);
  });

  test('API-USER-05 GEN-05 D-USER-02 D-SESS-03: disabling ends the sessions at once, enabling lets in again', async () => {
    const body = newUser({ password });
    const { json } = await call('moduleAdmin', 'POST', '/api/v1/user', body);
    const session = await signIn(world.t, { email: body.email, password });
    const me = () => world.t.call({ url: `/api/v1/user/${json.id}`, headers: session.headers });
    expect((await me()).status).toBe(200);
    const set = (status: string) => call('moduleAdmin', 'POST', `/api/v1/user/${json.id}/status/${status}`);
    expect((await set('disabled')).status).toBe(204);
    expect(codeOf(await me())).toBe('401 SESSION_ENDED');
    await expect(signIn(world.t, { email: body.email, password })).rejects.toThrow('INVALID_CREDENTIALS');
    expect((await set('enabled')).status).toBe(204);
    expect(codeOf(await me())).toBe('401 SESSION_ENDED');
    expect((await signIn(world.t, { email: body.email, password })).headers.authorization).toBeTruthy();
    expect((await auditOf(json.id)).map(({ action }) => action)).toContain('USER_DISABLED');
  });

  test('D-USER-02: only enabled and disabled can be set, and who never had a password stays invited', async () => {
    const { json } = await call('moduleAdmin', 'POST', '/api/v1/user', newUser());
    const url = `/api/v1/user/${json.id}/status`;
    for (const status of ['invited', 'deleted', 'Enabled'])
      expect(codeOf(await call('moduleAdmin', 'POST', `${url}/${status}`))).toBe('400 VALIDATION');
    await call('moduleAdmin', 'POST', `${url}/disabled`);
    await call('moduleAdmin', 'POST', `${url}/enabled`);
    expect((await call<User>('moduleAdmin', 'GET', `/api/v1/user/${json.id}`)).json.status).toBe('invited');
  });

  test('D-USER-02: nobody disables their own account, and the last Admin stays one', async () => {
    const alone = await addActors(getDatabase());
    const admin = (await signIn(world.t, alone.users.moduleAdmin)).headers;
    const ask = (method: 'POST' | 'PATCH' | 'DELETE' | 'PUT', url: string, payload?: object) =>
      world.t.call<{ error: string }>({ method, url, headers: admin, ...(payload && { payload }) });
    const id = alone.users.moduleAdmin.id;
    expect(codeOf(await ask('POST', `/api/v1/user/${id}/status/disabled`))).toBe('409 OWN_ACCOUNT');
    expect(codeOf(await ask('PATCH', `/api/v1/user/${id}`, { groupIds: [] }))).toBe('409 LAST_ADMIN');
    const { json } = await world.t.call<Group[]>({ url: '/api/v1/groups', headers: admin });
    const admins = json.find(({ name }) => name === 'Administrators') as Group;
    const url = `/api/v1/groups/${admins.id}`;
    expect(codeOf(await ask('PUT', url, { name: admins.name, grants: [] }))).toBe('409 LAST_ADMIN');
    expect(codeOf(await ask('DELETE', url))).toBe('409 LAST_ADMIN');
    expect((await world.t.call({ url, headers: admin })).json).toEqual(admins);
  });

  test('D-USER-02: two Admins who disable each other at the same moment leave one', async () => {
    const pair = await addActors(getDatabase());
    await getDatabase()
      .db.updateTable('users')
      .set({ status: 'enabled' })
      .where('id', '=', pair.users.disabled.id)
      .execute();
    const [one, two] = [pair.users.moduleAdmin, pair.users.disabled];
    const [first, second] = [await signIn(world.t, one), await signIn(world.t, two)];
    const disable = (id: number, { headers: requester }: typeof first) =>
      world.t.call({ method: 'POST', url: `/api/v1/user/${id}/status/disabled`, headers: requester });
    const answers = await Promise.all([disable(two.id, first), disable(one.id, second)]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  test('D-USER-07: one edits one’s own name, phone and language, and nothing more', async () => {
    const url = `/api/v1/user/${world.own.users.reader.id}`;
    const edited = await call<User>('reader', 'PATCH', url, { firstName: ' Anna ', language: 'lv' });
    expect(edited.json).toMatchObject({ firstName: 'Anna', lastName: '', language: 'lv' });
    for (const body of [{ position: 'Boss' }, { email: 'x@y.lv' }, { groupIds: [] }])
      expect(codeOf(await call('reader', 'PATCH', url, body))).toBe('403 FORBIDDEN');
    const other = await call('reader', 'PATCH', `/api/v1/user/${world.own.users.writer.id}`, {
      firstName: 'X',
    });
    expect(codeOf(other)).toBe('404 NOT_FOUND');
    expect((await auditOf(world.own.users.reader.id)).at(-1)?.details).toMatchObject({
      old: { firstName: 'reader', language: 'en' },
      new: { firstName: 'Anna', language: 'lv' },
    });
    await call('reader', 'PATCH', url, { firstName: 'reader', language: 'en' });
  });

  test('D-USER-07: an Admin also changes e-mail, position and groups; rights follow at once', async () => {
    const body = newUser({ password, groupIds: [] });
    const { json } = await call('moduleAdmin', 'POST', '/api/v1/user', body);
    const email = `new${body.email}`;
    const groupIds = [groups['Roads Write']?.id];
    const edited = await call<User>('moduleAdmin', 'PATCH', `/api/v1/user/${json.id}`, {
      email: email.toUpperCase(),
      position: 'Engineer',
      groupIds,
    });
    expect(edited.json).toMatchObject({ email, position: 'Engineer', groupIds });
    const held = await call<EffectivePermission[]>(
      'moduleAdmin',
      'GET',
      `/api/v1/user/${json.id}/effective-permissions`,
    );
    expect(held.json.map(({ unitName, level }) => `${unitName} ${level}`)).toEqual([
      'Bridges Write',
      'Roads Write',
    ]);
    expect(held.json[0]?.sources).toEqual([
      { groupId: groupIds[0], groupName: 'Roads Write', viaUnitId: world.own.units.roads },
    ]);
  });

  test('D-USER-03: an invited user whose e-mail is changed is invited at the new one, and the old link is dead', async () => {
    const body = newUser();
    const { json } = await call('moduleAdmin', 'POST', '/api/v1/user', body);
    const tokensTo = async (email: string) =>
      (await world.t.mails())
        .filter(({ to }) => to === email)
        .map(({ text }) => text.match(/auth\/reset\/([\w-]+)/)?.[1]);
    const [old] = await tokensTo(body.email);
    const email = `moved-${body.email}`;
    expect((await call('moduleAdmin', 'PATCH', `/api/v1/user/${json.id}`, { email })).status).toBe(200);
    const tokens = await tokensTo(email);
    expect(tokens).toHaveLength(1);
    const use = (token: string | undefined) =>
      world.t.call({ method: 'PUT', url: `/api/v1/user/new/${token}`, payload: { newPassword: password } });
    expect(codeOf(await use(old))).toBe('400 INVALID_LINK');
    expect((await use(tokens[0])).status).toBe(204);
    const again = { email: `enabled-${body.email}` };
    expect((await call('moduleAdmin', 'PATCH', `/api/v1/user/${json.id}`, again)).status).toBe(200);
    expect(await tokensTo(again.email)).toEqual([]);
  });

  test('D-PERM: an Admin of a unit invites into groups of these units only, and changes nobody above', async () => {
    const into = (groupIds: unknown[]) => call('unitAdmin', 'POST', '/api/v1/user', newUser({ groupIds }));
    expect((await into([groups['Roads Read']?.id])).status).toBe(201);
    expect(codeOf(await into([groups.Administrators?.id]))).toBe('403 FORBIDDEN');
    expect(codeOf(await into([groups.Viewers?.id]))).toBe('403 FORBIDDEN');
    expect(codeOf(await into([]))).toBe('400 VALIDATION');
    const admin = world.own.users.moduleAdmin.id;
    expect(codeOf(await call('unitAdmin', 'GET', `/api/v1/user/${admin}`))).toBe('404 NOT_FOUND');
    const disable = (id: number) => call('unitAdmin', 'POST', `/api/v1/user/${id}/status/disabled`);
    expect(codeOf(await disable(admin))).toBe('404 NOT_FOUND');
    // The user is visible, because of a level in the unit, but cannot be managed, because of another that the unit Admin lacks.
    const both = newUser({ groupIds: [groups['Roads Read']?.id, groups.Viewers?.id], password });
    const { json } = await call('moduleAdmin', 'POST', '/api/v1/user', both);
    expect(codeOf(await disable(json.id))).toBe('403 FORBIDDEN');
    const take = await call('unitAdmin', 'PATCH', `/api/v1/user/${json.id}`, { email: 'mine@example.com' });
    expect(codeOf(take)).toBe('403 FORBIDDEN');
    const climb = await call('unitAdmin', 'PATCH', `/api/v1/user/${world.own.users.unitAdmin.id}`, {
      groupIds: [groups.Administrators?.id],
    });
    expect(codeOf(climb)).toBe('403 FORBIDDEN');
  });

  test('D-USER-04: the list is searched, filtered, sorted and paged; a unit Admin sees the users of these units', async () => {
    const list = async (who: keyof typeof headers, query: string) =>
      (await call<{ items: UserRow[]; total: number }>(who, 'GET', `/api/v1/user?${query}`)).json;
    const all = await list('moduleAdmin', '_size=100&_sort=email');
    const emails = all.items.map(({ email }) => email);
    expect(emails).toEqual([...emails].sort());
    expect(all.total).toBe(emails.length);
    expect(emails).toContain(world.own.users.nobody.email);
    const mine = await list('unitAdmin', '_size=100');
    expect(mine.items.map(({ email }) => email)).not.toContain(world.own.users.moduleAdmin.email);
    expect(mine.items.find(({ id }) => id === world.own.users.reader.id)?.canManage).toBe(true);
    expect((await list('moduleAdmin', '_status=disabled')).items.map(({ id }) => id)).toContain(
      world.own.users.disabled.id,
    );
    expect((await list('moduleAdmin', `_group=${groups['Roads Write']?.id}&_q=writer`)).total).toBe(1);
    expect((await list('moduleAdmin', '_q=%25')).total).toBe(0);
    const pages = [
      await list('moduleAdmin', '_size=2&_page=1'),
      await list('moduleAdmin', '_size=2&_page=2'),
    ];
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(4);
    for (const query of ['_size=101', '_page=0', '_sort=password', '_q=a&_q=b', 'q=a'])
      expect(codeOf(await call('moduleAdmin', 'GET', `/api/v1/user?${query}`))).toBe('400 VALIDATION');
    for (const who of ['writer', 'reader', 'nobody'] as const)
      expect(codeOf(await call(who, 'GET', '/api/v1/user'))).toBe('403 FORBIDDEN');
  });

  test('D-USER-04: sessions are listed, and all others end with one call', async () => {
    const body = newUser({ password });
    const { json } = await call('moduleAdmin', 'POST', '/api/v1/user', body);
    await call('moduleAdmin', 'PATCH', `/api/v1/user/${json.id}`, {});
    await getDatabase()
      .db.updateTable('users')
      .set({ first_login: false })
      .where('id', '=', json.id)
      .execute();
    const [here, there] = [
      await signIn(world.t, { email: body.email, password }),
      await signIn(world.t, { email: body.email, password }),
    ];
    const url = `/api/v1/user/${json.id}/sessions`;
    const listed = await world.t.call<UserSession[]>({ url, headers: here.headers });
    expect(listed.json.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
    expect((await world.t.call({ method: 'DELETE', url, headers: here.headers })).status).toBe(204);
    expect((await world.t.call({ url, headers: here.headers })).status).toBe(200);
    expect(codeOf(await world.t.call({ url, headers: there.headers }))).toBe('401 SESSION_ENDED');
    expect(codeOf(await call('writer', 'GET', url))).toBe('404 NOT_FOUND');
    expect((await call('unitAdmin', 'DELETE', url)).status).toBe(204);
    expect(codeOf(await world.t.call({ url, headers: here.headers }))).toBe('401 SESSION_ENDED');
  });

  test('D-PERM-06: another company’s Admin finds none of them', async () => {
    const id = world.own.users.reader.id;
    const answers = [
      await call('foreign', 'GET', `/api/v1/user/${id}`),
      await call('foreign', 'PATCH', `/api/v1/user/${id}`, { firstName: 'X' }),
      await call('foreign', 'POST', `/api/v1/user/${id}/status/disabled`),
      await call('foreign', 'POST', `/api/v1/user/${id}/invitation`),
      await call('foreign', 'GET', `/api/v1/user/${id}/effective-permissions`),
      await call('foreign', 'GET', `/api/v1/user/${id}/sessions`),
      await call('foreign', 'DELETE', `/api/v1/user/${id}/sessions`),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => '404 NOT_FOUND'));
  });
});
