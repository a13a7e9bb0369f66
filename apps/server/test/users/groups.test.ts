import type { Group, Unit } from '@pgis/contract';
import { addGroup as addLayerGroup, describeOnEachDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { startCompanyWorld } from '../companies/CompanyWorld.ts';

describeOnEachDatabase('groups and units', (getDatabase) => {
  const world = startCompanyWorld(getDatabase);
  const { headers } = world;

  const call = <T = { id: number }>(
    who: keyof typeof headers,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ) => world.t.call<T>({ method, url, headers: { ...headers[who] }, ...(payload && { payload }) });
  const codeOf = ({ status, json }: { status: number; json: unknown }) =>
    `${status} ${(json as { error?: string } | undefined)?.error ?? ''}`.trim();
  const actionsOf = async (entity: string, id: number) =>
    (
      await getDatabase()
        .db.selectFrom('audit_log')
        .select('action')
        .where('entity', '=', entity)
        .where('entity_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ action }) => action);

  test('D-USER-05: a new company has Administrators, Editors and Viewers', async () => {
    const { json } = await call<Group[]>('moduleAdmin', 'GET', '/api/v1/groups');
    const level = (name: string) => {
      const { grants, moduleAdmin, hasCustomReports } = json.find((group) => group.name === name) as Group;
      return { grants, modules: [moduleAdmin, hasCustomReports] };
    };
    const grant = (of: string) => [{ unitId: world.own.units.root, level: of }];
    expect(level('Administrators')).toEqual({ grants: grant('Admin'), modules: [true, true] });
    expect(level('Editors')).toEqual({ grants: grant('Write'), modules: [false, false] });
    expect(level('Viewers')).toEqual({ grants: grant('Read'), modules: [false, false] });
  });

  test('D-USER-04: a group is added, read, changed and deleted, and each is in the log', async () => {
    const grants = [{ unitId: world.own.units.forests, level: 'Write' }];
    const { status, json } = await call('moduleAdmin', 'POST', '/api/v1/groups', {
      name: ' Foresters ',
      grants,
    });
    expect(status).toBe(201);
    const url = `/api/v1/groups/${json.id}`;
    const group = (await call<Group>('moduleAdmin', 'GET', url)).json;
    expect(group).toEqual({
      id: json.id,
      name: 'Foresters',
      grants,
      moduleAdmin: false,
      hasCustomReports: false,
      memberCount: 0,
      canManage: true,
    });
    const changed = { ...group, name: 'Rangers', hasCustomReports: true, grants: [] };
    expect((await call<Group>('moduleAdmin', 'PUT', url, changed)).json).toEqual(changed);
    expect((await call('moduleAdmin', 'DELETE', url)).status).toBe(204);
    expect(codeOf(await call('moduleAdmin', 'GET', url))).toBe('404 NOT_FOUND');
    expect(await actionsOf('group', json.id)).toEqual(['GROUP_ADDED', 'GROUP_UPDATED', 'GROUP_DELETED']);
  });

  test.each([
    ['no name', { name: ' ', grants: [] }],
    ['a name of 101', { name: 'x'.repeat(101), grants: [] }],
    ['a name that is there, whatever its case', { name: 'EDITORS', grants: [] }],
    ['a unit of nobody', { name: 'A', grants: [{ unitId: 7, level: 'Read' }] }],
    ['a level of nobody', { name: 'A', grants: [{ unitId: 7, level: 'Owner' }] }],
    ['an unknown property', { name: 'A', grants: [], admin: true }],
  ])('D-USER-04: a group with %s is refused', async (_, body) => {
    expect(codeOf(await call('moduleAdmin', 'POST', '/api/v1/groups', body))).toBe('400 VALIDATION');
  });

  test('D-USER-04: a unit stands once in a group', async () => {
    const grants = ['Read', 'Write'].map((level) => ({ unitId: world.own.units.roads, level }));
    expect(codeOf(await call('moduleAdmin', 'POST', '/api/v1/groups', { name: 'Twice', grants }))).toBe(
      '400 VALIDATION',
    );
  });

  test('D-PERM: an Admin of a unit makes groups for that unit and those below, and gives no modules', async () => {
    const add = (name: string, unitId: number, more: object = {}) =>
      call('unitAdmin', 'POST', '/api/v1/groups', { name, grants: [{ unitId, level: 'Admin' }], ...more });
    expect((await add('Bridge builders', world.own.units.bridges)).status).toBe(201);
    expect(codeOf(await add('Foresters 2', world.own.units.forests))).toBe('403 FORBIDDEN');
    for (const module of ['moduleAdmin', 'hasCustomReports'])
      expect(codeOf(await add('Bosses', world.own.units.roads, { [module]: true }))).toBe('403 FORBIDDEN');
    expect(codeOf(await call('unitAdmin', 'POST', '/api/v1/groups', { name: 'Empty', grants: [] }))).toBe(
      '403 FORBIDDEN',
    );
    const { json } = await call<Group[]>('unitAdmin', 'GET', '/api/v1/groups');
    expect(json.map(({ name }) => name)).toEqual([
      'Bridge builders',
      'Roads Admin',
      'Roads Read',
      'Roads Write',
    ]);
    const all = await call<Group[]>('moduleAdmin', 'GET', '/api/v1/groups');
    const editors = all.json.find(({ name }) => name === 'Editors') as Group;
    for (const method of ['GET', 'DELETE'] as const)
      expect(codeOf(await call('unitAdmin', method, `/api/v1/groups/${editors.id}`))).toBe('404 NOT_FOUND');
  });

  test('D-USER-04: a unit is added, renamed, moved and deleted; the tree stays a tree', async () => {
    const add = (name: string, parentId: number) =>
      call('moduleAdmin', 'POST', '/api/v1/units', { name, parentId });
    const { json: lakes } = await add('Lakes', world.own.units.root);
    const { json: ponds } = await add('Ponds', lakes.id);
    const put = (id: number, body: object) => call<Unit>('moduleAdmin', 'PUT', `/api/v1/units/${id}`, body);
    expect((await put(ponds.id, { name: 'Small ponds', parentId: world.own.units.forests })).json).toEqual({
      id: ponds.id,
      name: 'Small ponds',
      parentId: world.own.units.forests,
    });
    await put(ponds.id, { name: 'Ponds', parentId: lakes.id });
    expect(codeOf(await put(lakes.id, { name: 'Lakes', parentId: ponds.id }))).toBe('400 VALIDATION');
    expect(codeOf(await put(lakes.id, { name: 'Lakes', parentId: null }))).toBe('400 VALIDATION');
    expect(codeOf(await put(world.own.units.root, { name: 'Root', parentId: lakes.id }))).toBe(
      '400 VALIDATION',
    );
    expect(codeOf(await add('LAKES', world.own.units.root))).toBe('400 VALIDATION');
    expect(codeOf(await add('Elsewhere', 12))).toBe('400 VALIDATION');
    const remove = (id: number) => call('moduleAdmin', 'DELETE', `/api/v1/units/${id}`);
    expect(codeOf(await remove(lakes.id))).toBe('409 UNIT_NOT_EMPTY');
    expect((await remove(ponds.id)).status).toBe(204);
    expect((await remove(lakes.id)).status).toBe(204);
    expect(codeOf(await remove(lakes.id))).toBe('404 NOT_FOUND');
    expect(await actionsOf('unit', lakes.id)).toEqual(['UNIT_ADDED', 'UNIT_DELETED']);
  });

  test('D-USER-04: the root, and a unit that owns a layer group, cannot be deleted', async () => {
    const { json } = await call('moduleAdmin', 'POST', '/api/v1/units', {
      name: 'Owner',
      parentId: world.own.units.root,
    });
    await addLayerGroup(getDatabase(), { companyId: world.own.companyId, unitId: json.id, name: 'Owned' });
    for (const id of [json.id, world.own.units.root])
      expect(codeOf(await call('moduleAdmin', 'DELETE', `/api/v1/units/${id}`))).toBe('409 UNIT_NOT_EMPTY');
  });

  test('D-PERM: units belong to the module Admin; an Admin of a unit sees their own', async () => {
    const { json } = await call<Unit[]>('unitAdmin', 'GET', '/api/v1/units');
    expect(json.map(({ name }) => name)).toEqual(['Bridges', 'Roads']);
    const body = { name: 'Mine', parentId: world.own.units.roads };
    expect(codeOf(await call('unitAdmin', 'POST', '/api/v1/units', body))).toBe('403 FORBIDDEN');
    expect(codeOf(await call('unitAdmin', 'PUT', `/api/v1/units/${world.own.units.bridges}`, body))).toBe(
      '403 FORBIDDEN',
    );
    expect(codeOf(await call('unitAdmin', 'DELETE', `/api/v1/units/${world.own.units.bridges}`))).toBe(
      '403 FORBIDDEN',
    );
    for (const who of ['writer', 'reader', 'nobody'] as const)
      for (const url of ['/api/v1/units', '/api/v1/groups'])
        expect(codeOf(await call(who, 'GET', url))).toBe('403 FORBIDDEN');
    expect(codeOf(await call('foreign', 'DELETE', `/api/v1/units/${world.own.units.bridges}`))).toBe(
      '404 NOT_FOUND',
    );
  });
});
