import { type ErrorBody, type Follow, followLimits, type listNotices, type ReplyOf } from '@pgis/contract';
import { addLayer, addObjects, addUser, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newsJobKind } from '../../src/features/notices/newsJob.ts';
import type { Job, JobContext } from '../../src/jobs/JobKind.ts';
import { mailTime } from '../../src/notices/mailTime.ts';
import { notifyOfObject } from '../../src/notices/notifyFollowers.ts';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

const DAY_S = 86_400;
const job = {} as Job;
const context = { extendLease: async () => {} } as unknown as JobContext;
const square = 'POLYGON((0 0,100 0,100 100,0 100,0 0))';

describeOnEachDatabase('following', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  let hiddenId: number;
  const statusIds: number[] = [];
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    const add = (options: object) => addLayer(getDatabase(), { groupId: world.roadsGroup, ...options });
    layerId = await add({ name: 'Potholes', allowPublicRegistration: true });
    hiddenId = await add({ name: 'Hidden', allObjectsPublic: false });
    const { Planned: planned = 0, 'In progress': inProgress = 0 } = await world.readStatusIds();
    statusIds.push(inProgress, planned);
  });
  afterAll(() => world[Symbol.asyncDispose]());
  afterEach(() => {
    vi.restoreAllMocks();
    world.t.clock.reset();
  });
  beforeEach(async () => {
    const { db } = getDatabase();
    await db.deleteFrom('notices').execute();
    await db.deleteFrom('follows').execute();
    await db.deleteFrom('mail_refusals').execute();
  });

  async function addObject(payload: object = {}, as: Requester = 'moduleAdmin'): Promise<number> {
    const { json, text } = await world.ask<{ id: number }>('POST', 'geoms/add', as, {
      payload: {
        wkt: 'POINT(1 2)',
        name: 'Kalna iela 2',
        description: 'Hole',
        classId: layerId,
        isPublic: true,
        ...payload,
      },
    });
    if (json.id === undefined) throw new Error(text);
    return json.id;
  }
  const comment = async (id: number, status: 0 | 1, { isPublic = true } = {}) => {
    const payload = { content: 'Will be repaired', statusId: statusIds[status], isPublic };
    const { status: code, text } = await world.ask('POST', `geoms/${id}/comment`, 'moduleAdmin', { payload });
    expect(text && code).toBe(200);
  };
  const followObject = (objectId: number, as: Requester = 'nobody', mail = 'never') =>
    world.ask<Follow & ErrorBody>('POST', 'follows/objects', as, { payload: { objectId, mail } });
  const followLayers = (payload: object, as: Requester = 'nobody') =>
    world.ask<Follow & ErrorBody>('POST', 'follows/layers', as, {
      payload: { classIds: [layerId], name: '', events: ['added'], mail: 'never', ...payload },
    });
  const noticesOf = async (as: Requester) =>
    (await world.ask<ReplyOf<typeof listNotices>>('GET', 'notices', as)).json.items;
  const kindsOf = async (as: Requester) => (await noticesOf(as)).map(({ kind }) => kind);
  const mailsOf = async (act: () => Promise<unknown>) => {
    const before = (await world.t.mails()).length;
    await act();
    await newsJobKind(world.t.deps).run(job, context);
    return (await world.t.mails()).slice(before);
  };

  it('followers of an object are told of a new status, and of answers, once each', async () => {
    const id = await addObject();
    expect((await followObject(id)).status).toBe(201);
    await comment(id, 0);
    await comment(id, 0);
    await comment(id, 1, { isPublic: false });
    expect(await noticesOf('nobody')).toMatchObject([
      { kind: 'replied', comment: 'Will be repaired', by: null, object: { id } },
      { kind: 'statusChanged', count: 1 },
    ]);
    expect(await kindsOf('moduleAdmin')).toEqual([]);
  });

  it('followers of a layer are told of new objects, in their area alone', async () => {
    await followLayers({});
    await followLayers({ areaWkt: square, mail: 'daily' }, 'reader');
    await addObject({ wkt: 'POINT(500 500)' });
    expect(await kindsOf('nobody')).toEqual(['objectAdded']);
    expect(await kindsOf('reader')).toEqual([]);
    await addObject({ wkt: 'POINT(50 50)' });
    expect(await kindsOf('reader')).toEqual(['objectAdded']);
    await addObject({ classId: hiddenId });
    expect(await kindsOf('nobody')).toHaveLength(2);
  });

  it('a report that waits for review is news when it is approved', async () => {
    const reviewed = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      allowPublicRegistration: true,
      showAfterReview: true,
    });
    await followLayers({ classIds: [reviewed] });
    const { json } = await world.ask<{ id: number }>('POST', 'geoms/add', 'visitor', {
      payload: { wkt: 'POINT(1 2)', name: 'Visitor', description: 'Hole', classId: reviewed },
    });
    expect(await kindsOf('nobody')).toEqual([]);
    await world.ask('POST', `geoms/${json.id}/approve`, 'writer');
    expect(await kindsOf('nobody')).toEqual(['objectAdded']);
  });

  it('what one may not see cannot be followed, and is told to nobody who followed it before', async () => {
    const hidden = await addObject({ classId: hiddenId, isPublic: false });
    expect((await followObject(hidden)).status).toBe(404);
    expect((await followObject(hidden, 'foreigner')).status).toBe(404);
    expect((await followObject(await addObject(), 'foreigner')).status).toBe(404);
    for (const classIds of [[999], [layerId, 999]])
      expect((await followLayers({ classIds })).json.errors?.map(({ code }) => code)).toEqual([
        'UNKNOWN_LAYER',
      ]);
    expect((await followLayers({ areaWkt: 'POINT(1 2)' })).status).toBe(400);
    // At the equator a metre of EPSG:3857 is one on the ground.
    const wide = (side: number) => `POLYGON((0 0,${side} 0,${side} ${side},0 ${side},0 0))`;
    const tooLarge = await followLayers({ areaWkt: wide(31_800) });
    expect([tooLarge.status, tooLarge.json.errors]).toEqual([
      400,
      [{ path: '/areaWkt', code: 'OUT_OF_RANGE' }],
    ]);
    expect((await followLayers({ areaWkt: wide(31_600) })).status).toBe(201);
    expect((await followLayers({ areaWkt: 'POLYGON((0 0,9 9,9 0,0 9,0 0))' })).status).toBe(400);
    expect((await followObject(hidden, 'reader', 'atOnce')).status).toBe(201);
    const { db } = getDatabase();
    const { id: userId } = world.own.users.reader;
    const members = await db.selectFrom('group_members').selectAll().where('user_id', '=', userId).execute();
    const mails = await mailsOf(async () => {
      await comment(hidden, 0);
      await db.deleteFrom('group_members').where('user_id', '=', userId).execute();
    });
    await db.insertInto('group_members').values(members).execute();
    expect(mails).toEqual([]);
  });

  it('one’s own follows are listed, changed and ended, those of others do not exist', async () => {
    const id = await addObject();
    const { json: first } = await followObject(id);
    const { json: again } = await followObject(id, 'nobody', 'weekly');
    expect(again).toMatchObject({ id: first.id, objectId: id, mail: 'weekly', events: ['status', 'reply'] });
    const { json: layers } = await followLayers({ areaWkt: square, name: 'Centre' });
    const list = async (as: Requester) => (await world.ask<Follow[]>('GET', 'follows', as)).json;
    expect(await list('nobody')).toMatchObject([
      { id: layers.id, name: 'Centre', areaWkt: square, classIds: [layerId], objectId: null },
      { id: first.id, objectId: id, areaWkt: null, classIds: [] },
    ]);
    const path = `follows/${layers.id}`;
    const payload = { events: ['reply'], mail: 'atOnce' };
    expect((await world.ask('PATCH', path, 'reader', { payload })).status).toBe(404);
    expect((await world.ask('DELETE', path, 'reader')).status).toBe(404);
    expect((await world.ask<Follow>('PATCH', path, 'nobody', { payload })).json).toMatchObject(payload);
    expect((await world.ask('DELETE', path, 'nobody')).status).toBe(204);
    expect((await list('nobody')).map(({ id: left }) => left)).toEqual([first.id]);
  });

  it('a user follows at most 100 things', async () => {
    const { perUser } = followLimits;
    await sql`INSERT INTO follows (company_id, id, user_id, class_ids, name, events, mail)
      SELECT ${world.own.companyId}, new_id(${world.own.companyId}, 'follow_seq'), ${world.own.users.nobody.id}, '{}', '', '{reply}', 'never'
      FROM generate_series(1, ${perUser - 1}::integer)`.execute(getDatabase().db);
    expect((await followLayers({})).status).toBe(201);
    expect(await followLayers({})).toMatchObject({ status: 409, json: { error: 'TOO_MANY_FOLLOWS' } });
  });

  it('mails come at once or as a digest at 8 in the morning, without what was read, and none when nothing happened', async () => {
    const { email } = world.own.users.nobody;
    const id = await addObject();
    await followObject(id, 'nobody', 'atOnce');
    await followLayers({ mail: 'daily' });
    await getDatabase().db.updateTable('users').set({ language: 'lv' }).where('email', '=', email).execute();
    const [atOnce, ...others] = await mailsOf(() => comment(id, 0));
    expect(others).toEqual([]);
    expect(atOnce?.to).toContain(email);
    expect(atOnce?.subject).toBe(`Jauns statuss: ${world.own.companyId}-${id % 2 ** 32} Kalna iela 2`);
    expect(atOnce?.text).toContain('> Will be repaired');
    expect(atOnce?.text).toContain(`/#/lv/dashboard?object=${id}`);
    expect(await mailsOf(async () => {})).toEqual([]);

    const unread = await addObject({ name: 'Unread' });
    await addObject({ name: 'Read' });
    const [read] = await noticesOf('nobody');
    await world.ask('POST', 'notices/read', 'nobody', { payload: { ids: [read?.id] } });
    expect(await mailsOf(async () => {})).toEqual([]);
    const digest = await mailsOf(async () => world.t.clock.advance(DAY_S));
    expect(digest).toHaveLength(1);
    expect(digest[0]?.text).toContain(`object=${unread}`);
    expect(digest[0]?.text).not.toContain('Read\n');
    expect(await mailsOf(async () => world.t.clock.advance(DAY_S))).toEqual([]);
  });

  it('digests of days without a mail server come when it is back, each once', async () => {
    const { db } = getDatabase();
    await followLayers({ mail: 'daily' });
    const before = (await world.t.mails()).length;
    const sent = async () => (await world.t.mails()).slice(before);
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
    const send = vi.spyOn(world.t.deps.mail, 'send').mockRejectedValue(away);
    const objects: number[] = [];
    for (let day = 0; day < 2; day += 1) {
      const [objectId = 0] = await addObjects(getDatabase(), [{ classId: layerId }]);
      objects.push(objectId);
      await notifyOfObject(db, world.t.clock, { companyId: world.own.companyId, objectId, byId: null });
      world.t.clock.advance(DAY_S);
      await newsJobKind(world.t.deps).run(job, context);
      expect(await sent()).toEqual([]);
    }
    expect(send).toHaveBeenCalled();
    send.mockRestore();
    for (let day = 0; day < 2; day += 1) {
      world.t.clock.advance(DAY_S);
      await newsJobKind(world.t.deps).run(job, context);
      const named = (await sent()).map(({ text }) => objects.filter((id) => text.includes(`object=${id}`)));
      expect(named.toSorted()).toEqual(objects.map((id) => [id]));
    }
  });

  it('two processes that look at the same moment make one mail', async () => {
    const id = await addObject();
    await followObject(id, 'reader', 'atOnce');
    const mails = await mailsOf(async () => {
      await comment(id, 0);
      const kinds = [newsJobKind(world.t.deps), newsJobKind(world.t.deps)];
      await Promise.all(kinds.map((kind) => kind.run(job, context)));
    });
    expect(mails).toHaveLength(1);
  });

  it('one click ends the mails, without a session, until the user asks for them again', async () => {
    const id = await addObject();
    await followObject(id, 'reader', 'atOnce');
    const [mail] = await mailsOf(() => comment(id, 0));
    const url =
      /^<[^>]*(\/api\/v1\/unsubscribe\/[^>]+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    const call = (method: 'GET' | 'POST' | 'DELETE') =>
      world.t.call<{ isSubscribed: boolean }>({ method, url, headers: newAddress() });
    expect((await call('GET')).json.isSubscribed).toBe(true);
    expect((await call('POST')).json.isSubscribed).toBe(false);
    expect(await mailsOf(() => comment(id, 1))).toEqual([]);
    // The bell goes on.
    expect(await kindsOf('reader')).toHaveLength(1);
    const { status } = await world.ask('PUT', 'notices/mail', 'reader', { payload: { mail: 'daily' } });
    expect(status).toBe(200);
    expect((await call('GET')).json.isSubscribed).toBe(true);
    expect(await mailsOf(() => comment(id, 0))).toHaveLength(1);
    await world.ask('PUT', 'notices/mail', 'reader', { payload: { mail: 'never' } });
    const { json: layers } = await followLayers({}, 'reader');
    const patch = (payload: object) => world.ask('PATCH', `follows/${layers.id}`, 'reader', { payload });
    for (const [ask, isSubscribed] of [
      [() => followObject(id, 'reader', 'never'), false],
      [() => patch({ events: ['reply'] }), false],
      [() => followObject(id, 'reader', 'weekly'), true],
      [() => followLayers({ mail: 'daily' }, 'reader'), true],
      [() => patch({ mail: 'weekly' }), true],
    ] as const) {
      await call('POST');
      await ask();
      expect((await call('GET')).json.isSubscribed).toBe(isSubscribed);
    }
  });

  it('a follow has its mails also when the follower is told as the author, or mentioned', async () => {
    const { db } = getDatabase();
    const id = await addObject({}, 'nobody');
    await followObject(id, 'nobody', 'atOnce');
    await followLayers({ events: ['reply'], mail: 'weekly' });
    expect(await mailsOf(() => comment(id, 0))).toHaveLength(1);
    expect(await kindsOf('nobody')).toEqual(['commented']);
    await followObject(id, 'reader', 'atOnce');
    await db
      .updateTable('users')
      .set({ first_name: 'Anna' })
      .where('id', '=', world.own.users.reader.id)
      .execute();
    const payload = { content: '@Anna', statusId: statusIds[0], isPublic: true };
    const mails = await mailsOf(() => world.ask('POST', `geoms/${id}/comment`, 'moduleAdmin', { payload }));
    expect(mails).toHaveLength(2);
    expect(await kindsOf('reader')).toEqual(['mentioned']);
  });

  it('what waits for a mail goes by the rhythm as it is now', async () => {
    const { db } = getDatabase();
    const waiting = async () => {
      const rows = await db
        .selectFrom('notices')
        .select('mail_at')
        .where('mail_at', 'is not', null)
        .execute();
      return rows.map(({ mail_at }) => mail_at);
    };
    const id = await addObject();
    const { json: follow } = await followObject(id, 'nobody', 'weekly');
    await comment(id, 0);
    await comment(id, 0);
    expect(await waiting()).toHaveLength(2);
    const path = `follows/${follow.id}`;
    // A notice of another rhythm waits no longer than its newest event.
    await db.updateTable('follows').set({ mail: 'atOnce' }).execute();
    expect(await mailsOf(() => comment(id, 1))).toHaveLength(1);
    expect(await waiting()).toHaveLength(1);
    await world.ask('PATCH', path, 'nobody', { payload: { events: ['reply'], mail: 'daily' } });
    expect(await waiting()).toHaveLength(1);
    await world.ask('PATCH', path, 'nobody', { payload: { mail: 'never' } });
    expect(await waiting()).toEqual([]);

    await followObject(id, 'nobody', 'daily');
    await comment(id, 0);
    expect(await waiting()).not.toEqual([]);
    await world.ask('DELETE', path, 'nobody');
    expect(await waiting()).toEqual([]);

    const setMail = (mail: string) => world.ask('PUT', 'notices/mail', 'nobody', { payload: { mail } });
    await setMail('daily');
    await comment(await addObject({}, 'nobody'), 0);
    expect(await waiting()).toHaveLength(1);
    await setMail('never');
    expect(await waiting()).toEqual([]);
  });

  it('comments on many objects at once are no news for followers', async () => {
    const id = await addObject();
    await followObject(id);
    const payload = {
      objects: [{ id, version: 1 }],
      content: 'Done',
      statusId: statusIds[0],
      isPublic: true,
    };
    const path = `geoms/class-objects/${layerId}/comment`;
    expect((await world.ask('POST', path, 'moduleAdmin', { payload })).status).toBe(200);
    expect(await kindsOf('nobody')).toEqual([]);
  });

  it('an object that only a view shows is followed there', async () => {
    const { db } = getDatabase();
    const add = (options: object) => addLayer(getDatabase(), { groupId: world.roadsGroup, ...options });
    const sourceId = await add({ name: 'Source', allObjectsPublic: false });
    const viewId = await add({ name: 'Shown', sourceId, allObjectsPublic: true });
    const id = await addObject({ classId: sourceId, isPublic: false });
    expect((await followObject(id, 'nobody', 'atOnce')).status).toBe(201);
    expect(await mailsOf(() => comment(id, 0))).toHaveLength(1);
    expect(await noticesOf('nobody')).toMatchObject([
      { kind: 'statusChanged', object: { id, classId: viewId, layerName: 'Shown' } },
    ]);
    await db.updateTable('classifiers').set({ deleted_at: new Date() }).where('id', '=', viewId).execute();
    expect(await noticesOf('nobody')).toEqual([]);
  });

  it.each([
    ['daily', '2026-11-23T05:59:59Z', '2026-11-23T06:00:00.000Z', 'before 8 in Rīga'],
    ['daily', '2026-11-23T06:00:00Z', '2026-11-24T06:00:00.000Z', 'at 8'],
    ['daily', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00.000Z', 'the clocks go forward in the night'],
    ['daily', '2026-10-24T12:00:00Z', '2026-10-25T06:00:00.000Z', 'the clocks go back in the night'],
    ['weekly', '2026-11-23T05:00:00Z', '2026-11-23T06:00:00.000Z', 'early on a Monday'],
    ['weekly', '2026-10-20T12:00:00Z', '2026-10-26T06:00:00.000Z', 'over the change of clocks'],
    ['weekly', '2026-12-31T12:00:00Z', '2027-01-04T06:00:00.000Z', 'over the turn of the year'],
    ['atOnce', '2026-12-31T12:00:00Z', '2026-12-31T12:00:00.000Z', 'at once'],
    ['never', '2026-12-31T12:00:00Z', undefined, 'never'],
  ])('a %s mail about what happens at %s is due at %s: %s', async (rhythm, now, due, _why) => {
    const at = mailTime({ now: sql<Date>`${now}::timestamptz` }, sql<string>`${rhythm}::text`);
    const { rows } = await sql<{ at: Date | null }>`SELECT ${at} AS at`.execute(getDatabase().db);
    expect(rows[0]?.at?.toISOString()).toBe(due);
  });

  it('an event reaches the queue of 1 000 followers in one go', async () => {
    const { db } = getDatabase();
    const { companyId } = world.own;
    const base = await addUser(db, {
      companyId,
      email: 'follower@example.org',
      password: 'correct horse 7',
      firstLogin: false,
      firstName: '',
      groupIds: [],
    });
    await sql`INSERT INTO users (company_id, id, email, status, language)
      SELECT company_id, new_id(company_id, 'user_seq'), 'follower' || n || '@example.org', 'enabled', language
      FROM users CROSS JOIN generate_series(1, 999) AS n WHERE id = ${base}`.execute(db);
    await sql`INSERT INTO follows (company_id, id, user_id, class_ids, area, name, events, mail)
      SELECT company_id, new_id(company_id, 'follow_seq'), id, ${[layerId]}::bigint[], ST_GeomFromText(${square}, 3857), '', '{added}', 'atOnce'
      FROM users WHERE email LIKE 'follower%@example.org'`.execute(db);
    const objectId = await addObject({ wkt: 'POINT(5000 5000)' });
    await sql`UPDATE geoms SET geom = ST_GeomFromText('POINT(50 50)', 3857) WHERE id = ${objectId}`.execute(
      db,
    );
    const startedAt = performance.now();
    await notifyOfObject(db, world.t.clock, { companyId, objectId, byId: null });
    await newsJobKind(world.t.deps).run(job, context);
    const tookMs = performance.now() - startedAt;
    console.info(`1 000 followers: ${Math.round(tookMs)} ms`);
    const queued = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'mail')
      .where(sql<boolean>`payload ->> 'template' = 'news'`)
      .execute();
    expect(queued.length).toBeGreaterThanOrEqual(1_000);
    // It takes half a second on PostgreSQL; the limit leaves room for a busy machine.
    expect(tookMs).toBeLessThan(10_000);
    await db.deleteFrom('jobs').where('kind', '=', 'mail').execute();
  });
});
