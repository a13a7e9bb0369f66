import type { ChangeDetails, ErrorBody, LargeChange } from '@pgis/contract';
import { addComment, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireChanges } from '../../src/features/changes/expireChanges.ts';
import { undoJobKind } from '../../src/features/changes/undoJob.ts';
import { eraseAddresses } from '../../src/features/privacy/eraseAddresses.ts';
import { type BulkWorld, makeBulkWorld } from '../objects/BulkWorld.ts';
import type { Requester } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('large changes and their undo', (getDatabase, itOnce) => {
  let world: BulkWorld;
  beforeAll(async () => {
    world = await makeBulkWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const list = async (requester: Requester = 'unitAdmin', query = '') =>
    (await world.ask<{ items: LargeChange[]; next: number | null }>('GET', `changes${query}`, requester))
      .json;
  const newestOf = async (layer: number, requester: Requester = 'unitAdmin') => {
    const found = (await list(requester)).items.find(({ node }) => node.id === layer);
    if (found === undefined) throw new Error('no change of the layer');
    return found;
  };
  const get = async (id: number, requester: Requester = 'unitAdmin') =>
    (await world.ask<ChangeDetails>('GET', `changes/${id}`, requester)).json;
  const undo = async (id: number, requester: Requester = 'unitAdmin') => {
    const { status, json } = await world.ask<LargeChange & ErrorBody>(
      'POST',
      `changes/${id}/undo`,
      requester,
    );
    await world.t.deps.background.idle();
    return { status, json };
  };
  const clear = (layer: number) =>
    world.ask<{ count: number }>('POST', `classifiers/1/${layer}/remove-data`, 'unitAdmin');
  const dataOf = async (ids: readonly { id: number }[]) =>
    Promise.all(ids.map(async ({ id }) => JSON.parse((await world.read(id)).data) as unknown));
  const actionsOf = async (layer: number) =>
    (
      await getDatabase()
        .db.selectFrom('audit_log')
        .select(['action', 'details'])
        .where('layer_id', '=', layer)
        .orderBy('id')
        .execute()
    ).map(({ action }) => action);
  /** The job of an undo once more, with another session when the user's one has ended. */
  const runUndo = async (payload: { readonly changeId: number; readonly sessionId: string }) => {
    const { db } = getDatabase();
    const whole = { ...payload, userId: world.own.users.unitAdmin.id, requestId: '', language: 'en' };
    await sql`INSERT INTO jobs (company_id, id, kind, payload) SELECT ${world.own.companyId}::integer,
      new_id(${world.own.companyId}::integer, 'job_seq'), 'undo-change', ${JSON.stringify(whole)}::jsonb`.execute(
      db,
    );
    await world.t.deps.jobs.poll(['undo-change']);
    await world.t.deps.background.idle();
  };
  const states = ['bad', 'worse', 'worst', 'lost'];

  itOnce('a bulk edit is undone as one, except what somebody has changed since', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(
      layer,
      states.map((state) => ({ data: { state }, name: state })),
    );
    await world.setField(layer, { objects, value: 'good' });
    const [, second, , fourth] = objects;
    await world.setField(layer, { objects: second ? [{ ...second, version: 2 }] : [], value: 'mended' });
    await world.ask('DELETE', `geoms/${fourth?.id}`, 'unitAdmin');

    const { items } = await list('writer', '?_own=true');
    const change = items.find(({ node, count }) => node.id === layer && count === 4);
    expect(change).toMatchObject({
      ...{ kind: 'fieldSet', userName: 'writer', isOwn: true, field: 'state', state: 'done', canUndo: true },
      ...{ node: { id: layer, name: 'Trees', isDeleted: false }, undone: null, blockedBy: null },
    });
    const id = change?.id ?? 0;
    expect(await get(id)).toMatchObject({ value: 'good', preview: { count: 2, left: 2 } });

    expect(await undo(id)).toMatchObject({ status: 200, json: { state: 'undoing', canUndo: false } });
    expect(await get(id)).toMatchObject({
      ...{
        state: 'undone',
        canUndo: false,
        preview: null,
        undone: { userName: 'unitAdmin', count: 2, left: 2 },
      },
      leftObjects: [
        { id: second?.id, name: 'worse', reason: 'changed' },
        { id: fourth?.id, name: '', reason: 'gone' },
      ],
    });
    expect(await dataOf(objects.slice(0, 3))).toEqual([
      { state: 'bad' },
      { state: 'mended' },
      { state: 'worst' },
    ]);
    // The undo is one row of the log, and a change of its own.
    expect((await actionsOf(layer)).filter((action) => action === 'OBJECTS_CHANGED')).toHaveLength(3);
    const redo = await newestOf(layer);
    expect(redo).toMatchObject({ undoOf: id, count: 2, userName: 'unitAdmin' });
    expect((await undo(id)).json.error).toBe('CHANGE_STATE');
    await undo(redo.id);
    expect(await dataOf(objects.slice(0, 1))).toEqual([{ state: 'good' }]);
  });

  test('objects that the layer hides because of the edit come back, and the Undo of the toast counts as well', async () => {
    const ruleset = { condition: 'and', rules: [{ field: 'state', operator: '!=', value: 'closed' }] };
    const layer = await world.newLayer({ ruleset });
    const objects = await world.add(layer, [{ data: { state: 'open' } }]);
    await world.setField(layer, { objects, value: 'closed' });
    await undo((await newestOf(layer)).id);
    expect(await dataOf(objects)).toEqual([{ state: 'open' }]);

    const plain = await world.newLayer();
    const others = await world.add(plain, [{ data: { state: 'a' } }]);
    const { json } = await world.setField(plain, { objects: others, value: 'b' });
    const { id } = await newestOf(plain);
    await world.undo(plain, json.entryId);
    expect(await get(id)).toMatchObject({
      state: 'undone',
      undone: { userName: 'writer', count: 1, left: 0 },
    });
  });

  test('D-PERM: comments are undone by who may delete them; a reader has no list, a foreigner sees nothing', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(layer, [{}, {}]);
    await world.comment(layer, { objects }, { requester: 'unitAdmin' });
    const { id, kind } = await newestOf(layer, 'writer');
    expect([kind, (await get(id, 'writer')).canUndo]).toEqual(['commentsAdded', false]);
    expect((await undo(id, 'writer')).status).toBe(403);
    for (const [requester, status] of [
      ['reader', 403],
      ['visitor', 401],
      ['foreigner', 404],
    ] as const)
      expect((await undo(id, requester)).status).toBe(status);
    await world.ask(
      'DELETE',
      `geoms/${objects[0]?.id}/comment/${(await world.read(objects[0]?.id ?? 0)).comments?.[0]?.id}`,
      'unitAdmin',
    );
    expect((await get(id)).preview).toEqual({ count: 1, left: 1 });
    await undo(id);
    expect(await get(id)).toMatchObject({
      undone: { count: 1, left: 1 },
      leftObjects: [{ id: objects[0]?.id, reason: 'changed' }],
    });
    expect((await world.read(objects[1]?.id ?? 0)).comments).toEqual([]);
  });

  test('D-OBJ-05: the objects of a layer come back with comments and votes; those restored or imported since are left', async () => {
    const layer = await world.newLayer();
    const [kept, restored, again] = await world.add(layer, [
      { name: 'kept', data: { state: 'bad' } },
      { name: 'restored' },
      { name: 'again' },
    ]);
    const ids = [kept, restored, again].map((one) => one?.id ?? 0);
    await addComment(getDatabase(), { geomId: ids[0] ?? 0, content: 'Seen', isPublic: true });
    const { db } = getDatabase();
    await db
      .updateTable('geoms')
      .set({ import_key: 'k' })
      .where('id', '=', ids[2] ?? 0)
      .execute();
    // One that was deleted by itself before is nobody's business.
    const [before] = await world.add(layer, [{ name: 'before' }]);
    await world.ask('DELETE', `geoms/${before?.id}`, 'unitAdmin');

    expect((await clear(layer)).json.count).toBe(3);
    const { id } = await newestOf(layer);
    expect(await get(id, 'writer')).toMatchObject({ kind: 'objectsDeleted', count: 3, canUndo: false });
    expect((await undo(id, 'writer')).status).toBe(403);
    await world.ask('POST', `geoms/${restored?.id}/restore`, 'unitAdmin');
    const [newer] = await addObjects(getDatabase(), [{ classId: layer, name: 'newer' }]);
    await db
      .updateTable('geoms')
      .set({ import_key: 'k' })
      .where('id', '=', newer ?? 0)
      .execute();

    expect((await get(id)).preview).toEqual({ count: 1, left: 2 });
    await undo(id);
    expect(await get(id)).toMatchObject({
      undone: { count: 1, left: 2 },
      leftObjects: [
        { id: again?.id, name: '', reason: 'addedAgain' },
        { id: restored?.id, name: 'restored', reason: 'restored' },
      ],
    });
    expect(await world.read(ids[0] ?? 0)).toMatchObject({
      name: 'kept',
      version: 3,
      data: '{"state":"bad"}',
    });
    expect((await world.read(ids[0] ?? 0)).comments).toHaveLength(1);
    expect((await actionsOf(layer)).slice(-1)).toEqual(['DATA_RESTORED']);
    expect((await world.ask('GET', `geoms/${before?.id}`, 'unitAdmin')).status).toBe(404);
  });

  itOnce(
    'more objects than one batch come back, and one that was deleted once more does not',
    async () => {
      const layer = await world.newLayer();
      const count = 5_003;
      const ids = await addObjects(
        getDatabase(),
        Array.from({ length: count }, () => ({ classId: layer })),
      );
      await clear(layer);
      await world.ask('POST', `geoms/${ids[7]}/restore`, 'unitAdmin');
      await world.ask('DELETE', `geoms/${ids[7]}`, 'unitAdmin');
      const { id } = await newestOf(layer);
      await undo(id);
      expect((await get(id)).undone).toMatchObject({ count: count - 1, left: 1 });
      expect((await world.ask('GET', `geoms/${ids[7]}`, 'unitAdmin')).status).toBe(404);
    },
    60_000,
  );

  test('D-CLS-11: a layer and its group come back in the order in which they are needed', async () => {
    const { json: group } = await world.ask<{ id: number }>('POST', 'classifiers/1', 'unitAdmin', {
      payload: { name: 'Parks', unitId: world.own.units.roads },
    });
    const layer = await world.newLayer({ groupId: group.id, name: 'Lawns' });
    await world.add(layer, [{ name: 'lawn' }]);
    await clear(layer);
    await world.ask('DELETE', `classifiers/1/${layer}`, 'unitAdmin');
    await world.ask('DELETE', `classifiers/1/${group.id}`, 'unitAdmin');
    const { items } = await list();
    const [ofGroup, ofLayer, ofData] = ['groupDeleted', 'layerDeleted', 'objectsDeleted'].map((kind) =>
      items.find((one) => one.kind === kind && [group.id, layer].includes(one.node.id)),
    );
    expect([ofLayer?.blockedBy, ofData?.blockedBy, ofGroup?.blockedBy]).toEqual(['Parks', 'Lawns', null]);
    const refused = await undo(ofLayer?.id ?? 0);
    expect([refused.status, refused.json.error, refused.json.message]).toEqual([
      409,
      'PARENT_DELETED',
      expect.stringContaining('Parks'),
    ]);
    for (const one of [ofGroup, ofLayer, ofData]) await undo(one?.id ?? 0);
    expect((await get(ofData?.id ?? 0)).undone).toMatchObject({ count: 1, left: 0 });
    expect(await actionsOf(layer)).toEqual([
      ...['CLASSIFIER_ADDED', 'DATA_REMOVED', 'CLASSIFIER_DELETED', 'CLASSIFIER_RESTORED', 'DATA_RESTORED'],
    ]);
    const tree = await world.ask('GET', 'classifiers/1/include-children', 'unitAdmin');
    expect(tree.text).toContain('Lawns');
  });

  test('an undo whose user has lost the right meanwhile changes nothing and says so', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(layer, [{ data: { state: 'bad' } }]);
    await world.setField(layer, { objects, value: 'good' });
    const { id } = await newestOf(layer);
    const { json } = await world.ask<LargeChange>('POST', `changes/${id}/undo`, 'writer');
    expect(json.state).toBe('undoing');
    await world.t.deps.background.idle();
    const { db } = getDatabase();
    await db.updateTable('large_changes').set({ state: 'undoing' }).where('id', '=', id).execute();
    await runUndo({ changeId: id, sessionId: crypto.randomUUID() });
    expect(await get(id)).toMatchObject({ state: 'done', problem: 'NOT_ALLOWED', canUndo: true });
  });

  test('an undo asked for on the last day is carried out after it', async () => {
    const layer = await world.newLayer();
    const [object] = await world.add(layer, [{ name: 'kept' }]);
    await clear(layer);
    const { id } = await newestOf(layer);
    const { db } = getDatabase();
    await db
      .updateTable('large_changes')
      .set({ state: 'undoing', expires_at: sql<Date>`now() - interval '1 minute'` })
      .where('id', '=', id)
      .execute();
    const { id: sessionId } = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', world.own.users.unitAdmin.id)
      .where('ended_at', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    await runUndo({ changeId: id, sessionId });
    expect((await world.ask('GET', `geoms/${object?.id}`, 'unitAdmin')).status).toBe(200);
  });

  test('an undo that stops half way says in the log what it has restored, and is about the rest afterwards', async () => {
    const layer = await world.newLayer();
    const [first] = await world.add(layer, [{}, {}, {}]);
    await clear(layer);
    const { id } = await newestOf(layer);
    const { db } = getDatabase();
    // As the first batch leaves it.
    await sql`UPDATE geoms SET deleted_at = NULL, change_id = NULL WHERE id = ${first?.id}`.execute(db);
    await db
      .updateTable('large_changes')
      .set({ state: 'undoing', undone_count: 1 })
      .where('id', '=', id)
      .execute();
    await runUndo({ changeId: id, sessionId: crypto.randomUUID() });
    expect(await get(id)).toMatchObject({
      ...{ state: 'done', problem: 'NOT_ALLOWED', count: 2, done: 0 },
      preview: { count: 2, left: 0 },
    });
    const [row] = await db
      .selectFrom('audit_log')
      .select(['user_id', 'details'])
      .where('layer_id', '=', layer)
      .where('action', '=', 'DATA_RESTORED')
      .execute();
    expect(row).toEqual({ user_id: world.own.users.unitAdmin.id, details: { count: 1, left: 2 } });
  });

  test('the Undo of the toast waits for that of the list', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(layer, [{ data: { state: 'bad' } }]);
    const edit = await world.setField(layer, { objects, value: 'good' });
    const { id } = await newestOf(layer);
    const { db } = getDatabase();
    await db.updateTable('large_changes').set({ state: 'undoing' }).where('id', '=', id).execute();
    const refused = await world.undo(layer, edit.json.entryId);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('CHANGE_STATE')]);
    await db.updateTable('large_changes').set({ state: 'done' }).where('id', '=', id).execute();
    expect((await world.undo(layer, edit.json.entryId)).status).toBe(200);
    expect((await get(id)).state).toBe('undone');
  });

  test.each([
    ['55P03', false],
    ['40P01', false],
    ['08006', false],
    ['42703', true],
  ])('an undo that fails with %s is given up at once: %s', (code, isFinal) => {
    expect(undoJobKind(world.t.deps).isFinal?.(Object.assign(new Error('failed'), { code }))).toBe(isFinal);
  });

  itOnce('the pages of the list follow one another', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(layer, [{}, {}, {}]);
    for (const one of objects) await world.setField(layer, { objects: [one], value: 'x' });
    const { items, next } = await list('unitAdmin', '?_size=2');
    expect([items.length, next]).toEqual([2, items[1]?.id]);
    const rest = await list('unitAdmin', `?_size=2&_before=${next}`);
    expect(rest.items[0]?.id).toBeLessThan(next ?? 0);
    expect((await world.ask('GET', 'changes?_size=51', 'unitAdmin')).status).toBe(400);
    expect((await world.ask('GET', 'changes?_size=50', 'unitAdmin')).status).toBe(200);
  });

  test('what a visitor has had erased does not come back by an undo', async () => {
    const layer = await world.newLayer();
    const email = 'anna@example.lv';
    const objects = await world.add(layer, [{ data: { state: `call ${email}` }, userEmail: email }]);
    await world.setField(layer, { objects, value: 'done' });
    const edit = await newestOf(layer);
    await clear(layer);
    await eraseAddresses(getDatabase(), [email]);
    await undo((await newestOf(layer)).id);
    await undo(edit.id);
    const row = await getDatabase()
      .db.selectFrom('geoms')
      .select(['data', 'user_email', 'deleted_at'])
      .where('class_id', '=', layer)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ data: { state: 'call […]' }, user_email: '', deleted_at: null });
  });

  test('a reporter is forgotten with the last report, and its origin with each one', async () => {
    const layer = await world.newLayer();
    const { db } = getDatabase();
    const [last, other] = ['last@example.lv', 'other@example.lv'];
    const [gone, one] = await world.add(layer, [
      { userEmail: last },
      { userEmail: other },
      { userEmail: other },
    ]);
    const [kept] = await world.add(layer, [{}]);
    await addComment(getDatabase(), {
      geomId: kept?.id ?? 0,
      content: `Ask ${last} or ${other}`,
      isPublic: true,
    });
    const ids = [gone?.id ?? 0, one?.id ?? 0];
    for (const id of ids)
      await sql`INSERT INTO audit_log (company_id, id, ip, action, entity, entity_id, details)
        SELECT ${world.own.companyId}::integer, new_id(${world.own.companyId}::integer, 'audit_seq'), '192.0.2.7',
          'OBJECT_ADDED', 'object', ${id}::bigint, '{}'`.execute(db);
    await sql`UPDATE geoms SET deleted_at = now() - interval '31 days' WHERE id = ANY(${ids}::bigint[])`.execute(
      db,
    );

    await expireChanges(world.t.deps, new AbortController().signal);
    const comments = await db
      .selectFrom('comments')
      .select('content')
      .where('geom_id', '=', kept?.id ?? 0)
      .execute();
    expect(comments).toEqual([{ content: `Ask […] or ${other}` }]);
    const origins = await db
      .selectFrom('audit_log')
      .select('ip')
      .where('entity', '=', 'object')
      .where('action', '=', 'OBJECT_ADDED')
      .where('entity_id', 'in', ids)
      .where('user_id', 'is', null)
      .execute();
    expect(origins.map(({ ip }) => ip)).toEqual(['', '']);
  });

  test('after 30 days a change is forgotten, and what it deleted is deleted for good with its files', async () => {
    const layer = await world.newLayer();
    const [old] = await world.add(layer, [{ name: 'old' }]);
    const id = old?.id ?? 0;
    await addComment(getDatabase(), { geomId: id, content: 'Seen', isPublic: true });
    const { db } = getDatabase();
    const companyId = world.own.companyId;
    await db
      .insertInto('geom_files')
      .values({
        company_id: companyId,
        id: id + 1,
        geom_id: id,
        blob_key: 'blob-of-old',
        name: 'a',
        size: 1,
        mime: 'text/plain',
        is_image: false,
      })
      .execute();
    await clear(layer);
    const [fresh] = await world.add(layer, [{ name: 'fresh' }]);
    await world.ask('DELETE', `geoms/${fresh?.id}`, 'unitAdmin');
    const change = await newestOf(layer);
    await sql`UPDATE geoms SET deleted_at = now() - interval '31 days' WHERE id = ${id}`.execute(db);
    await sql`UPDATE large_changes SET expires_at = now() - interval '1 day' WHERE id = ${change.id}`.execute(
      db,
    );
    expect((await undo(change.id)).status).toBe(404);

    await expireChanges(world.t.deps, new AbortController().signal);
    const left = await db.selectFrom('geoms').select('id').where('class_id', '=', layer).execute();
    expect(left).toEqual([{ id: fresh?.id }]);
    const count = async (table: 'comments' | 'geom_files') =>
      (await db.selectFrom(table).select('id').where('geom_id', '=', id).execute()).length;
    expect([await count('comments'), await count('geom_files')]).toEqual([0, 0]);
    const blobs = await db.selectFrom('loose_blobs').select('blob_key').execute();
    expect(blobs).toContainEqual({ blob_key: 'blob-of-old' });
    expect(await db.selectFrom('large_changes').select('id').where('id', '=', change.id).execute()).toEqual(
      [],
    );
  });
});
