/**
 * Undo of large changes of 100 000 polygons on PostgreSQL, and of 10 000 on the embedded engine, each beside the change
 * itself: one field set, and all objects of the layer deleted. Then the disk space that deleted objects hold until they are
 * deleted for good. One request changes at most `limits.bulkObjects`; the larger edit calls the use case directly.
 */
import type { ChangeDetails, LargeChange } from '@pgis/contract';
import { type Database, migrateToLatest } from '@pgis/server';
import { addActors, addGroup, addLayer, addObjects, signIn, startTestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { findActiveSession, toUserActor } from '../../apps/server/src/access/findActiveSession.ts';
import { setField } from '../../apps/server/src/features/bulk-edit/setField.ts';
import { expireChanges } from '../../apps/server/src/features/changes/expireChanges.ts';
import { measureOnBothEngines } from '../benchDatabase.ts';
import { measureTime } from '../measureTime.ts';
import { writeResult } from '../writeResult.ts';

async function measure(database: Database, count: number) {
  await migrateToLatest(database);
  await using t = await startTestApp(database);
  const { companyId, units, users } = await addActors(database);
  const { headers, user } = await signIn(t, users.moduleAdmin);
  const groupId = await addGroup(database, { companyId, unitId: units.roads, name: 'Roads' });
  const classId = await addLayer(database, { groupId, name: 'Stands', fields: ['state', 'species'] });
  const wktOf = (i: number) => {
    const [x, y] = [2_600_000 + (i % 400) * 100, 7_700_000 + Math.floor(i / 400) * 100];
    const corners = Array.from({ length: 16 }, (_, k) => {
      const angle = (k / 16) * 2 * Math.PI;
      return `${x + 40 * Math.cos(angle)} ${y + 40 * Math.sin(angle)}`;
    });
    return `POLYGON((${[...corners, corners[0]].join()}))`;
  };
  const ids: number[] = [];
  for (let from = 0; from < count; from += 5_000)
    ids.push(
      ...(await addObjects(
        database,
        Array.from({ length: Math.min(5_000, count - from) }, (_, i) => ({
          ...{ classId, wkt: wktOf(from + i), name: `Stand ${from + i}` },
          data: { state: `state ${(from + i) % 7}`, species: 'pine' },
        })),
      )),
    );
  await sql`VACUUM ANALYZE geoms`.execute(database.db);
  const session = await database.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.userId)
    .executeTakeFirstOrThrow();
  const active = await findActiveSession(database.db, t.clock, {
    userId: user.userId,
    sessionId: session.id,
  });
  if (active === undefined) throw new Error('the session has ended');
  const actor = toUserActor(active, '');
  const ask = async <T>(method: 'GET' | 'POST', path: string): Promise<T> => {
    const { status, text, json } = await t.call<T>({ method, url: `/api/v1/${path}`, headers });
    if (status !== 200) throw new Error(text);
    return json;
  };
  const newest = async () => (await ask<{ items: LargeChange[] }>('GET', 'changes?_size=1')).items[0]?.id;
  /** Times the list, the question with its numbers, and the job. */
  const undo = async () => {
    const id = await newest();
    const list = await measureTime(() => ask('GET', 'changes'));
    const question = await measureTime(() => ask<ChangeDetails>('GET', `changes/${id}`));
    const job = await measureTime(async () => {
      await ask('POST', `changes/${id}/undo`);
      await t.deps.background.idle();
    });
    const { undone } = await ask<ChangeDetails>('GET', `changes/${id}`);
    if (undone?.count !== count) throw new Error(`undone: ${JSON.stringify(undone)}`);
    const ms = (one: { ms: number }) => Math.round(one.ms);
    return { listMs: ms(list), questionMs: ms(question), undoMs: ms(job) };
  };
  const edit = await measureTime(() =>
    setField(t.deps, {
      ...{ actor, language: 'en', classId, requestId: '', idempotencyKey: undefined },
      body: { objects: ids.map((id) => ({ id, version: 1 })), field: 'state', value: 'felled' },
    }),
  );
  const field = { changeMs: Math.round(edit.ms), ...(await undo()) };
  const remove = () => ask('POST', `classifiers/1/${classId}/remove-data`);
  const removal = await measureTime(remove);
  const deletion = { changeMs: Math.round(removal.ms), ...(await undo()) };

  await remove();
  const { rows } = await sql<{ bytes: number }>`
    SELECT sum(pg_column_size(g.*))::integer AS bytes FROM geoms AS g WHERE deleted_at IS NOT NULL`.execute(
    database.db,
  );
  await sql`UPDATE geoms SET deleted_at = now() - interval '31 days'`.execute(database.db);
  const expiry = await measureTime(() => expireChanges(t.deps, new AbortController().signal));
  const result = {
    ...{ objects: count, field, deletion },
    ...{ bytesOfDeletedObjects: rows[0]?.bytes, expireMs: Math.round(expiry.ms) },
  };
  console.log(result);
  return result;
}

writeResult(
  'undo',
  await measureOnBothEngines({
    postgres: (database) => measure(database, 100_000),
    embedded: (database) => measure(database, 10_000),
  }),
);
