import {
  type ErrorBody,
  type GeomFile,
  limits,
  type Notice,
  type ReporterPage,
  reopenLimits,
} from '@pgis/contract';
import { addLayer, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FileWorld, makeFileWorld } from '../files/FileWorld.ts';
import { aFile, filesFor } from '../files/multipart.ts';
import { newAddress } from '../objects/ObjectWorld.ts';

type Headers = Record<string, string>;
interface Report {
  readonly id: number;
  /** Headers of the browser that sent it. */
  readonly headers: Headers;
}

const DAY_S = 86_400;

const aJpeg = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();

/** Headers of a browser that has opened the link of a mail. */
const byLinkOf = (headers: Readonly<Record<string, unknown>>): Headers => ({
  cookie: String(headers['set-cookie']).split(';')[0] ?? '',
});

describeOnEachDatabase('the page of a report', (getDatabase, itOnce) => {
  let world: FileWorld;
  let layer: number;
  let reviewed: number;
  let statuses: Record<string, number>;
  beforeAll(async () => {
    world = await makeFileWorld(getDatabase(), { PUBLIC_URL: 'https://map.example' });
    const open = { groupId: world.roadsGroup, allowPublicRegistration: true } as const;
    layer = await addLayer(getDatabase(), {
      ...open,
      name: 'Road damage',
      caseLayer: { dueDays: 5, days: 'calendar' },
    });
    reviewed = await addLayer(getDatabase(), { ...open, showAfterReview: true });
    statuses = await world.readStatusIds();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const page = (id: number, headers: Headers = {}) =>
    world.ask<ReporterPage & ErrorBody>('GET', `geoms/${id}/report`, 'visitor', { headers });
  const reopen = (id: number, headers: Headers, text = 'The patch has come loose') =>
    world.ask<ReporterPage & ErrorBody>('POST', `geoms/${id}/reopen`, 'visitor', {
      headers,
      payload: { text },
    });
  const comment = async (id: number, status: string, { content = 'Text', isPublic = true } = {}) => {
    const payload = { content, statusId: statuses[status], isPublic };
    expect((await world.ask('POST', `geoms/${id}/comment`, 'writer', { payload })).status).toBe(200);
  };
  const report = (classId = layer): Promise<Report> => world.report(classId);
  async function doneReport(): Promise<Report> {
    const sent = await report();
    await comment(sent.id, 'Done');
    return sent;
  }
  const codeOf = ({ status, json }: { status: number; json: ErrorBody }) =>
    `${status} ${json.error ?? ''}`.trim();

  test('its steps, public updates and images, and nothing that is internal', async () => {
    const { id, headers } = await report();
    const before = (await page(id, headers)).json;
    expect(before).toMatchObject({
      ...{
        id,
        state: 'received',
        name: 'Address',
        description: 'Topic',
        layerName: 'Road damage',
        updates: [],
      },
      ...{ companyName: 'Own company', status: null, mailsToken: null, isPublic: true, reopenUntil: null },
    });
    expect((await world.upload('visitor', filesFor(id, aFile('a.jpg', await aJpeg())), headers)).status).toBe(
      201,
    );
    await comment(id, 'Planned', { content: 'secret note', isPublic: false });
    await comment(id, 'In progress', { content: 'On Tuesday' });
    await world.attach(id, aFile('b.jpg', await aJpeg()));
    await comment(id, 'Done', { content: 'Filled' });
    const { json, text } = await page(id, headers);
    expect(text).not.toContain('secret note');
    expect(json).toMatchObject({ state: 'done', status: 'Done' });
    expect(json.updates.map((one) => [one.text, one.status, one.byReporter])).toEqual([
      ['Filled', 'Done', false],
      ['On Tuesday', 'In progress', false],
    ]);
    expect(json.images.map(({ isAfter }) => isAfter)).toEqual([false, true]);
    expect(Date.parse(json.reopenUntil ?? '') - Date.parse(json.endedAt ?? '')).toBe(
      reopenLimits.days * DAY_S * 1_000,
    );
  });

  test('how long reports that others see usually take, once five were solved; measured once a day', async () => {
    const open = { groupId: world.roadsGroup, allowPublicRegistration: true } as const;
    const [few, other] = [await addLayer(getDatabase(), open), await addLayer(getDatabase(), open)];
    const solve = async (classId: number, days: number) => {
      const sent = await report(classId);
      const created_at = sql<Date>`now() - make_interval(days => ${days}, secs => -60)`;
      await getDatabase().db.updateTable('geoms').set({ created_at }).where('id', '=', sent.id).execute();
      await comment(sent.id, 'Done');
      return sent;
    };
    const usualDays = async ({ id, headers }: Report) => (await page(id, headers)).json.usualDays;
    for (const days of [1, 2, 3, 4]) await solve(few, days);
    const hidden = await solve(few, 5);
    const hide = { payload: { reason: 'Names a person' } };
    expect((await world.ask('POST', `geoms/${hidden.id}/hide`, 'writer', hide)).status).toBe(200);
    expect(await usualDays(hidden)).toBeNull();
    for (const days of [1, 2, 3, 40]) await solve(other, days);
    const last = await solve(other, 50);
    expect(await usualDays(last)).toBe(3);
    for (const days of [60, 70]) await solve(other, days);
    expect(await usualDays(last)).toBe(3);
  });

  test('it is for the browser that sent the report or opened its link; others and users get nothing', async () => {
    const { id, headers } = await report();
    const { token } = (await page(id, headers)).json;
    for (const sent of [{}, (await report()).headers])
      expect(codeOf(await page(id, sent))).toBe('404 NOT_FOUND');
    expect((await world.ask('GET', `geoms/${id}/report`, 'moduleAdmin')).status).toBe(404);
    const opened = await world.ask('POST', 'reports/open', 'visitor', { payload: { token } });
    expect((await page(id, byLinkOf(opened.headers))).json.id).toBe(id);
    expect(codeOf(await page(id + 100_000, headers))).toBe('404 NOT_FOUND');
  });

  test('what waits, was hidden, rejected, deleted or merged says so', async () => {
    const waiting = await report(reviewed);
    expect((await page(waiting.id, waiting.headers)).json).toMatchObject({
      state: 'waiting',
      isPublic: false,
    });
    const hide = { payload: { reason: 'Names a person' } };
    expect((await world.ask('POST', `geoms/${waiting.id}/hide`, 'writer', hide)).status).toBe(200);
    expect((await page(waiting.id, waiting.headers)).json).toMatchObject({
      state: 'hidden',
      reason: 'Names a person',
    });
    const rejected = await report();
    await comment(rejected.id, 'Rejected', { content: 'This road is private' });
    expect((await page(rejected.id, rejected.headers)).json).toMatchObject({
      ...{ state: 'closed', status: 'Rejected', reason: 'This road is private', reopenUntil: null },
    });
    expect(codeOf(await reopen(rejected.id, rejected.headers))).toBe('409 NOT_REOPENABLE');
    const [kept, merged] = [await report(), await report()];
    await getDatabase()
      .db.updateTable('geoms')
      .set({ merged_into: kept.id, deleted_at: new Date() })
      .where('id', '=', merged.id)
      .execute();
    const goesOn = await page(merged.id, merged.headers);
    expect([codeOf(goesOn), goesOn.json.current]).toEqual(['410 OBJECT_MERGED', { id: kept.id }]);
    await world.ask('DELETE', `geoms/${kept.id}`, 'moduleAdmin');
    expect(codeOf(await page(kept.id, kept.headers))).toBe('404 NOT_FOUND');
  });

  test('"Not solved?" opens it again for everybody, tells the assignee and gives the case new time; the text stays internal', async () => {
    const { id, headers } = await report();
    const assign = { ids: [id], assigneeId: world.own.users.writer.id };
    expect((await world.ask('PATCH', 'cases', 'moduleAdmin', { payload: assign })).status).toBe(200);
    await comment(id, 'Done');
    await getDatabase()
      .db.updateTable('cases')
      .set({ due_on: '2020-01-01' })
      .where('geom_id', '=', id)
      .execute();
    const reopened = await reopen(id, headers);
    expect(reopened.json).toMatchObject({ state: 'received', status: 'New', reopenUntil: null });
    expect(reopened.json.updates[0]).toMatchObject({
      ...{ text: 'The patch has come loose', byReporter: true, status: 'New' },
    });
    const asVisitor = await world.ask<{ comments: unknown[]; latestComment: unknown }>(
      'GET',
      `geoms/${id}`,
      'visitor',
    );
    expect(asVisitor.text).not.toContain('come loose');
    expect(asVisitor.json.latestComment).toMatchObject({ content: '', status: 'New' });
    const timeline = await world.ask('GET', `geoms/${id}/timeline`, 'writer');
    expect(timeline.text).toContain('come loose');
    expect((await world.ask('GET', `geoms/${id}/timeline`, 'visitor')).text).not.toContain('come loose');
    const bell = await world.ask<{ items: Notice[] }>('GET', 'notices', 'writer');
    expect(bell.json.items.find(({ kind }) => kind === 'reopened')).toMatchObject({
      ...{ by: null, comment: 'The patch has come loose', object: { id } },
    });
    // Other reports of this file may have been reopened before.
    const others = await world.ask<{ items: Notice[] }>('GET', 'notices', 'unitAdmin');
    const aboutIt = others.json.items.filter(({ object }) => object?.id === id);
    expect(JSON.stringify(aboutIt)).not.toContain('come loose');
    const row = await getDatabase()
      .db.selectFrom('cases')
      .select(['closed_at', 'due_on'])
      .where('geom_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.closed_at).toBeNull();
    expect(String(row.due_on) > '2020-01-01').toBe(true);
    expect((await world.ask('GET', `log?_entityId=${id}`, 'moduleAdmin')).text).not.toContain('come loose');
  });

  test('a reopened case gets the time of the rule that has routed it, also after a pause, and may be escalated again', async () => {
    const ruled = await addLayer(getDatabase(), {
      ...{ groupId: world.roadsGroup, allowPublicRegistration: true },
      caseLayer: { dueDays: null, days: 'calendar' },
    });
    const { db } = getDatabase();
    const rules = await world.ask<{ version: number }>('GET', 'routing-rules', 'moduleAdmin');
    const rule = {
      ...{ isEnabled: true, layerIds: [ruled], areaWkt: null, areaObjectId: null, words: [], unitId: null },
      ...{ assigneeId: null, priority: null, dueDays: 2, days: 'calendar', escalation: null },
    };
    const payload = { version: rules.json.version, rules: [rule] };
    expect((await world.ask('PUT', 'routing-rules', 'moduleAdmin', { payload })).status).toBe(200);
    const { id, headers } = await report(ruled);
    const read = () =>
      db
        .selectFrom('cases')
        .select(['paused_on', 'escalated_at', 'first_answered_at', sql<string>`due_on::text`.as('due_on')])
        .where('geom_id', '=', id)
        .executeTakeFirstOrThrow();
    const { due_on } = await read();
    expect(due_on).not.toBeNull();
    await comment(id, 'Done');
    await db
      .updateTable('cases')
      .set({ due_on: '2020-01-01', paused_on: '2020-01-01', escalated_at: new Date() })
      .where('geom_id', '=', id)
      .execute();
    expect((await reopen(id, headers)).status).toBe(200);
    expect(await read()).toMatchObject({ due_on, paused_on: null, escalated_at: null });
    const log = await world.ask('GET', `log?_entityId=${id}`, 'moduleAdmin');
    expect(log.text).toContain(`"dueOn":"${due_on}"`);
    const timeline = await world.ask<{ items: { action: string; by: string; details: object }[] }>(
      'GET',
      `geoms/${id}/timeline`,
      'writer',
    );
    expect(timeline.json.items.find(({ action }) => action === 'OBJECT_CASE_CHANGED')).toMatchObject({
      by: '',
      details: {
        isByRule: true,
        old: { dueOn: '2020-01-01', pausedOn: '2020-01-01' },
        new: { dueOn: due_on, pausedOn: null },
      },
    });
    expect((await world.ask('GET', `geoms/${id}/timeline`, 'visitor')).text).not.toContain('2020-01-01');
    // The answer is deleted: the status of the reopening is none.
    const answer = await db
      .selectFrom('comments')
      .select('id')
      .where('geom_id', '=', id)
      .where('by_reporter', '=', false)
      .executeTakeFirstOrThrow();
    expect((await world.ask('DELETE', `geoms/${id}/comment/${answer.id}`, 'moduleAdmin')).status).toBe(204);
    expect((await read()).first_answered_at).toBeNull();
  });

  test('a merge does not show one reporter the text of another, nor lets them add photos for it', async () => {
    const [a, b] = [await doneReport(), await doneReport()];
    await getDatabase()
      .db.updateTable('geoms')
      .set({ created_at: sql`created_at - make_interval(secs => ${DAY_S})` })
      .where('id', 'in', [a.id, b.id])
      .execute();
    expect((await reopen(b.id, b.headers, 'I live next door')).status).toBe(200);
    const version = async (id: number) => ({
      id,
      version: (await world.ask<{ version: number }>('GET', `geoms/${id}`, 'writer')).json.version,
    });
    const payload = { keep: await version(a.id), merge: [await version(b.id)], withNotes: true };
    expect((await world.ask('POST', 'cases/merge', 'writer', { payload })).status).toBe(200);
    const { json, text } = await page(a.id, a.headers);
    expect(text).not.toContain('next door');
    expect(json.updates.map(({ status }) => status)).toEqual([null, 'Done']);
    const photo = filesFor(a.id, aFile('now.jpg', await aJpeg()));
    expect((await world.upload('visitor', photo, a.headers)).status).toBe(401);
  });

  test('where nobody has the case, those who work in its unit are told', async () => {
    const { id, headers } = await doneReport();
    await reopen(id, headers, 'Nobody came');
    expect((await world.ask('GET', 'notices', 'unitAdmin')).text).toContain('Nobody came');
    expect((await world.ask('GET', 'notices', 'reader')).text).not.toContain('Nobody came');
  });

  test('it can be reopened once, for fourteen days, with a text', async () => {
    const { id, headers } = await doneReport();
    for (const text of ['', '   ', 'x'.repeat(reopenLimits.textLength + 1)])
      expect((await reopen(id, headers, text)).status).toBe(400);
    expect(codeOf(await reopen(id, (await report()).headers))).toBe('404 NOT_FOUND');
    world.t.clock.advance(reopenLimits.days * DAY_S + 60);
    try {
      expect((await page(id, headers)).json.reopenUntil).toBeNull();
      expect(codeOf(await reopen(id, headers))).toBe('409 NOT_REOPENABLE');
    } finally {
      world.t.clock.advance(-reopenLimits.days * DAY_S - 60);
    }
    const answers = await Promise.all([reopen(id, headers), reopen(id, headers)]);
    expect(answers.map(codeOf).toSorted()).toEqual(['200', '409 NOT_REOPENABLE']);
    await comment(id, 'Done');
    expect(codeOf(await reopen(id, headers, 'x'.repeat(reopenLimits.textLength)))).toBe('200');
  });

  itOnce('one address reopens ten times an hour', async () => {
    const { id, headers } = await report();
    const from = { ...headers, ...newAddress() };
    for (let i = 0; i < reopenLimits.perHour; i += 1) {
      await comment(id, 'Done');
      expect(codeOf(await reopen(id, from))).toBe('200');
    }
    await comment(id, 'Done');
    expect(codeOf(await reopen(id, from))).toBe('429 TOO_MANY_REQUESTS');
    expect(codeOf(await reopen(id, { ...from, ...newAddress() }))).toBe('200');
  });

  test('D-FILE-06: whoever has reopened by the link adds a photo within an hour', async () => {
    const { id, headers } = await doneReport();
    const { token } = (await page(id, headers)).json;
    const opened = await world.ask('POST', 'reports/open', 'visitor', { payload: { token } });
    const byLink = byLinkOf(opened.headers);
    const photo = async () => filesFor(id, aFile('now.jpg', await aJpeg()));
    await getDatabase()
      .db.updateTable('geoms')
      .set({ created_at: sql`created_at - make_interval(secs => ${limits.visitorUpload.afterAddingS})` })
      .where('id', '=', id)
      .execute();
    expect((await world.upload('visitor', await photo(), byLink)).status).toBe(401);
    expect(codeOf(await reopen(id, byLink))).toBe('200');
    expect((await world.upload('visitor', await photo(), byLink)).status).toBe(201);
    expect((await world.upload('visitor', await photo(), (await report()).headers)).status).toBe(401);
    world.t.clock.advance(reopenLimits.photoS + 60);
    const late = await world.upload('visitor', await photo(), byLink);
    world.t.clock.advance(-reopenLimits.photoS - 60);
    expect(late.status).toBe(401);
  });

  test('a photo of a reopening is for those who work on the report, until they show it', async () => {
    const { id, headers } = await report(reviewed);
    expect((await world.ask('POST', `geoms/${id}/approve`, 'writer')).status).toBe(200);
    await comment(id, 'Done');
    expect((await reopen(id, headers)).status).toBe(200);
    const sent = await world.upload('visitor', filesFor(id, aFile('now.jpg', await aJpeg())), headers);
    expect([sent.status, sent.json[0]?.images]).toEqual([201, null]);
    const fileId = sent.json[0]?.fileId ?? 0;
    const forVisitors = async () => [
      (await world.get<string[]>('visitor', `images/${id}`)).json.length,
      (await world.get('visitor', `image/${fileId}/thumbnail`)).status,
      (await page(id, headers)).json.images.length,
    ];
    expect(await forVisitors()).toEqual([0, 404, 0]);
    expect((await world.get<GeomFile[]>('writer', `${id}`)).json).toMatchObject([{ fileId, isHidden: true }]);
    const show = { payload: { isHidden: false } };
    expect((await world.ask('PATCH', `geom-files/${id}/${fileId}`, 'writer', show)).status).toBe(200);
    expect(await forVisitors()).toEqual([1, 200, 1]);
  });
});
