import { type BulkEdit, type ErrorBody, limits } from '@pgis/contract';
import { addComment, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BulkWorld, makeBulkWorld } from './BulkWorld.ts';
import { requesters } from './ObjectWorld.ts';

describeOnEachDatabase('changing many objects at once', (getDatabase, itOnce) => {
  let world: BulkWorld;
  beforeAll(async () => {
    world = await makeBulkWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const dataOf = async (ids: readonly { id: number }[]) =>
    Promise.all(ids.map(async ({ id }) => JSON.parse((await world.read(id)).data) as unknown));
  const logOf = (layer: number) =>
    getDatabase()
      .db.selectFrom('audit_log')
      .selectAll()
      .where('layer_id', '=', layer)
      // The layer itself is older than what a test looks for.
      .where('action', '!=', 'CLASSIFIER_ADDED')
      .orderBy('id')
      .execute();

  test('D-LOG-01: a field gets one value in one transaction with one row in the log', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(layer, [
      { data: { state: 'bad', width: 3 } },
      { data: { state: 'good' } },
      { data: {} },
    ]);
    const noted = async () =>
      (await getDatabase().db.selectFrom('map_changes').select('id').where('class_id', '=', layer).execute())
        .length;
    const before = await noted();
    const { status, json } = await world.setField(layer, { objects, value: ' good ' });
    // Images of the layer are rendered again.
    expect(await noted()).toBeGreaterThan(before);
    expect([status, json]).toEqual([200, { entryId: expect.any(Number), count: 2, left: 1 }]);
    expect(await dataOf(objects)).toEqual([
      { state: 'good', width: 3 },
      { state: 'good' },
      { state: 'good' },
    ]);
    const log = await logOf(layer);
    const [first, , third] = objects.map(({ id }) => id);
    expect(log).toMatchObject([
      {
        action: 'OBJECTS_CHANGED',
        entity: 'object',
        entity_id: null,
        entity_name: 'Trees',
        user_name: 'writer',
        unit_id: world.own.units.roads,
        details: {
          field: 'state',
          new: { data: { state: 'good' } },
          count: 2,
          objects: { [first ?? 0]: { version: 2, old: 'bad' }, [third ?? 0]: { version: 2 } },
        },
      },
    ]);
    expect((await world.read(first ?? 0)).version).toBe(2);
  });

  test('what is changed at both ends of a country leaves the images between them', async () => {
    const layer = await world.newLayer();
    const at = (x: number, y: number) => ({ wkt: `POINT(${x} ${y})` });
    const boxesOf = async (count: number) => {
      const objects = await world.add(
        layer,
        Array.from({ length: count }, (_, i) => (i % 2 === 0 ? at(i, i) : at(400_000 + i, 200_000 + i))),
      );
      await sql`DELETE FROM map_changes WHERE class_id = ${layer}`.execute(getDatabase().db);
      await world.setField(layer, { objects, value: `v${count}` });
      return await getDatabase()
        .db.selectFrom('map_changes')
        .select(['min_x', 'min_y', 'max_x', 'max_y'])
        .where('class_id', '=', layer)
        .orderBy('min_x')
        .execute();
    };
    // A change of a few objects is recorded as one box per object.
    expect(await boxesOf(2)).toEqual([
      { min_x: 0, min_y: 0, max_x: 0, max_y: 0 },
      { min_x: 400_001, min_y: 200_001, max_x: 400_001, max_y: 200_001 },
    ]);
    expect(await boxesOf(100)).toEqual([
      { min_x: 0, min_y: 0, max_x: 98, max_y: 98 },
      { min_x: 400_001, min_y: 200_001, max_x: 400_099, max_y: 200_099 },
    ]);
    const wide = await world.add(
      layer,
      Array.from({ length: 400 }, (_, i) => at((i % 20) * 20_000, Math.floor(i / 20) * 10_000)),
    );
    await sql`DELETE FROM map_changes WHERE class_id = ${layer}`.execute(getDatabase().db);
    await world.setField(layer, { objects: wide, value: 'wide' });
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM map_changes WHERE class_id = ${layer}`.execute(getDatabase().db);
    expect(rows[0]?.count).toBe(36);
  });

  test('null empties the field, which is not the same as keeping it; what is the same already keeps its type', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(layer, [{ data: { state: 'bad', width: 12 } }, { data: { width: 12 } }]);
    expect((await world.setField(layer, { objects, value: null })).json).toMatchObject({ count: 1, left: 1 });
    expect(await dataOf(objects)).toEqual([{ width: 12 }, { width: 12 }]);
    const now = objects.map(({ id }, index) => ({ id, version: index === 0 ? 2 : 1 }));
    const same = await world.setField(layer, { objects: now, field: 'width', value: '12' });
    expect(same.json).toEqual({ entryId: null, count: 0, left: 2 });
    const empty = await world.setField(layer, { objects: now, value: ' ' });
    expect([empty.status, empty.json.errors]).toEqual([400, [{ path: '/value', code: 'TOO_SHORT' }]]);
  });

  test('D-OBJ-05: one that was changed, deleted or is invisible stops all of them', async () => {
    const layer = await world.newLayer();
    const elsewhere = await world.newLayer();
    const objects = await world.add(layer, [{ data: { state: 'a' } }, { data: { state: 'b' } }]);
    const [other] = await world.add(elsewhere, [{ data: { state: 'c' } }]);
    await world.ask('DELETE', `geoms/${objects[1]?.id}`, 'unitAdmin');
    for (const invalid of [
      { id: objects[0]?.id ?? 0, version: 9 },
      objects[1],
      other,
      { id: 1, version: 1 },
    ]) {
      const chosen = invalid?.id === objects[0]?.id ? [invalid] : [objects[0], invalid];
      const some = chosen.flatMap((one) => one ?? []);
      for (const { status, json } of [
        await world.setField(layer, { objects: some, value: 'x' }),
        await world.comment(layer, { objects: some }),
      ])
        expect([status, json.error, json.count]).toEqual([409, 'OBJECTS_CHANGED', 1]);
    }
    expect(await dataOf(objects.slice(0, 1))).toEqual([{ state: 'a' }]);
    expect((await logOf(layer)).map(({ action }) => action)).toEqual(['OBJECT_DELETED']);
    const [twice] = objects;
    const { json } = await world.setField(layer, { objects: twice ? [twice, twice] : [], value: 'x' });
    expect(json.errors).toEqual([{ path: '/objects/1/id', code: 'DUPLICATE' }]);
  });

  test('D-PERM: only who may edit in the unit of the layer, through a view too', async () => {
    const layer = await world.newLayer();
    const view = await world.newLayer({ sourceId: layer, groupId: world.forestsGroup, fields: [] });
    const found: unknown[] = [];
    for (const requester of requesters) {
      const objects = await world.add(layer, [{ data: {} }]);
      const set = await world.setField(view, { objects, value: 'x' }, { requester });
      const version = set.status === 200 ? 2 : 1;
      const again = objects.map(({ id }) => ({ id, version }));
      const comment = await world.comment(layer, { objects: again }, { requester });
      found.push([requester, set.status, comment.status]);
    }
    expect(found).toEqual([
      ['visitor', 401, 401],
      ['foreigner', 403, 403],
      ['nobody', 403, 403],
      ['reader', 403, 403],
      ['writer', 200, 200],
      ['unitAdmin', 200, 200],
      ['moduleAdmin', 200, 200],
    ]);
    const unknown = await world.setField(layer, {
      objects: await world.add(layer, [{}]),
      field: 'height',
      value: 'x',
    });
    expect([unknown.json.error, unknown.json.errors]).toEqual([
      'UNKNOWN_FIELD',
      [{ path: '/field', code: 'UNKNOWN_FIELD' }],
    ]);
  });

  itOnce(
    'so many objects at N and not at N + 1; as many are chosen by a filter',
    async () => {
      const layer = await world.newLayer();
      const count = limits.bulkObjects;
      const ids = await addObjects(
        getDatabase(),
        Array.from({ length: count + 1 }, (_, i) => ({
          classId: layer,
          wkt: `POINT(${i} 7)`,
          data: { state: i === 0 ? 'first' : 'more' },
        })),
      );
      type Ids = {
        objects: { id: number; version: number }[];
        extent: number[];
        error: string;
        count: number;
      };
      const choose = (query: string) =>
        world.ask<Ids>('GET', `geoms/class-objects/${layer}/ids?${query}`, 'writer');
      const all = await choose('');
      expect([all.status, all.json.error, all.json.count]).toEqual([400, 'TOO_MANY_ROWS', count]);
      const max = await choose('state=more');
      expect(max.json.objects.length).toBe(count);
      expect(max.json.extent).toEqual([1, 7, count, 7]);
      expect((await choose('state=none')).json).toEqual({ objects: [], extent: null });
      const objects = max.json.objects;
      const set = await world.setField(layer, { objects, value: 'x' });
      expect([set.status, set.json.count]).toEqual([200, count]);
      const more = [...objects, { id: ids[0] ?? 0, version: 1 }];
      const refused = await world.setField(layer, { objects: more, value: 'y' });
      expect([refused.status, refused.json.errors]).toEqual([400, [{ path: '/objects', code: 'TOO_MANY' }]]);
      expect((await world.setField(layer, { objects: [], value: 'y' })).status).toBe(400);
      const undone = await world.undo(layer, set.json.entryId);
      expect(undone.json).toMatchObject({ count, left: 0 });
    },
    60_000,
  );

  test('the value and all data of an object have their limits, at which nothing is changed', async () => {
    const layer = await world.newLayer();
    const longest = 'ā'.repeat(limits.data.valueLength);
    const [small] = await world.add(layer, [{ data: {} }]);
    const objects = small ? [small] : [];
    expect((await world.setField(layer, { objects, value: longest })).status).toBe(200);
    const over = await world.setField(layer, { objects, value: `${longest}b` });
    expect(over.json.errors).toEqual([{ path: '/value', code: 'TOO_LONG' }]);
    const filler = (bytes: number) =>
      Object.fromEntries(
        Array.from({ length: 17 }, (_, i): [string, string] => [
          `k${String(i).padStart(2, '0')}`,
          'x'.repeat(i < 16 ? 3_900 : bytes),
        ]),
      );
    // The limit applies to the text of jsonb, which has a space behind each colon and comma.
    const otherData = JSON.stringify({ ...filler(0), state: 'x' });
    const rest = limits.data.bytes - otherData.length - (otherData.match(/[:,]/g)?.length ?? 0);
    for (const [bytes, status] of [
      [rest, 200],
      [rest + 1, 400],
    ] as const) {
      const full = await world.add(layer, [{ data: filler(bytes) }]);
      expect([bytes, (await world.setField(layer, { objects: full, value: 'x' })).status]).toEqual([
        bytes,
        status,
      ]);
      const emptied = await world.setField(layer, { objects: full, field: 'width', value: null });
      expect(emptied.json.error ?? emptied.json.count).toBe(status === 200 ? 'OBJECTS_CHANGED' : 0);
    }
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
    const { keys: max } = limits.data;
    const [fits, bursts] = [
      await world.add(layer, [{ data: keys(max - 1) }]),
      await world.add(layer, [{ data: keys(max) }]),
    ];
    expect((await world.setField(layer, { objects: fits, value: 'x' })).status).toBe(200);
    expect((await world.setField(layer, { objects: bursts, value: 'x' })).status).toBe(400);
  });

  test('D-API-03: the same request with the same key happens once, also when two come at once', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(layer, [{ data: { state: 'a' } }, { data: { state: 'x' } }]);
    const body = { objects, value: 'x' };
    const both = await Promise.all([1, 2].map(() => world.setField(layer, body, { key: 'the same key' })));
    const later = await world.setField(layer, body, { key: 'the same key' });
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect([both[1]?.json, later.json]).toEqual([both[0]?.json, both[0]?.json]);
    expect(both[0]?.json).toMatchObject({ count: 1, left: 1 });
    const other = await world.setField(layer, { objects, value: 'y' }, { key: 'the same key' });
    expect([other.status, other.json.error]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const entry = both[0]?.json.entryId ?? null;
    const undone = await world.undo(layer, entry, { key: 'another key' });
    expect((await world.undo(layer, entry, { key: 'another key' })).json).toEqual(undone.json);
    expect((await logOf(layer)).length).toBe(2);
  });

  test('D-OBJ-05: edits of the same objects in both orders, and of their layer, wait for each other', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(
      layer,
      Array.from({ length: 30 }, () => ({ data: { state: 'bad' } })),
    );
    const edits = Array.from({ length: 12 }, (_, i) => {
      const order = i % 2 === 0 ? objects : objects.toReversed();
      if (i % 3 > 0) return world.setField(layer, { objects: order, value: `good ${i}` });
      if (i % 2 > 0) return world.comment(layer, { objects: order });
      return world.ask<BulkEdit & ErrorBody>('PUT', 'classifiers/1', 'writer', {
        payload: { id: layer, name: 'Trees', description: `Edit ${i}` },
      });
    });
    const answers = await Promise.all(edits);
    const refused = answers.filter(({ status }) => status !== 200);
    // One edit of the objects comes first; those of the layer change none of them.
    expect(refused.map(({ status, json }) => `${status} ${json.error}`)).toEqual(
      refused.map(() => '409 OBJECTS_CHANGED'),
    );
    expect(answers.length - refused.length).toBeGreaterThan(0);
  });

  test('D-CLS-03: a status is set with a comment at each; whoever reported one hears of it once', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(layer, [
      { userEmail: 'first@example.org', isPublic: true },
      { userEmail: '', isPublic: true },
      { userEmail: 'Second@example.org', isPublic: true },
    ]);
    const mails = async () =>
      (
        await getDatabase()
          .db.selectFrom('jobs')
          .select(sql<number>`(payload ->> 'geomId')::bigint`.as('geomId'))
          .where('kind', '=', 'mail')
          .execute()
      )
        .map(({ geomId }) => geomId)
        .filter((id) => objects.some((one) => one.id === id))
        .sort();
    expect((await world.comment(layer, { objects, content: 'internal' })).json.count).toBe(3);
    expect(await mails()).toEqual([]);
    const { json } = await world.comment(layer, {
      objects,
      isPublic: true,
      statusId: world.statusId('Done'),
    });
    expect(json).toEqual({ entryId: expect.any(Number), count: 3, left: 0 });
    expect(await mails()).toEqual([objects[0]?.id, objects[2]?.id]);
    for (const { id } of objects)
      expect(await world.read(id, 'reader')).toMatchObject({
        version: 1,
        latestComment: { content: 'A crew is booked', status: 'Done' },
        comments: [{ author: 'writer', isPublic: true }, { content: 'internal' }],
      });
    expect((await logOf(layer)).map(({ action, details }) => [action, details.count])).toEqual([
      ['COMMENTS_ADDED', 3],
      ['COMMENTS_ADDED', 3],
    ]);
    const undone = await world.undo(layer, json.entryId);
    expect(undone.json).toMatchObject({ count: 3, left: 0 });
    expect((await world.read(objects[0]?.id ?? 0, 'reader')).latestComment?.content).toBe('internal');
    const foreign = await world.comment(layer, { objects, statusId: 4 });
    expect(foreign.json.errors).toEqual([{ path: '/statusId', code: 'UNKNOWN_STATUS' }]);
  });

  test('an address that hundreds of objects came from gets as many mails as a day allows, the others theirs', async () => {
    const layer = await world.newLayer();
    const { perDay } = limits.reporterMails;
    const many = Array.from({ length: perDay + 5 }, (_, i) => ({
      userEmail: i % 2 === 0 ? 'Often@example.org' : 'often@example.org',
      isPublic: true,
    }));
    const objects = await world.add(layer, [...many, { userEmail: 'once@example.org', isPublic: true }]);
    const { json } = await world.comment(layer, { objects, isPublic: true });
    expect(json.count).toBe(perDay + 6);
    const { rows } = await sql<{ email: string; count: number; about: number }>`
      SELECT lower(g.user_email) AS email, count(*) AS count, count(DISTINCT j.payload #>> '{details,commentId}') AS about
      FROM jobs AS j JOIN geoms AS g ON g.id = (j.payload ->> 'geomId')::bigint
      WHERE g.class_id = ${layer} AND j.kind = 'mail' AND j.payload ->> 'template' = 'comment' GROUP BY 1 ORDER BY 1`.execute(
      getDatabase().db,
    );
    expect(rows).toEqual([
      { email: 'often@example.org', count: perDay, about: perDay },
      { email: 'once@example.org', count: 1, about: 1 },
    ]);
    const again = objects.map(({ id }) => ({ id, version: 1 }));
    await world.comment(layer, { objects: again, isPublic: true });
    const after = await sql<{ count: number }>`SELECT count(*) AS count FROM jobs AS j
      JOIN geoms AS g ON g.id = (j.payload ->> 'geomId')::bigint
      WHERE g.class_id = ${layer} AND j.kind = 'mail'`.execute(getDatabase().db);
    expect(after.rows[0]?.count).toBe(perDay + 2);
  });

  test('one object without room for another comment stops all of them', async () => {
    const layer = await world.newLayer();
    const objects = await world.add(layer, [{}, {}]);
    const [full, free] = objects;
    await addComment(getDatabase(), { geomId: full?.id ?? 0, content: 'x', isPublic: false });
    await sql`INSERT INTO comments (company_id, id, geom_id, content, status_id)
      SELECT company_id, new_id(company_id, 'comment_seq'), geom_id, content, status_id
      FROM comments, generate_series(1, ${limits.commentsPerObject - 2}::integer)
      WHERE geom_id = ${full?.id}`.execute(getDatabase().db);
    expect((await world.comment(layer, { objects })).status).toBe(200);
    const refused = await world.comment(layer, { objects });
    expect([refused.status, refused.json.error]).toEqual([409, 'TOO_MANY_COMMENTS']);
    expect((await world.read(free?.id ?? 0)).comments.length).toBe(1);
  });
});
