import type { listMentionable, listNotices, Notice, ReplyOf } from '@pgis/contract';
import { addLayer, describeOnEachDatabase, fakeClock } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { noticeCleanup } from '../../src/features/notices/noticeCleanup.ts';
import { overdueJobKind } from '../../src/features/notices/overdueJob.ts';
import type { Job, JobContext } from '../../src/jobs/JobKind.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

type List = ReplyOf<typeof listNotices>;

const DAY_S = 86_400;
const job = {} as Job;
const context = { extendLease: async () => {} } as unknown as JobContext;

describeOnEachDatabase('notices', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  let statusId: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layerId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      name: 'Potholes',
      allowPublicRegistration: true,
      caseLayer: { dueDays: 5, days: 'calendar' },
    });
    ({ Planned: statusId = 0 } = await world.readStatusIds());
    await name('writer', 'Ilze', 'Bērziņa');
    await name('reader', 'Anna', 'Ozola');
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(() => getDatabase().db.deleteFrom('notices').execute());

  /** The jobs see another moment; a session would not last that long. */
  const later = (seconds: number) => {
    const clock = fakeClock();
    clock.advance(seconds);
    return { ...world.t.deps, clock };
  };
  const idOf = (who: 'writer' | 'reader' | 'unitAdmin' | 'moduleAdmin' | 'nobody') => world.own.users[who].id;
  const name = (who: 'writer' | 'reader', first_name: string, last_name: string) =>
    getDatabase()
      .db.updateTable('users')
      .set({ first_name, last_name })
      .where('id', '=', idOf(who))
      .execute();
  async function addCase(as: Requester = 'moduleAdmin', payload: object = {}): Promise<number> {
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
  const change = async (payload: object, as: Requester = 'moduleAdmin') => {
    const { status, text } = await world.ask('PATCH', 'cases', as, { payload });
    expect(text && status).toBe(200);
  };
  const comment = async (
    id: number,
    content: string,
    { isPublic = true, as = 'moduleAdmin' as Requester } = {},
  ) => {
    const payload = { content, statusId, isPublic };
    const { status, text } = await world.ask('POST', `geoms/${id}/comment`, as, { payload });
    expect(text && status).toBe(200);
  };
  const list = async (as: Requester, query = '') =>
    (await world.ask<List>('GET', `notices${query}`, as)).json;
  const kindsOf = async (as: Requester) => (await list(as)).items.map(({ kind }) => kind);
  const count = async (as: Requester) =>
    (await world.ask<{ unread: number }>('GET', 'notices/count', as)).json.unread;
  const read = (as: Requester, payload: object) =>
    world.ask<{ unread: number }>('POST', 'notices/read', as, { payload });

  it('a person is told of what others assign to them, in one notice an object', async () => {
    const id = await addCase();
    await change({ ids: [id], assigneeId: idOf('writer') });
    expect((await list('writer')).items).toMatchObject([
      {
        kind: 'assigned',
        count: 1,
        isRead: false,
        by: 'moduleAdmin',
        object: { id, name: 'Kalna iela 2', classId: layerId, layerName: 'Potholes' },
      },
    ]);
    await change({ ids: [id], assigneeId: null });
    await change({ ids: [id], assigneeId: idOf('writer') });
    expect((await list('writer')).items).toMatchObject([{ count: 2 }]);
    await change({ ids: [await addCase()], assigneeId: idOf('unitAdmin') }, 'unitAdmin');
    expect(await kindsOf('unitAdmin')).toEqual([]);
  });

  it('a unit is told of work that nobody in particular was given', async () => {
    const { bridges } = world.own.units;
    await change({ ids: [await addCase()], unitId: bridges }, 'writer');
    // Nobody has a level in Bridges itself, so those of the unit above are told, and nobody further up.
    expect(await kindsOf('unitAdmin')).toEqual(['unitAssigned']);
    for (const as of ['writer', 'reader', 'moduleAdmin', 'nobody'] as const)
      expect(await kindsOf(as)).toEqual([]);
    await change({ ids: [await addCase()], unitId: bridges, assigneeId: idOf('writer') }, 'moduleAdmin');
    expect(await kindsOf('unitAdmin')).toEqual(['unitAssigned']);
    expect(await kindsOf('writer')).toEqual(['assigned']);
  });

  it('a comment tells whom it mentions, the assignee, and the user who added the object', async () => {
    const id = await addCase('unitAdmin');
    await change({ ids: [id], assigneeId: idOf('writer') }, 'writer');
    await comment(id, 'Please look, @Ilze Bērziņa and @anna ozola.', { isPublic: false });
    expect(await kindsOf('writer')).toEqual(['mentioned']);
    expect((await list('reader')).items).toMatchObject([
      { kind: 'mentioned', comment: 'Please look, @Ilze Bērziņa and @anna ozola.', object: { id } },
    ]);
    // An internal comment is no answer.
    expect(await kindsOf('unitAdmin')).toEqual([]);
    await comment(id, 'Repaired tomorrow.');
    expect(await kindsOf('unitAdmin')).toEqual(['commented']);
    expect(await kindsOf('writer')).toEqual(['commented', 'mentioned']);
    expect(await kindsOf('moduleAdmin')).toEqual([]);
  });

  it('whoever comments is offered the users who can be mentioned', async () => {
    const id = await addCase();
    const ask = (as: Requester) =>
      world.ask<ReplyOf<typeof listMentionable>>('GET', `geoms/${id}/mentionable`, as);
    const { status, json } = await ask('writer');
    expect(status).toBe(200);
    const ids = json.map((user) => user.id);
    for (const as of ['writer', 'reader', 'unitAdmin', 'moduleAdmin'] as const)
      expect(ids, as).toContain(idOf(as));
    for (const as of ['nobody', 'disabled'] as const) expect(ids, as).not.toContain(world.own.users[as].id);
    expect(json.map(({ name }) => name)).toContain('Ilze Bērziņa');
    expect((await ask('reader')).status).toBe(403);
    expect((await ask('visitor')).status).toBe(401);
  });

  it('nobody outside the unit is mentioned', async () => {
    await comment(await addCase(), '@nobody @disabled');
    expect(await getDatabase().db.selectFrom('notices').selectAll().execute()).toEqual([]);
  });

  it('comments on many objects at once tell as single ones do', async () => {
    const ids = [await addCase('unitAdmin'), await addCase('unitAdmin')];
    const payload = {
      objects: ids.map((id) => ({ id, version: 1 })),
      content: 'Done',
      statusId,
      isPublic: true,
    };
    const { status, text } = await world.ask(
      'POST',
      `geoms/class-objects/${layerId}/comment`,
      'moduleAdmin',
      { payload },
    );
    expect(text && status).toBe(200);
    expect((await list('unitAdmin')).items.map(({ object }) => object?.id).sort()).toEqual(ids);
  });

  it('what is read is no longer counted, and only one’s own is marked', async () => {
    for (let n = 0; n < 3; n++) await change({ ids: [await addCase()], assigneeId: idOf('writer') });
    const { items, unread } = await list('writer');
    expect(unread).toBe(3);
    const [newest, , oldest] = items as [Notice, Notice, Notice];
    expect((await read('unitAdmin', { ids: [newest.id] })).json).toEqual({ unread: 0 });
    expect(await count('writer')).toBe(3);
    expect((await read('writer', { ids: [newest.id] })).json).toEqual({ unread: 2 });
    expect((await list('writer', '?_unread=true')).items.map(({ id }) => id)).not.toContain(newest.id);
    expect((await list('writer')).items[0]).toMatchObject({ id: newest.id, isRead: true });
    expect((await read('writer', { until: oldest.at })).json).toEqual({ unread: 1 });
    expect((await read('writer', {})).json).toEqual({ unread: 0 });
  });

  it('a page has at most 50 notices, and says when there are more', async () => {
    for (let n = 0; n < 3; n++) await change({ ids: [await addCase()], assigneeId: idOf('writer') });
    const first = await list('writer', '?_size=2');
    const second = await list('writer', '?_size=2&_page=2');
    expect([first.items.length, first.hasMore, second.items.length, second.hasMore]).toEqual([
      2,
      true,
      1,
      false,
    ]);
    expect(second.items[0]?.id).not.toBe(first.items[1]?.id);
    expect((await world.ask('GET', 'notices?_size=50', 'writer')).status).toBe(200);
    expect((await world.ask('GET', 'notices?_size=51', 'writer')).status).toBe(400);
    const ids = Array.from({ length: 51 }, (_, n) => n + 1);
    expect((await read('writer', { ids: ids.slice(1) })).status).toBe(200);
    expect((await read('writer', { ids })).status).toBe(400);
    expect((await read('writer', { until: '2026-06-30T23:59:60Z' })).status).toBe(400);
    expect((await read('writer', { until: '0000-01-01T00:00:00Z' })).status).toBe(200);
  });

  it('a notice about what its reader may no longer see is neither listed nor counted', async () => {
    const id = await addCase('unitAdmin');
    await comment(id, '@Ilze Bērziņa: internal', { isPublic: false });
    await change({ ids: [id], assigneeId: idOf('writer') });
    expect(await count('writer')).toBe(2);
    const { db } = getDatabase();
    const members = await db
      .selectFrom('group_members')
      .selectAll()
      .where('user_id', '=', idOf('writer'))
      .execute();
    await db.deleteFrom('group_members').where('user_id', '=', idOf('writer')).execute();
    world.t.deps.sessions.clear();
    // The object is public; the work on it and its internal comments are not.
    expect([await count('writer'), await kindsOf('writer')]).toEqual([0, []]);
    await db.insertInto('group_members').values(members).execute();
    world.t.deps.sessions.clear();
    expect(await count('writer')).toBe(2);
    await db.updateTable('comments').set({ deleted_at: new Date() }).where('geom_id', '=', id).execute();
    expect(await kindsOf('writer')).toEqual(['assigned']);
    await world.ask('DELETE', `geoms/${id}`, 'moduleAdmin');
    expect([await count('writer'), await kindsOf('writer')]).toEqual([0, []]);
  });

  it('a user who added an object without a level in its unit is told of public answers alone', async () => {
    const id = await addCase('nobody');
    await comment(id, 'Internal', { isPublic: false });
    expect(await count('nobody')).toBe(0);
    await comment(id, 'Thank you');
    expect((await list('nobody')).items).toMatchObject([{ kind: 'commented', comment: 'Thank you' }]);
  });

  it('a passed due date is told once: to the assignee, else to the unit; again when another date has passed', async () => {
    const { run, period } = overdueJobKind(world.t.deps);
    await run(job, context);
    await getDatabase().db.deleteFrom('notices').execute();
    expect(await period?.hasWork?.()).toBe(false);
    const [mine, ours, paused, future] = [await addCase(), await addCase(), await addCase(), await addCase()];
    const today = (await world.ask<{ today: string }>('GET', 'cases', 'writer')).json.today;
    const dayAfter = (days: number) =>
      new Date(Date.parse(today) + days * DAY_S * 1_000).toISOString().slice(0, 10);
    await change({ ids: [mine, ours, paused], dueOn: dayAfter(-1) });
    await change({ ids: [mine], assigneeId: idOf('writer') }, 'writer');
    await change({ ids: [paused], isPaused: true });
    // The day itself is not over.
    await change({ ids: [future], dueOn: today });
    const told = async () => [
      await kindsOf('writer'),
      await kindsOf('unitAdmin'),
      await kindsOf('moduleAdmin'),
    ];
    await getDatabase().db.deleteFrom('notices').execute();
    expect(await period?.hasWork?.()).toBe(true);
    await run(job, context);
    const both = [['overdue', 'overdue'], ['overdue'], []];
    expect(await told()).toEqual(both);
    expect((await list('unitAdmin')).items).toMatchObject([
      { kind: 'overdue', dueOn: dayAfter(-1), by: null, object: { id: ours } },
    ]);
    await run(job, context);
    expect((await list('unitAdmin')).items).toMatchObject([{ count: 1 }]);
    expect(await period?.hasWork?.()).toBe(false);
    await overdueJobKind(later(DAY_S)).run(job, context);
    expect((await list('unitAdmin')).items.map(({ object }) => object?.id)).toEqual([future, ours]);
    await change({ ids: [ours], dueOn: dayAfter(-5) });
    await run(job, context);
    expect((await list('unitAdmin')).items).toContainEqual(
      expect.objectContaining({ count: 2, dueOn: dayAfter(-5) }),
    );
  });

  it('two processes that look at the same moment tell of a passed due date once', async () => {
    const id = await addCase();
    await change({ ids: [id], assigneeId: idOf('writer') });
    await getDatabase().db.deleteFrom('notices').execute();
    const kinds = [overdueJobKind(later(7 * DAY_S)), overdueJobKind(later(7 * DAY_S))];
    await Promise.all(kinds.map(({ run }) => run(job, context)));
    const ofCase = (await list('writer')).items.filter(({ object }) => object?.id === id);
    expect(ofCase).toMatchObject([{ kind: 'overdue', count: 1 }]);
  });

  it('a notice is deleted after 90 days', async () => {
    await change({ ids: [await addCase()], assigneeId: idOf('writer') });
    const { db } = getDatabase();
    const { companyId } = world.own;
    await sql`INSERT INTO notices (company_id, id, user_id, kind, at)
      SELECT ${companyId}, new_id(${companyId}, 'notice_seq'), ${idOf('writer')}, 'importDone', now()
      FROM generate_series(1, 1000)`.execute(db);
    const cleanUpAfter = (days: number) => noticeCleanup(later(days * DAY_S)).run(job, context);
    await cleanUpAfter(89);
    const left = () => db.selectFrom('notices').select('id').execute();
    expect(await left()).toHaveLength(1_001);
    await cleanUpAfter(91);
    expect(await left()).toEqual([]);
  });
});
