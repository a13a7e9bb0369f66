import { randomUUID } from 'node:crypto';
import { type ErrorBody, limits, type ReportExport, type ReportPage } from '@pgis/contract';
import { addLayer, addObject, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { UserActor } from '../../src/access/Actor.ts';
import { addExport } from '../../src/features/reports/exports/addExport.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';
import { addExportJob } from './addExportJob.ts';

const names = { en: 'Deleted user', ru: 'Удалённый пользователь', lv: 'Dzēsts lietotājs' };

describeOnEachDatabase('reports and their files: names, rights, limits, log', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (more = {}) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, name: 'Koki', fields: ['species'], ...more });
  const call = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, requester: Requester, more = {}) =>
    world.t.call<T & ErrorBody>({
      method,
      url: `/api/v1/${path}`,
      headers: { ...world.headersOf(requester), 'accept-language': 'en' },
      ...more,
    });
  const order = async (classId: number, more = {}) => {
    const payload = { classId, format: 'csv', ...more };
    const { id } = (await call<ReportExport>('POST', 'reports/exports', 'reader', { payload })).json;
    await world.t.deps.background.idle();
    return id;
  };
  const rowOf = (id: number) =>
    getDatabase()
      .db.selectFrom('report_exports')
      .select(['state', 'attempts'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('D-LOG-01 REP-02: an author who was deleted is a deleted user in the language of the reader', async () => {
    const { db } = getDatabase();
    const { id: authorId } = world.own.users.nobody;
    const layer = await newLayer();
    await addObject(getDatabase(), { classId: layer, authorId });
    await sql`UPDATE users SET first_name = '', last_name = '', email = 'deleted-1@deleted.invalid', deleted_at = now()
      WHERE id = ${authorId}`.execute(db);
    for (const language of ['en', 'ru', 'lv'] as const) {
      const headers = { ...world.headersOf('reader'), 'accept-language': language };
      const page = await call<ReportPage>('GET', `geoms/class-objects/${layer}?_sort=author`, 'reader', {
        headers,
      });
      expect(page.json.items.map(({ author }) => author)).toEqual([names[language]]);
      for (const format of ['csv', 'geojson', 'xlsx']) {
        const id = await order(layer, { format, columns: ['author'], sort: 'author' });
        expect((await rowOf(id)).state).toBe('done');
      }
      const csv = await call('POST', `geoms/object-report/${layer}`, 'reader', {
        headers,
        payload: { columns: ['author'] },
      });
      expect(csv.text).toContain(`"${names[language]}"`);
      expect(csv.text).not.toContain('deleted.invalid');
    }
  });

  test('D-PERM-01 D-PERM-06: a file is refused like its report to who may not read the layer any more', async () => {
    const layer = await newLayer();
    const id = await order(layer);
    const path = `reports/exports/${id}/file`;
    expect((await call('GET', path, 'reader')).status).toBe(200);
    const user = `user/${world.own.users.reader.id}`;
    const { groupIds } = (await call<{ groupIds: number[] }>('GET', user, 'moduleAdmin')).json;
    expect((await call('PATCH', user, 'moduleAdmin', { payload: { groupIds: [] } })).status).toBe(200);
    const refused = await call('GET', path, 'reader');
    const report = await call('GET', `geoms/class-objects/${layer}`, 'reader');
    expect([refused.status, refused.json.error]).toEqual([403, 'FORBIDDEN']);
    expect([refused.status, refused.json.error]).toEqual([report.status, report.json.error]);
    expect((await call('PATCH', user, 'moduleAdmin', { payload: { groupIds } })).status).toBe(200);
    expect((await call('GET', path, 'reader')).status).toBe(200);
  });

  test('an export that takes its server down is begun three times and then fails', async () => {
    const { db } = getDatabase();
    const layer = await newLayer();
    const id = await order(layer);
    const crash = async (attempts: number) => {
      await sql`UPDATE report_exports SET state = 'running', attempts = ${attempts} WHERE id = ${id}`.execute(
        db,
      );
      await addExportJob(db, world.t.clock, id);
      await sql`UPDATE jobs SET state = 'running', attempts = ${attempts}, crashes = ${attempts - 1},
          locked_until = now() - interval '1 minute' WHERE (payload ->> 'exportId')::bigint = ${id}`.execute(
        db,
      );
      await world.t.deps.jobs.poll();
      await world.t.deps.background.idle();
    };
    expect(await rowOf(id)).toEqual({ state: 'done', attempts: 1 });
    await crash(2);
    await order(layer);
    expect(await rowOf(id)).toEqual({ state: 'done', attempts: 3 });
    await crash(3);
    await order(layer);
    expect(await rowOf(id)).toEqual({ state: 'failed', attempts: 3 });
  });

  test('orders of one user at the same time do not exceed the limit', async () => {
    const classId = await newLayer();
    const { id: userId } = world.own.users.moduleAdmin;
    const actor: UserActor = {
      kind: 'user',
      userId,
      companyId: world.own.companyId,
      userName: '',
      language: 'en',
      unitLevels: new Map(),
      moduleAdmin: true,
      hasCustomReports: false,
      firstLogin: false,
      sessionId: randomUUID(),
      address: '',
    };
    const request = { actor, language: 'en', requestId: '', body: { classId, format: 'csv' } } as const;
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => addExport(world.t.deps, request)),
    );
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(
      Array.from({ length: 10 - limits.exportsAtOnce }, () => 'TOO_MANY_EXPORTS'),
    );
  });

  test('D-LOG-01: REPORT_RUN: who runs a report is in the log, once a minute and layer, without what was looked for', async () => {
    const layer = await newLayer();
    const other = await newLayer();
    const ask = async (id: number, query: Record<string, string>) => {
      const { status, json } = await call<ReportPage>(
        'GET',
        `geoms/class-objects/${id}?${new URLSearchParams(query)}`,
        'writer',
      );
      expect(status).toBe(200);
      return json;
    };
    await addObject(getDatabase(), { classId: layer, data: { species: 'canary' } });
    await addObject(getDatabase(), { classId: layer, data: { species: 'canary' } });
    const { next } = await ask(layer, { species: 'canary', _from: '2026-01-01', _mine: 'false', _size: '1' });
    await ask(layer, {});
    await ask(other, {});
    expect((await call('GET', `geoms/class-objects/${layer}`, 'foreigner')).status).toBe(403);
    const passed = performance.now() + 61_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(passed);
    await ask(layer, { species: 'canary', _size: '1', _after: next ?? '' });
    await ask(layer, { _q: 'canary' });
    clock.mockRestore();
    const rows = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['user_id', 'company_id', 'entity', 'entity_id', 'layer_id', 'unit_id', 'details'])
      .where('action', '=', 'REPORT_RUN')
      .where('layer_id', 'in', [layer, other])
      .orderBy('id')
      .execute();
    const row = (id: number, filters: readonly string[]) => ({
      user_id: world.own.users.writer.id,
      company_id: world.own.companyId,
      entity: 'classifier',
      entity_id: id,
      layer_id: id,
      unit_id: world.own.units.roads,
      details: { filters },
    });
    expect(rows).toEqual([row(layer, ['_from', 'species']), row(other, []), row(layer, ['_q'])]);
  });
});
