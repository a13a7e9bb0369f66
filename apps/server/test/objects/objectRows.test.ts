import { companyOf } from '@pgis/contract';
import { addComment, addLayer, addObject, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor, UserActor } from '../../src/access/Actor.ts';
import { getVisibleObject } from '../../src/objects/getVisibleObject.ts';
import { findEarlier, rememberRequest, toIdempotentRequest } from '../../src/objects/idempotency.ts';
import {
  insertObjects,
  type ObjectToInsert,
  toObjectBatch,
  toObjectToInsert,
} from '../../src/objects/insertObjects.ts';
import { checkValidity, parseGeometry } from '../../src/objects/parseGeometry.ts';
import { searchByKadastrs, searchByReference, searchByWords } from '../../src/objects/searchObjects.ts';
import {
  addKind,
  insertObject,
  insertVote,
  markDeleted,
  nextObjectId,
  unmarkDeleted,
  updateObjectRow,
} from '../../src/objects/writeObject.ts';
import { makeObjectWorld, type ObjectWorld } from './ObjectWorld.ts';

const visitor: Actor = { kind: 'anonymous', visitorId: undefined, address: '' };

describeOnEachDatabase('rows of objects', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (settings: object = {}) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, ...settings });
  const add = (classId: number, object: object = {}) => addObject(getDatabase(), { classId, ...object });
  const actorOf = (
    user: 'reader' | 'writer' | 'unitAdmin',
    level: 'Read' | 'Write' | 'Admin',
  ): UserActor => ({
    kind: 'user',
    userId: world.own.users[user].id,
    companyId: world.own.companyId,
    userName: '',
    language: 'en',
    unitLevels: new Map([[world.own.units.roads, level]]),
    moduleAdmin: false,
    hasCustomReports: false,
    firstLogin: false,
    sessionId: '',
    address: '',
  });
  const see = (id: number, actor: Actor, options = {}) =>
    getVisibleObject(getDatabase().db, { actor, language: 'en' }, id, options);
  const rowOf = (id: number) =>
    getDatabase()
      .db.selectFrom('geoms')
      .selectAll()
      .where('company_id', '=', companyOf(id))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const kindsOf = async (layerId: number) =>
    (
      await getDatabase()
        .db.selectFrom('classifiers')
        .select(['kinds', 'version'])
        .where('id', '=', layerId)
        .executeTakeFirstOrThrow()
    ).kinds;

  test('a batch counts what it added, replaced, left as it was and could not take', async () => {
    const { db } = getDatabase();
    const layerId = await newLayer();
    const other = await newLayer();
    const layer = { companyId: world.own.companyId, layerId, unitId: null, layerName: '' };
    const row = (key: string | null, changes: Partial<ObjectToInsert> = {}): ObjectToInsert => ({
      ...toObjectToInsert(
        { wkt: 'POINT(0 0)', name: 'Oak', description: '', data: { age: 1 }, isPublic: true },
        0,
      ),
      key,
      ...changes,
    });
    const write = async (rows: readonly ObjectToInsert[], replacesByKey = true) =>
      await insertObjects(db, layer, {
        batch: toObjectBatch(rows.map((one, index) => ({ ...one, rowNumber: index + 1 }))),
        replacesByKey,
        returnsIds: true,
      });
    const crossed = { kind: 3, shape: 'SRID=3857;POLYGON((0 0,2 2,2 0,0 2,0 0))' } as const;
    expect(await kindsOf(layerId)).toBe(0);
    const nothing = await write([row('bad', crossed)]);
    expect(nothing).toMatchObject({ added: 0, updated: 0, unchanged: 0, ids: [] });
    expect(nothing.invalid).toEqual([{ rowNumber: 1, reason: expect.stringContaining('Self-intersection') }]);
    expect(await kindsOf(layerId)).toBe(0);
    const first = await write([row('a'), row('bad', crossed), row('b'), row(null)]);
    expect(first).toMatchObject({ added: 3, updated: 0, unchanged: 0, invalid: [{ rowNumber: 2 }] });
    expect(first.ids).toHaveLength(3);
    expect(await kindsOf(layerId)).toBe(0b101);
    expect(await kindsOf(other)).toBe(0);
    const second = await write([
      row('a'),
      row('b', { name: 'Elm' }),
      row('c', { kind: 2, shape: 'SRID=3857;LINESTRING(0 0,3 4)' }),
    ]);
    expect(second).toMatchObject({ added: 1, updated: 1, unchanged: 1, invalid: [] });
    const moved = await write([row('a', { shape: 'SRID=3857;POINT(5 5)' }), row('b', { name: 'Elm' })]);
    expect(moved).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
    const [a = 0, b = 0] = first.ids;
    expect(await rowOf(a)).toMatchObject({ version: 2, name: 'Oak' });
    expect(await rowOf(b)).toMatchObject({ version: 2, name: 'Elm' });
    await expect(write([row('a')], false)).rejects.toThrow(/unique/);
    // A deleted object has given its key away.
    await markDeleted(db, a);
    expect(await write([row('a')])).toMatchObject({ added: 1, updated: 0 });
    const batch = toObjectBatch([row('d')]);
    expect(await insertObjects(db, layer, { batch, replacesByKey: false })).toMatchObject({
      added: 1,
      ids: [],
    });
  });

  test('a kind is noted once, and only with its layer', async () => {
    const { db } = getDatabase();
    const [layerId, other] = [await newLayer(), await newLayer()];
    await addKind(db, layerId, 2);
    await addKind(db, layerId, 3);
    await addKind(db, layerId, 2);
    expect([await kindsOf(layerId), await kindsOf(other)]).toEqual([0b110, 0]);
  });

  test('a change touches its object alone, keeps the shape unless there is a new one, and counts the version', async () => {
    const { db } = getDatabase();
    const layerId = await newLayer();
    const [id, other] = [await add(layerId), await add(layerId)];
    const change = { classId: layerId, name: 'New', description: 'D', data: { a: 1 }, isPublic: false };
    await updateObjectRow(db, id, { ...change, geometry: undefined });
    expect(await rowOf(id)).toMatchObject({ name: 'New', data: { a: 1 }, is_public: false, version: 2 });
    expect((await see(id, actorOf('writer', 'Write'))).row.wkt).toBe('POINT(0 0)');
    await updateObjectRow(db, id, { ...change, geometry: parseGeometry('POINT(7 8)') });
    expect((await see(id, actorOf('writer', 'Write'))).row.wkt).toBe('POINT(7 8)');
    expect(await rowOf(other)).toMatchObject({ name: 'Address', version: 1 });
    const next = await nextObjectId(db, world.own.companyId);
    expect([companyOf(next), next > other]).toEqual([world.own.companyId, true]);
  });

  test('an object is stored as it was checked, with the reporter’s language only when they left an address', async () => {
    const { db } = getDatabase();
    const classId = await newLayer();
    const insert = async (userEmail: string) => {
      const id = await nextObjectId(db, world.own.companyId);
      await insertObject(db, {
        id,
        classId,
        geometry: parseGeometry('LINESTRING(0 0,3 4)'),
        name: 'Oak',
        description: 'Topic',
        data: { age: 7 },
        isPublic: false,
        userEmail,
        reporterLanguage: 'lv',
        authorId: null,
        visitorId: null,
        review: 'waiting',
      });
      return await rowOf(id);
    };
    expect(await insert('reporter@example.org')).toMatchObject({
      class_id: classId,
      kind: 2,
      name: 'Oak',
      data: { age: 7 },
      is_public: false,
      review: 'waiting',
      user_email: 'reporter@example.org',
      reporter_language: 'lv',
    });
    expect(await insert('')).toMatchObject({ user_email: '', reporter_language: null });
  });

  test('an object comes back within its days, without a key that a newer object has', async () => {
    const { db } = getDatabase();
    const layerId = await newLayer();
    const [old, young, other] = [await add(layerId), await add(layerId), await add(layerId)];
    const setKey = (id: number, key: string) =>
      db.updateTable('geoms').set({ import_key: key }).where('id', '=', id).execute();
    await setKey(old, 'a');
    for (const id of [old, young, other]) await markDeleted(db, id);
    await db
      .updateTable('geoms')
      .set({ deleted_at: sql`now() - interval '3 days'` })
      .where('id', '=', old)
      .execute();
    expect(await unmarkDeleted(db, old, 3)).toBe(false);
    expect(await rowOf(old)).toMatchObject({ version: 2 });
    expect(await unmarkDeleted(db, old, 4)).toBe(true);
    expect(await rowOf(old)).toMatchObject({ deleted_at: null, version: 3, import_key: 'a' });
    expect(await unmarkDeleted(db, old, 4)).toBe(false);
    expect((await rowOf(young)).deleted_at).not.toBeNull();
    await setKey(young, 'a');
    expect(await unmarkDeleted(db, young, 4)).toBe(true);
    expect(await rowOf(young)).toMatchObject({ deleted_at: null, import_key: null });
    await setKey(other, 'b');
    expect(await unmarkDeleted(db, other, 4)).toBe(true);
    expect((await rowOf(other)).import_key).toBe('b');
  });

  test('D-OBJ-06: a voter counts once for each object', async () => {
    const { db } = getDatabase();
    const layerId = await newLayer();
    const [id, other] = [await add(layerId), await add(layerId)];
    expect(await insertVote(db, id, 'u:1')).toBe(true);
    expect(await insertVote(db, id, 'u:1')).toBe(false);
    expect(await insertVote(db, id, 'v:1')).toBe(true);
    expect(await insertVote(db, other, 'u:1')).toBe(true);
    expect([(await rowOf(id)).upvote_count, (await rowOf(other)).upvote_count]).toEqual([2, 1]);
  });

  test('a request that comes again finds what it made; its key with another request is refused', async () => {
    const { db } = getDatabase();
    const { companyId } = world.own;
    const of = (key: string, request: unknown, company = companyId) =>
      toIdempotentRequest(actorOf('writer', 'Write'), { companyId: company, key, request });
    expect(await findEarlier(db, of('k', 1))).toBeUndefined();
    await rememberRequest(db, of('k', 1), 77);
    expect(await findEarlier(db, of('k', 1))).toBe(77);
    expect(await findEarlier(db, of('other', 1))).toBeUndefined();
    expect(await findEarlier(db, of('k', 1, world.foreign.companyId))).toBeUndefined();
    await expect(findEarlier(db, of('k', 2))).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    await expect(rememberRequest(db, of('k', 1), 78)).rejects.toThrow(/unique/);
  });

  test('the second gate refuses what only PostGIS can see', async () => {
    const check = (wkt: string) => checkValidity(getDatabase().db, parseGeometry(wkt));
    await check('POLYGON((0 0,1 0,1 1,0 0))');
    await expect(check('POLYGON((0 0,2 2,2 0,0 2,0 0))')).rejects.toMatchObject({ code: 'INVALID_GEOMETRY' });
  });

  test('D-PERM: what an actor may do with an object', async () => {
    const layerId = await newLayer({ allowPublicRegistration: true });
    const writer = world.own.users.writer.id;
    const [own, others] = [await add(layerId, { authorId: writer }), await add(layerId)];
    const may = async (id: number, actor: Actor) => {
      const { canDelete, canHide, canUpvote } = await see(id, actor);
      return [canDelete && 'delete', canHide && 'hide', canUpvote && 'vote'].filter(Boolean).join(' ');
    };
    expect(await may(others, visitor)).toBe('vote');
    expect(await may(others, actorOf('reader', 'Read'))).toBe('vote');
    expect(await may(others, actorOf('writer', 'Write'))).toBe('hide vote');
    expect(await may(own, actorOf('writer', 'Write'))).toBe('delete hide');
    expect(await may(own, actorOf('unitAdmin', 'Admin'))).toBe('delete hide vote');
    await insertVote(getDatabase().db, others, `u:${world.own.users.reader.id}`);
    expect(await may(others, actorOf('reader', 'Read'))).toBe('');
    expect(await may(own, actorOf('reader', 'Read'))).toBe('vote');
    const closed = await newLayer();
    expect(await may(await add(closed), visitor)).toBe('');
    expect(await may(await add(closed, { isPublic: false }), actorOf('unitAdmin', 'Admin'))).toBe('delete');
    const shown = await newLayer({ allObjectsPublic: true });
    expect(await may(await add(shown, { isPublic: false }), actorOf('writer', 'Write'))).toBe('hide');
    const hidden = await newLayer({ allObjectsPublic: false });
    expect(await may(await add(hidden), actorOf('writer', 'Write'))).toBe('');
    const waiting = await add(layerId);
    await sql`UPDATE geoms SET review = 'waiting' WHERE id = ${waiting}::bigint`.execute(getDatabase().db);
    expect(await may(waiting, actorOf('writer', 'Write'))).toBe('vote');
    await expect(see(waiting, visitor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('INFO-04: an object that is being worked on takes votes, one that is done takes none', async () => {
    const database = getDatabase();
    const layerId = await newLayer({ allowPublicRegistration: true });
    const [planned, done, internal] = [await add(layerId), await add(layerId), await add(layerId)];
    await addComment(database, { geomId: planned, content: 'x', isPublic: true, status: 'Planned' });
    await addComment(database, { geomId: done, content: 'x', isPublic: true, status: 'Done' });
    await addComment(database, { geomId: internal, content: 'x', isPublic: false, status: 'Done' });
    const votes = async (actor: Actor) => {
      const objects = [];
      for (const id of [planned, done, internal]) objects.push((await see(id, actor)).canUpvote);
      return objects;
    };
    expect(await votes(visitor)).toEqual([true, false, true]);
    expect(await votes(actorOf('reader', 'Read'))).toEqual([true, false, false]);
  });

  test('D-CLS-03: visitors read the public comments without their authors', async () => {
    const database = getDatabase();
    const { db } = database;
    const layerId = await newLayer();
    const id = await add(layerId);
    const shown = await addComment(database, { geomId: id, content: 'shown', isPublic: true });
    const secret = await addComment(database, { geomId: id, content: 'secret', isPublic: false });
    const gone = await addComment(database, { geomId: id, content: 'gone', isPublic: true });
    const other = await addComment(database, {
      geomId: await add(layerId),
      content: 'other',
      isPublic: true,
    });
    await db
      .updateTable('comments')
      .set({ author_id: world.own.users.writer.id, author_name: 'writer' })
      .where('id', 'in', [shown, other])
      .execute();
    await db.updateTable('comments').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
    await db
      .updateTable('geoms')
      .set({ latest_comment_id: secret, latest_public_comment_id: shown })
      .where('id', '=', id)
      .execute();
    const read = async (actor: Actor) => {
      const { comments, latestComment } = await see(id, actor);
      return [
        latestComment?.content,
        ...comments.map(({ content, author, canDelete }) => `${content}/${author}/${canDelete}`),
      ];
    };
    expect(await read(visitor)).toEqual(['shown', 'shown//false']);
    expect(await read(actorOf('reader', 'Read'))).toEqual(['secret', 'secret//false', 'shown/writer/false']);
    expect(await read(actorOf('writer', 'Write'))).toEqual(['secret', 'secret//false', 'shown/writer/true']);
    expect(await read(actorOf('unitAdmin', 'Admin'))).toEqual([
      'secret',
      'secret//true',
      'shown/writer/true',
    ]);
  });

  test('D-PERM-06: a deleted object is found only by those who may restore it, and only when asked for', async () => {
    const { db } = getDatabase();
    const id = await add(await newLayer());
    await markDeleted(db, id);
    const admin = actorOf('unitAdmin', 'Admin');
    await expect(see(id, admin)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await see(id, admin, { deletedToo: true })).row.id).toBe(id);
    await expect(see(id, actorOf('writer', 'Write'), { deletedToo: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(see(id + 1_000, admin)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('D-CLS-05: an object is named by its owner, or by the first view that shows it', async () => {
    const isOak = {
      condition: 'and' as const,
      rules: [{ field: 'kind', operator: '=' as const, value: 'oak' }],
    };
    const owner = await newLayer({
      name: 'Owner',
      fields: ['kind'],
      ruleset: isOak,
      allObjectsPublic: false,
    });
    await newLayer({ name: 'Oaks', sourceId: owner, ruleset: isOak });
    const [oak, elm] = [
      await add(owner, { data: { kind: 'oak' } }),
      await add(owner, { data: { kind: 'elm' } }),
    ];
    const seen = async (id: number, actor: Actor) => (await see(id, actor)).viaLayer.name;
    expect(await seen(oak, visitor)).toBe('Oaks');
    await expect(see(elm, visitor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // The filter of the owning layer is one of its map, not of its objects.
    expect(await seen(elm, actorOf('reader', 'Read'))).toBe('Owner');
  });

  test('D-OBJ-10 D-OBJ-13: objects are found by words, cadastre and reference number, the nearest first', async () => {
    const { db } = getDatabase();
    const layerId = await newLayer({ name: 'Searched', fields: ['kadastrs'] });
    // Stands before its source in the list; the source is named all the same.
    await newLayer({ name: 'A view', sourceId: layerId });
    const [near, far, exact] = [
      await add(layerId, { name: 'Quercus alba', wkt: 'POINT(100 0)', data: { kadastrs: '70010010001' } }),
      await add(layerId, { name: 'Quercus nigra', wkt: 'POINT(900 0)', data: { kadastrs: '70010010001' } }),
      await add(layerId, { name: 'Quercus', wkt: 'POINT(5000 0)', isPublic: false }),
    ];
    const reader = { actor: actorOf('reader', 'Read'), language: 'en' as const };
    const find = async (folded: string, limit = 10, by: Actor = reader.actor) =>
      (await searchByWords(db, { ...reader, actor: by }, { folded, centerLonLat: [0, 0], limit })).map(
        ({ id }) => id,
      );
    // The whole text counts as ten times as near as one of its words.
    expect(await find('quercus')).toEqual([near, exact, far]);
    expect(await find('quercus', 2)).toEqual([near, exact]);
    expect(await find('quercus', 10, visitor)).toEqual([near, far]);
    expect(await find('querc ni')).toEqual([far]);
    const [found] = await searchByWords(db, reader, {
      folded: 'quercus alba',
      centerLonLat: [0, 0],
      limit: 1,
    });
    expect(found).toMatchObject({ id: near, name: 'Quercus alba', layerId, layerName: 'Searched' });
    expect(found?.lonLat[0]).toBeCloseTo(0.000898, 5);
    const parcels = await searchByKadastrs(db, reader, { kadastrs: '70010010001', limit: 10 });
    expect(parcels.map(({ id }) => id)).toEqual([near, far]);
    expect(await searchByKadastrs(db, reader, { kadastrs: '7001001000', limit: 10 })).toEqual([]);
    const byReference = (text: string, actor: Actor = reader.actor) =>
      searchByReference(db, { ...reader, actor }, text);
    const reference = `${world.own.companyId}-${exact % 2 ** 32}`;
    expect(await byReference(reference)).toMatchObject([
      { id: exact, reference, name: 'Quercus', layerId, layerName: 'Searched' },
    ]);
    expect((await byReference(reference.replace('-', ' - ')))[0]?.lonLat[0]).toBeCloseTo(0.0449, 4);
    expect(await byReference(reference, visitor)).toEqual([]);
    for (const text of ['', 'quercus', '1-', '999999-9999999999', `${world.own.companyId}-4294967296`])
      expect(await byReference(text)).toEqual([]);
  });

  test('where no layer is visible no search finds anything', async () => {
    const { db } = getDatabase();
    await add(await newLayer(), { name: 'Betula', data: { kadastrs: '70010010002' } });
    const setDeleted = (deletedAt: Date | null) =>
      db.updateTable('classifiers').set({ deleted_at: deletedAt }).where('kind', '=', 'layer').execute();
    const reader = { actor: visitor, language: 'en' as const };
    const count = async () => [
      (await searchByWords(db, reader, { folded: 'betula', centerLonLat: [0, 0], limit: 9 })).length,
      (await searchByKadastrs(db, reader, { kadastrs: '70010010002', limit: 9 })).length,
    ];
    expect(await count()).toEqual([1, 1]);
    await setDeleted(new Date());
    expect(await count()).toEqual([0, 0]);
    await setDeleted(null);
  });

  test('of more matches than are compared those around the middle of the map come first', async () => {
    const database = getDatabase();
    const classId = await newLayer();
    const objects = Array.from({ length: 1_200 }, (_, index) => ({
      classId,
      name: `Salix ${index}`,
      wkt: `POINT(${(1_200 - index) * 10} 0)`,
    }));
    const ids = await addObjects(database, objects);
    const reader = { actor: visitor, language: 'en' as const };
    const query = { folded: 'salix', centerLonLat: [0, 0] as const, limit: 3 };
    const found = await searchByWords(database.db, reader, query);
    expect(found.map(({ id }) => id)).toEqual(ids.slice(-3).reverse());
  });
});
