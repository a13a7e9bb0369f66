import type { ErrorBody, Geom, HistoryEntry, LogRow } from '@pgis/contract';
import { describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealLog } from '../../src/audit/sealLog.ts';
import { verifyLog } from '../../src/audit/verifyLog.ts';
import { eraseAddresses } from '../../src/features/privacy/index.ts';
import { type BulkWorld, makeBulkWorld } from './BulkWorld.ts';

describeOnEachDatabase('the history of what was done to many objects', (getDatabase) => {
  let world: BulkWorld;
  beforeAll(async () => {
    world = await makeBulkWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const stateOf = async (id: number): Promise<unknown> => JSON.parse((await world.read(id)).data);
  const put = async (layer: number, id: number, change: object) =>
    world.ask<Geom & ErrorBody>('PUT', `geoms/${id}`, 'writer', {
      payload: { name: 'Name', description: 'Topic', classId: layer, ...change },
    });
  const historyOf = async (id: number) =>
    (await world.ask<{ items: HistoryEntry[] }>('GET', `geoms/${id}/history`, 'writer')).json.items;
  const restore = (id: number, entry: number | undefined) =>
    world.ask<Geom & ErrorBody>('POST', `geoms/${id}/history/${entry}/restore`, 'writer');
  const twoObjects = async (layer: number) => {
    const objects = await world.add(layer, [{ data: { state: 'a', width: 3 } }, { data: { width: 4 } }]);
    const [first = { id: 0 }, second = { id: 0 }] = objects;
    return { objects, first: first.id, second: second.id };
  };

  test('undoing gives each its own value back, but where somebody has changed it since', async () => {
    const layer = await world.newLayer();
    const { objects, first, second } = await twoObjects(layer);
    const { json } = await world.setField(layer, { objects, value: 'x' });
    const [third = { id: 0, version: 1 }] = await world.add(layer, [{}]);
    const undone = await world.undo(layer, json.entryId);
    expect(undone.json).toEqual({ entryId: expect.any(Number), count: 2, left: 0 });
    expect([await stateOf(first), await stateOf(second)]).toEqual([{ state: 'a', width: 3 }, { width: 4 }]);
    // Undoing is a change like any other.
    expect((await world.undo(layer, undone.json.entryId)).json.count).toBe(2);
    expect([await stateOf(first), await stateOf(second)]).toMatchObject([{ state: 'x' }, { state: 'x' }]);
    await put(layer, first, { data: '{"state":"mine"}' });
    expect((await world.undo(layer, json.entryId)).json).toMatchObject({ count: 1, left: 1 });
    expect([await stateOf(first), await stateOf(second)]).toEqual([{ state: 'mine' }, { width: 4 }]);
    expect((await world.undo(layer, json.entryId)).json).toEqual({ entryId: null, count: 0, left: 2 });
    expect((await world.read(third.id)).version).toBe(1);
  });

  test('D-PERM: comments of another user are undone by users who may delete them', async () => {
    const layer = await world.newLayer();
    const { objects } = await twoObjects(layer);
    const { json } = await world.comment(layer, { objects }, { requester: 'unitAdmin' });
    expect((await world.undo(layer, json.entryId)).status).toBe(403);
    expect((await world.undo(layer, json.entryId, { requester: 'moduleAdmin' })).json.count).toBe(2);
  });

  test('the history of each object shows its own changes, and nothing of the others', async () => {
    const layer = await world.newLayer();
    const { objects, first, second } = await twoObjects(layer);
    const { json } = await world.setField(layer, { objects, value: 'x' });
    const chosen = objects.map(({ id }) => ({ id, version: 2 }));
    await world.comment(layer, { objects: chosen, content: 'Seen' });
    await world.undo(layer, json.entryId);
    const entries = (await historyOf(second)).map(({ action, details }) => ({ action, details }));
    expect(entries).toEqual([
      {
        action: 'OBJECTS_CHANGED',
        details: {
          old: { data: { state: 'x' } },
          new: { data: {} },
          version: 3,
          count: 2,
          undoOf: json.entryId,
        },
      },
      {
        action: 'COMMENTS_ADDED',
        details: {
          new: { content: 'Seen', statusId: world.statusId(), isPublic: false },
          count: 2,
          commentId: expect.any(Number),
        },
      },
      {
        action: 'OBJECTS_CHANGED',
        details: { old: { data: {} }, new: { data: { state: 'x' } }, version: 2, count: 2 },
      },
    ]);
    const fullEntry = await world.ask('GET', `geoms/${second}/history/${json.entryId}`, 'writer');
    for (const text of [JSON.stringify(await historyOf(second)), fullEntry.text])
      expect(text).not.toMatch(new RegExp(`${first}|"a"`));
    expect(fullEntry.status).toBe(200);
    const log = await world.ask<{ items: LogRow[] }>(
      'GET',
      `log?_entity=object&_entityId=${second}&_action=OBJECTS_CHANGED`,
      'unitAdmin',
    );
    expect(log.json.items.length).toBe(2);
    expect(log.text).not.toContain('objects":{');
  });

  test('an earlier state comes back across such changes, whichever way it is put together', async () => {
    const layer = await world.newLayer();
    const { objects, first } = await twoObjects(layer);
    await world.setField(layer, { objects, value: 'x' });
    await put(layer, first, { data: '{"state":"y"}' });
    const versions = objects.map(({ id }) => ({ id, version: id === first ? 3 : 2 }));
    await world.setField(layer, { objects: versions, value: 'z' });
    await world.setField(layer, {
      objects: versions.map(({ id, version }) => ({ id, version: version + 1 })),
      field: 'width',
      value: '9',
    });
    const [widened, zed, put1, xed] = await historyOf(first);
    expect([widened, zed, put1, xed].map((entry) => entry?.canRestore)).toEqual([false, true, true, true]);
    for (const [entry, data] of [
      [xed, { state: 'x', width: 3 }],
      [put1, { state: 'y' }],
      [zed, { state: 'z' }],
      [widened, { state: 'z', width: '9' }],
    ] as const) {
      expect((await restore(first, entry?.id)).status).toBe(200);
      expect(await stateOf(first)).toEqual(data);
    }
  });

  test('D-LOG-01: an erased address leaves such rows too, and the chain holds', async () => {
    const layer = await world.newLayer();
    const email = 'bulk-canary@example.org';
    const objects = await world.add(layer, [{ data: { state: `ask ${email}` } }]);
    const { json } = await world.setField(layer, { objects, value: `write to ${email}` });
    await sealLog(getDatabase());
    await eraseAddresses(getDatabase(), [email]);
    const { rows } = await sql<{ text: string }>`
      SELECT details::text AS text FROM audit_log WHERE id = ${json.entryId}
      UNION ALL SELECT data::text FROM geoms WHERE class_id = ${layer}`.execute(getDatabase().db);
    expect(rows.length).toBe(2);
    for (const { text } of rows) expect(text).toMatch(/^(?!.*canary).*\[…\]/);
    await sealLog(getDatabase());
    expect((await verifyLog(getDatabase().db, world.own.companyId)).problems).toEqual([]);
    expect((await world.undo(layer, json.entryId)).json.count).toBe(1);
  });

  test('an entry of another layer, of no bulk edit or too long ago is not there; of a field that has gone it is over', async () => {
    const layer = await world.newLayer();
    const { objects, first } = await twoObjects(layer);
    const { json } = await world.setField(layer, { objects, value: 'x' });
    await put(layer, first, { name: 'Other' });
    const [single] = await historyOf(first);
    for (const [where, entry] of [
      [await world.newLayer(), json.entryId],
      [layer, single?.id ?? 0],
      [layer, 1],
    ] as const)
      expect((await world.undo(where, entry)).status).toBe(404);
    await sql`UPDATE classifiers SET layer_fields = '[{"name":"width","type":"text"}]' WHERE id = ${layer}`.execute(
      getDatabase().db,
    );
    const tooLate = await world.undo(layer, json.entryId);
    expect([tooLate.status, tooLate.json.error]).toEqual([409, 'STATE_GONE']);
    const age = async (hours: number) => {
      const { db } = getDatabase();
      await sql`ALTER TABLE audit_log DISABLE TRIGGER audit_log_guard`.execute(db);
      await sql`UPDATE audit_log SET at = at - make_interval(hours => ${hours}) WHERE id = ${json.entryId}`.execute(
        db,
      );
      await sql`ALTER TABLE audit_log ENABLE TRIGGER audit_log_guard`.execute(db);
    };
    await age(30 * 24 + 1);
    const late = await world.undo(layer, json.entryId);
    // The chain of the log is whole again.
    await age(-30 * 24 - 1);
    expect(late.status).toBe(404);
  });
});
