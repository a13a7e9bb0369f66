import type { ErrorBody, Geom, HistoryEntry } from '@pgis/contract';
import { addLayer, addObject, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from './ObjectWorld.ts';

describeOnEachDatabase('the history of an object', (getDatabase) => {
  let world: ObjectWorld;
  let layer: number;
  let otherLayer: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await addLayer(getDatabase(), { groupId: world.roadsGroup, fields: ['state', 'width'] });
    otherLayer = await addLayer(getDatabase(), { groupId: world.roadsGroup, fields: ['state'] });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const call = <T>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    {
      requester = 'writer',
      payload,
      version,
    }: { requester?: Requester; payload?: object; version?: number } = {},
  ) =>
    world.t.call<T & ErrorBody>({
      method,
      url: `/api/v1/geoms/${path}`,
      headers: {
        ...world.headersOf(requester),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
      },
      ...(payload && { payload }),
    });
  const draw = async (wkt = 'POINT(1 2)') =>
    (
      await call<{ id: number }>('POST', 'add', {
        payload: { wkt, name: 'First', description: 'Topic', classId: layer, data: '{"state":"bad"}' },
      })
    ).json.id;
  const put = (id: number, payload: object) =>
    call<Geom>('PUT', `${id}`, {
      payload: { name: 'Second', description: 'Topic', classId: layer, ...payload },
    });
  const historyOf = async (id: number) =>
    (await call<{ items: HistoryEntry[]; next: number | null }>('GET', `${id}/history`)).json;
  const restore = (id: number, entryId: number, options: { requester?: Requester; version?: number } = {}) =>
    call<Geom>('POST', `${id}/history/${entryId}/restore`, options);
  const restoreBefore = (id: number, entryId: number) =>
    call<Geom>('POST', `${id}/history/${entryId}/restore?_side=before`);
  const versionOf = async (id: number) => (await call<Geom>('GET', `${id}`)).json.version;

  test('D-LOG-01: who changed what when, newest first, without votes and exports', async () => {
    const id = await draw();
    await put(id, { data: '{"state":"good"}', wkt: 'POINT(7 8)' });
    await call('POST', `csv/${id}`, { payload: { id } });
    await call('DELETE', `${id}`);
    await call('POST', `${id}/restore`);
    const { items, next } = await historyOf(id);
    expect(next).toBeNull();
    expect(items.map(({ action, canRestore }) => [action, canRestore])).toEqual([
      ['OBJECT_RESTORED', false],
      ['OBJECT_DELETED', false],
      ['OBJECT_CHANGED', true],
      ['OBJECT_ADDED', true],
    ]);
    expect(items[2]).toMatchObject({
      userName: 'writer',
      details: {
        old: { name: 'First', data: { state: 'bad' }, geometry: { kind: 1, vertexCount: 1 } },
        new: { name: 'Second', data: { state: 'good' }, geometry: { kind: 1, vertexCount: 1 } },
      },
    });
    expect(JSON.stringify(items)).not.toContain('POINT');
    const { json } = await call<HistoryEntry>('GET', `${id}/history/${items[2]?.id}`);
    expect(json.details).toMatchObject({
      old: { geometry: { wkt: 'POINT(1 2)' } },
      new: { geometry: { wkt: 'POINT(7 8)' } },
    });
  });

  test('a state is brought back whole, as a change of its own that can be undone too', async () => {
    const id = await draw('LINESTRING(0 0,10 10)');
    await put(id, { name: 'Second', wkt: 'LINESTRING(0 0,20 20)' });
    await put(id, { name: 'Third', description: 'Other', data: '{"width":"5"}', isPublic: true });
    const { items } = await historyOf(id);
    expect(items.map(({ canRestore }) => canRestore)).toEqual([false, true, true]);
    const first = await restore(id, items[2]?.id ?? 0, { version: await versionOf(id) });
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({
      name: 'First',
      description: 'Topic',
      data: '{"state":"bad"}',
      wkt: 'LINESTRING(0 0,10 10)',
      isPublic: false,
      version: 4,
    });
    expect((await historyOf(id)).items[0]).toMatchObject({
      action: 'OBJECT_STATE_RESTORED',
      userName: 'writer',
      details: { restoredFrom: items[2]?.id, old: { name: 'Third' }, new: { name: 'First' } },
    });
    const third = await restore(id, items[0]?.id ?? 0);
    expect(third.json).toMatchObject({ name: 'Third', wkt: 'LINESTRING(0 0,20 20)', isPublic: true });
    // Restoring the current state changes nothing.
    expect((await restore(id, items[0]?.id ?? 0)).json.version).toBe(third.json.version);
  });

  test('D-OBJ-05: a stale version is refused with the object as it is now', async () => {
    const id = await draw();
    await put(id, {});
    const { items } = await historyOf(id);
    const { status, json } = await restore(id, items[1]?.id ?? 0, { version: 1 });
    expect([status, json.error]).toEqual([409, 'OBJECT_CHANGED']);
    expect(await versionOf(id)).toBe(2);
  });

  test('D-PERM: history and its states are for those who may edit the object', async () => {
    const id = await draw();
    await put(id, { isPublic: true });
    const { items } = await historyOf(id);
    const entry = items[1]?.id ?? 0;
    for (const [requester, status] of [
      ['visitor', 401],
      ['foreigner', 403],
      ['nobody', 403],
      ['reader', 403],
      ['unitAdmin', 200],
    ] as const) {
      expect([requester, (await call('GET', `${id}/history`, { requester })).status]).toEqual([
        requester,
        status,
      ]);
      expect([requester, (await call('GET', `${id}/history/${entry}`, { requester })).status]).toEqual([
        requester,
        status,
      ]);
      expect([requester, (await restore(id, entry, { requester })).status]).toEqual([requester, status]);
    }
    // The object is private again, hence 404.
    expect((await call('GET', `${id}/history`, { requester: 'foreigner' })).status).toBe(404);
    expect((await restore(id, entry, { requester: 'foreigner' })).status).toBe(404);
    const other = await draw();
    const [elsewhere] = (await historyOf(other)).items;
    expect((await call('GET', `${id}/history/${elsewhere?.id}`)).status).toBe(404);
    expect((await restore(id, elsewhere?.id ?? 0)).json.error).toBe('STATE_GONE');
  });

  test('of an imported object the state before its first change is known from what that replaced', async () => {
    const id = await addObject(getDatabase(), {
      classId: layer,
      name: '',
      description: '',
      data: { state: 'old' },
    });
    await put(id, { name: 'Named', data: '{"state":"new"}', description: 'Described', isPublic: false });
    await put(id, { name: 'Named again', description: 'Described' });
    const { items } = await historyOf(id);
    expect(items.map(({ canRestore }) => canRestore)).toEqual([false, true]);
    expect((await restore(id, items[1]?.id ?? 0)).json).toMatchObject({
      name: 'Named',
      data: '{"state":"new"}',
    });
  });

  test('an imported object can be restored to the version before its first change', async () => {
    const imported = { name: 'Imported', description: 'As it came', data: { state: 'old' } };
    const id = await addObject(getDatabase(), { classId: layer, ...imported });
    const { wkt } = (await call<Geom>('GET', `${id}`)).json;
    await put(id, { name: 'Typed over', data: '{"state":"new"}', wkt: 'POINT(7 8)' });
    const first = (await historyOf(id)).items;
    expect(first.map(({ canRestore, canRestoreBefore }) => [canRestore, canRestoreBefore])).toEqual([
      [false, true],
    ]);
    await put(id, { name: 'Typed over twice' });
    const second = (await historyOf(id)).items;
    expect(second.map(({ canRestoreBefore }) => canRestoreBefore)).toEqual([false, true]);
    expect((await restoreBefore(id, second[0]?.id ?? 0)).json.error).toBe('STATE_GONE');
    const { status, json } = await restoreBefore(id, second[1]?.id ?? 0);
    expect(status).toBe(200);
    expect(json).toMatchObject({ name: 'Imported', description: 'As it came', data: '{"state":"old"}', wkt });
    expect((await historyOf(id)).items[0]).toMatchObject({ action: 'OBJECT_STATE_RESTORED' });
  });

  test('a drawn object has no version before it was added', async () => {
    const id = await draw();
    const { items } = await historyOf(id);
    expect(items.map(({ canRestoreBefore }) => canRestoreBefore)).toEqual([false]);
    expect((await restoreBefore(id, items[0]?.id ?? 0)).json.error).toBe('STATE_GONE');
  });

  test('what an import has overwritten is not made up', async () => {
    const id = await addObject(getDatabase(), { classId: layer, data: {} });
    await put(id, { name: 'Named' });
    const { items } = await historyOf(id);
    await sql`UPDATE geoms SET description = 'Imported again', version = version + 1 WHERE id = ${id}`.execute(
      getDatabase().db,
    );
    expect((await historyOf(id)).items[0]?.canRestore).toBe(false);
    expect((await restore(id, items[0]?.id ?? 0)).json.error).toBe('STATE_GONE');
  });

  test('a field that the layer has lost stays lost, and a layer that has gone keeps its states', async () => {
    const id = await draw();
    await put(id, { classId: otherLayer, oldClassId: layer, data: '{"state":"good"}' });
    const { items } = await historyOf(id);
    expect(items[0]?.action).toBe('OBJECT_MOVED_TO_LAYER');
    const back = await restore(id, items[1]?.id ?? 0);
    expect([back.status, back.json.classId, back.json.data]).toEqual([200, layer, '{"state":"bad"}']);
    await sql`UPDATE classifiers SET layer_fields = '[]' WHERE id = ${otherLayer}`.execute(getDatabase().db);
    const there = await restore(id, items[0]?.id ?? 0);
    // The object itself still held the key.
    expect([there.json.classId, there.json.data]).toEqual([otherLayer, '{"state":"good"}']);
    await restore(id, items[1]?.id ?? 0);
    await sql`UPDATE classifiers SET deleted_at = now() WHERE id = ${otherLayer}`.execute(getDatabase().db);
    expect((await restore(id, items[0]?.id ?? 0)).json.error).toBe('STATE_GONE');
  });
});
