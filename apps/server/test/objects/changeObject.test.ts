import type { ErrorBody, Geom } from '@pgis/contract';
import { addLayer, addObject, describeOnEachDatabase, type ObjectRow } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOfObject } from './auditOfObject.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from './ObjectWorld.ts';

type Current = ErrorBody & { current: Geom };

describeOnEachDatabase('changing objects', (getDatabase) => {
  let world: ObjectWorld;
  let layer: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await addLayer(getDatabase(), { groupId: world.roadsGroup, fields: ['state', 'width'] });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const call = <T = Geom & ErrorBody>(
    method: 'GET' | 'PUT' | 'DELETE' | 'POST',
    path: string,
    requester: Requester = 'writer',
    options: { headers?: Record<string, string>; payload?: object } = {},
  ) => world.ask<T>(method, `geoms/${path}`, requester, options);
  const newObject = (object: Partial<ObjectRow> = {}) =>
    addObject(getDatabase(), { classId: layer, ...object });
  const put = (
    id: number,
    body: object = {},
    headers: Record<string, string> = {},
    requester: Requester = 'writer',
  ) =>
    call<Geom & Current>('PUT', `${id}`, requester, {
      headers,
      payload: { name: 'New address', description: 'New topic', classId: layer, ...body },
    });
  const auditOf = (id: number) => auditOfObject(getDatabase(), id);
  const actionsOf = async (id: number) => (await auditOf(id)).map(({ action }) => action);

  test('D-OBJ-12 D-API-02: an object that an import left without words is moved as it is, and never emptied', async () => {
    const bare = await newObject({ name: '', description: '' });
    const moved = await put(bare, { name: '', description: '', wkt: 'POINT(5 6)' });
    expect([moved.status, moved.json.wkt, moved.json.name]).toEqual([200, 'POINT(5 6)', '']);
    const named = await newObject({ name: 'Address', description: 'Topic' });
    for (const field of ['name', 'description']) {
      const { status, json } = await put(named, { [field]: '  ' });
      expect([status, json.error, json.errors]).toEqual([
        400,
        'VALIDATION',
        [{ path: `/${field}`, code: 'TOO_SHORT' }],
      ]);
    }
  });

  test('API-GEOM-02 DATA-05 D-OBJ-05: an update changes what is sent and answers the object with its new version', async () => {
    const id = await newObject({ data: { state: 'bad' }, isPublic: true, userEmail: 'r@example.com' });
    const { status, headers, json } = await put(
      id,
      {
        oldClassId: layer,
        isPublic: false,
        data: '{"state":"good","width":4}',
        wkt: 'POINT(3.25 4)',
      },
      { 'if-match': '"1"' },
    );
    expect([status, headers.etag]).toEqual([200, '"2"']);
    expect(json).toMatchObject({
      id,
      name: 'New address',
      description: 'New topic',
      isPublic: false,
      wkt: 'POINT(3.25 4)',
      version: 2,
      userEmail: 'r@example.com',
    });
    expect(JSON.parse(json.data)).toEqual({ state: 'good', width: 4 });
    const { json: read } = await call('GET', `${id}`);
    expect(read).toEqual(json);
  });

  test('API-GEOM-02: wkt, data and isPublic that are null or missing stay as they are', async () => {
    const wkt = 'POLYGON((0.1 0.2,10 0,10 10,0.1 0.2))';
    const id = await newObject({ wkt, data: { state: 'bad' }, isPublic: true });
    for (const body of [{ wkt: null, data: null }, {}]) {
      const { json } = await put(id, body);
      expect(json).toMatchObject({ wkt, data: '{"state":"bad"}', isPublic: true });
    }
    expect((await put(id, { data: '{}' })).json.data).toBe('{}');
  });

  test('D-API-02: what GET answers, PUT takes', async () => {
    const id = await newObject({ data: { state: 'bad' } });
    const { json: read } = await call('GET', `${id}`);
    const { status, json } = await call('PUT', `${id}`, 'writer', { payload: { ...read, name: 'Changed' } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...read, name: 'Changed', version: 2, updatedAt: expect.any(String) });
  });

  test('a change that changes nothing is no change', async () => {
    const id = await newObject({ data: { state: 'bad', width: 1 } });
    const { json: read } = await call('GET', `${id}`);
    const { json } = await call('PUT', `${id}`, 'writer', {
      payload: { ...read, data: '{"width":1,"state":"bad"}' },
    });
    expect(json).toEqual(read);
    expect(await auditOf(id)).toEqual([]);
  });

  test('D-LOG-01: the audit row has old and new of what changed, and only that', async () => {
    const id = await newObject({ name: 'Old address', description: 'New topic', data: { state: 'bad' } });
    await put(id, { data: '{"state":"good"}', wkt: 'POINT(7 8)' });
    const point = (x: number, y: number) => ({
      kind: 1,
      vertexCount: 1,
      extent3857: [x, y, x, y],
      wkt: `POINT(${x} ${y})`,
    });
    expect(await auditOf(id)).toEqual([
      {
        action: 'OBJECT_CHANGED',
        user_name: 'writer',
        details: {
          old: { name: 'Old address', data: { state: 'bad' }, geometry: point(0, 0) },
          new: { name: 'New address', data: { state: 'good' }, geometry: point(7, 8) },
          version: 2,
        },
      },
    ]);
  });

  test.each([['"1"'], ['1'], ['"99"']])(
    'D-OBJ-05: If-Match %s for version 2 is 409 with the object as it is',
    async (version) => {
      const id = await newObject();
      await put(id, { name: 'Somebody was faster' });
      const { status, json } = await put(id, {}, { 'if-match': version });
      expect([status, json.error]).toEqual([409, 'OBJECT_CHANGED']);
      expect(json.current).toEqual((await call('GET', `${id}`)).json);
      expect(json.current.name).toBe('Somebody was faster');
    },
  );

  test.each([['*'], ['2'], [' "2" ']])('D-OBJ-05: If-Match %j fits version 2', async (version) => {
    const id = await newObject();
    await put(id, { name: 'Once' });
    expect((await put(id, {}, { 'if-match': version })).status).toBe(200);
  });

  test.each([['abc'], ['"1", "2"'], ['W/"1"'], ['']])('If-Match %j is 400', async (version) => {
    const id = await newObject();
    const { status, json } = await put(id, {}, { 'if-match': version });
    expect([status, json.errors]).toEqual([400, [{ path: 'header/if-match', code: 'WRONG_FORMAT' }]]);
  });

  test('D-OBJ-05: of two updates of one version at the same moment one is 409 and nothing of it is stored', async () => {
    const id = await newObject();
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => put(id, { name }, { 'if-match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = answers.find(({ status }) => status === 200);
    const { json } = await call('GET', `${id}`);
    expect([json.name, json.version]).toEqual([winner?.json.name, 2]);
    expect(await auditOf(id)).toHaveLength(1);
  });

  test('the kind of a geometry stays', async () => {
    const id = await newObject();
    const { status, json } = await put(id, { wkt: 'LINESTRING(0 0,1 1)' });
    expect([status, json.error]).toEqual([400, 'GEOMETRY_KIND_CHANGED']);
    expect((await put(id, { wkt: 'MULTIPOINT((0 0),(1 1))' })).status).toBe(200);
  });

  test('a new geometry goes through the same gate', async () => {
    const id = await newObject({ wkt: 'POLYGON((0 0,9 0,9 9,0 0))' });
    for (const wkt of ['POLYGON((0 0,10 10,10 0,0 10,0 0))', 'POLYGON((0 0,9 0,9 9))', 'nonsense']) {
      const { status, json } = await put(id, { wkt });
      expect([wkt, status, json.error]).toEqual([wkt, 400, 'INVALID_GEOMETRY']);
    }
    expect(await auditOf(id)).toEqual([]);
  });

  test('data may keep the keys that the object has, and nothing else that is no field', async () => {
    const id = await newObject({ data: { imported: 'x', state: 'bad' } });
    expect((await put(id, { data: '{"imported":"y"}' })).status).toBe(200);
    const { status, json } = await put(id, { data: '{"imported":"y","more":"z"}' });
    expect([status, json.errors]).toEqual([400, [{ path: '/data/more', code: 'UNKNOWN_FIELD' }]]);
  });

  test('D-OBJ-02: an edit keeps every vertex of a long line', async () => {
    const vertices = Array.from(
      { length: 5_000 },
      (_, i) => `${2_670_000 + i * 0.0123} ${7_740_000 + (i % 7) / 3}`,
    );
    const wkt = `LINESTRING(${vertices.join(',')})`;
    const id = await newObject({ wkt });
    const { json } = await call('GET', `${id}`);
    expect(json.wkt).toBe(wkt);
    await put(id, { wkt: json.wkt });
    expect((await call('GET', `${id}`)).json.wkt).toBe(wkt);
  });

  const layerIn = (groupId: number, fields: string[] = ['state']) =>
    addLayer(getDatabase(), { groupId, fields });

  test('DATA-05: an object moves to another layer of the company for who may edit here and add there', async () => {
    const target = await layerIn(world.roadsGroup, ['color']);
    const id = await newObject({ wkt: 'LINESTRING(0 0,1 1)', data: { state: 'bad' } });
    const { status, json } = await put(id, { classId: target, oldClassId: layer, data: '{"color":"red"}' });
    expect([status, json.classId, json.data]).toEqual([200, target, '{"color":"red"}']);
    expect(await actionsOf(id)).toEqual(['OBJECT_MOVED_TO_LAYER']);
    const { kinds } = await getDatabase()
      .db.selectFrom('classifiers')
      .select('kinds')
      .where('id', '=', target)
      .executeTakeFirstOrThrow();
    expect(kinds).toBe(2);
  });

  test('moving: fields of the old layer are unknown in the new one', async () => {
    const target = await layerIn(world.roadsGroup, ['color']);
    const id = await newObject({ data: { state: 'bad' } });
    const { status, json } = await put(id, { classId: target, data: '{"state":"bad"}' });
    expect([status, json.errors]).toEqual([400, [{ path: '/data/state', code: 'UNKNOWN_FIELD' }]]);
  });

  test('moving needs the right in both layers', async () => {
    const elsewhere = await layerIn(world.forestsGroup);
    const id = await newObject();
    const there = await put(id, { classId: elsewhere });
    expect([there.status, there.json.error]).toEqual([403, 'FORBIDDEN']);
    const inForests = await addObject(getDatabase(), { classId: elsewhere });
    expect((await put(inForests)).status).toBe(403);
    expect((await put(id, { classId: elsewhere }, {}, 'moduleAdmin')).status).toBe(200);
  });

  test('an open layer is not open for moving into', async () => {
    const open = await addLayer(getDatabase(), {
      groupId: world.forestsGroup,
      allowPublicRegistration: true,
    });
    const id = await newObject();
    expect((await put(id, { classId: open })).status).toBe(403);
  });

  test('an object never leaves its company', async () => {
    const visibleLayer = await layerIn(world.foreignGroup);
    const hidden = await addLayer(getDatabase(), { groupId: world.foreignGroup, allObjectsPublic: false });
    const id = await newObject();
    expect((await put(id, { classId: visibleLayer }, {}, 'moduleAdmin')).status).toBe(403);
    for (const classId of [hidden, hidden + 999_999]) {
      const { status, json } = await put(id, { classId }, {}, 'moduleAdmin');
      expect([status, json.errors]).toEqual([400, [{ path: '/classId', code: 'UNKNOWN_LAYER' }]]);
    }
  });

  test('D-CLS-05: edited in a view, the object stays with the source', async () => {
    const view = await addLayer(getDatabase(), { groupId: world.roadsGroup, sourceId: layer });
    const id = await newObject();
    const { status, json } = await put(id, { classId: view, oldClassId: view });
    expect([status, json.classId]).toEqual([200, layer]);
  });

  test('an object that was moved meanwhile is 409 when sent with the old layer', async () => {
    const [target, third] = [await layerIn(world.roadsGroup), await layerIn(world.roadsGroup)];
    const id = await newObject();
    await put(id, { classId: target, oldClassId: layer });
    const { status, json } = await put(id, { classId: third, oldClassId: layer });
    expect([status, json.error, json.current.classId]).toEqual([409, 'OBJECT_CHANGED', target]);
  });

  test('API-GEOM-03 D-OBJ-05: a deleted object is gone everywhere, and restored comes back as it was', async () => {
    const id = await newObject({ data: { state: 'bad' } });
    const { json: before } = await call('GET', `${id}`);
    const deleted = await call('DELETE', `${id}`, 'unitAdmin');
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    for (const requester of ['writer', 'unitAdmin', 'moduleAdmin'] as const)
      expect((await call('GET', `${id}`, requester)).status).toBe(404);
    expect((await put(id)).status).toBe(404);
    expect((await call('DELETE', `${id}`, 'unitAdmin')).status).toBe(404);
    expect((await call('POST', `${id}/upvote`)).status).toBe(404);
    const restored = await call('POST', `${id}/restore`, 'unitAdmin');
    expect(restored.status).toBe(200);
    expect(restored.headers.etag).toBe('"3"');
    expect((await call('GET', `${id}`)).json).toEqual({ ...before, version: 3 });
    expect(await actionsOf(id)).toEqual(['OBJECT_DELETED', 'OBJECT_RESTORED']);
  });

  test.each([
    [29.9, 200],
    [30.1, 404],
  ])('D-OBJ-05: a deletion %d days ago answers %d to restore', async (days, expected) => {
    const id = await newObject();
    await getDatabase()
      .db.updateTable('geoms')
      .set({ deleted_at: sql`now() - ${days}::float8 * interval '1 day'` })
      .where('id', '=', id)
      .execute();
    expect((await call('POST', `${id}/restore`, 'unitAdmin')).status).toBe(expected);
  });

  test('restoring what is not deleted is 409', async () => {
    const id = await newObject();
    const { status, json } = await call('POST', `${id}/restore`, 'unitAdmin');
    expect([status, json.error]).toEqual([409, 'NOT_DELETED']);
  });

  test('restoring takes a deletion back for who may delete; for others the object is not there', async () => {
    const own = await newObject({ authorId: world.own.users.writer.id });
    const other = await newObject();
    for (const id of [own, other]) await call('DELETE', `${id}`, 'moduleAdmin');
    expect((await call('POST', `${other}/restore`, 'writer')).status).toBe(404);
    expect((await call('POST', `${own}/restore`, 'reader')).status).toBe(404);
    expect((await call('POST', `${own}/restore`, 'writer')).status).toBe(200);
    expect((await call('POST', `${other}/restore`, 'visitor')).status).toBe(401);
  });

  test('a restored object gives its import key up when an import has brought it again', async () => {
    const [old, again] = [await newObject(), await newObject()];
    const setKey = (id: number) =>
      getDatabase().db.updateTable('geoms').set({ import_key: 'parcel-7' }).where('id', '=', id).execute();
    await setKey(old);
    await call('DELETE', `${old}`, 'unitAdmin');
    await setKey(again);
    expect((await call('POST', `${old}/restore`, 'unitAdmin')).status).toBe(200);
  });

  test('D-PERM-01: who may delete which object', async () => {
    const expected: Record<Exclude<Requester, 'visitor'>, [own: number, other: number]> = {
      foreigner: [403, 403],
      nobody: [403, 403],
      reader: [403, 403],
      writer: [204, 403],
      unitAdmin: [204, 204],
      moduleAdmin: [204, 204],
    };
    for (const [requester, statuses] of Object.entries(expected) as [
      Exclude<Requester, 'visitor'>,
      number[],
    ][]) {
      const authorId =
        requester === 'foreigner' ? world.foreign.users.moduleAdmin.id : world.own.users[requester].id;
      const ids = [await newObject({ authorId }), await newObject()];
      const answers = [];
      for (const id of ids) answers.push((await call('DELETE', `${id}`, requester)).status);
      expect([requester, answers]).toEqual([requester, statuses]);
    }
  });
});
