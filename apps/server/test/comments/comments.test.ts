import { type Comment, type ErrorBody, type Geom, type LoadReply, limits } from '@pgis/contract';
import { addLayer, addObject, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOfObject } from '../objects/auditOfObject.ts';
import { makeObjectWorld, type ObjectWorld, type Requester, requesters } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('comments', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  let layer: number;
  let foreignStatus: number;
  const statuses: Record<string, number> = {};
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    const rows = await getDatabase()
      .db.selectFrom('classifiers')
      .select(['id', 'name', 'company_id'])
      .where('kind', '=', 'status')
      .execute();
    for (const row of rows) if (row.company_id === world.own.companyId) statuses[row.name] = row.id;
    foreignStatus = rows.find((row) => row.company_id === world.foreign.companyId)?.id ?? 0;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const call = <T = Comment & ErrorBody>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    requester: Requester,
    payload?: object,
    language = 'en',
  ) =>
    world.ask<T>(method, `geoms/${path}`, requester, {
      headers: { 'accept-language': language },
      ...(payload && { payload }),
    });
  const newObject = (isPublic = true) => addObject(getDatabase(), { classId: layer, isPublic });
  const add = (id: number, body: object = {}, requester: Requester = 'writer') =>
    call('POST', `${id}/comment`, requester, {
      content: 'A crew is booked',
      statusId: statuses.Planned,
      ...body,
    });
  const remove = (id: number, commentId: number, requester: Requester = 'writer') =>
    call('DELETE', `${id}/comment/${commentId}`, requester);
  const read = async (id: number, requester: Requester, language = 'en') =>
    (await call<Geom>('GET', `${id}`, requester, undefined, language)).json;
  const auditOf = (id: number) => auditOfObject(getDatabase(), id);

  /** Returns the newest comment as one object and the load of its layer report it; both have to agree. */
  async function latest(id: number, requester: Requester): Promise<string | null> {
    const { latestComment } = await read(id, requester);
    const load = await call<LoadReply>('POST', 'points', requester, {
      minx: -1,
      miny: -1,
      maxx: 1,
      maxy: 1,
      zoom: 18,
      classifiers: [layer],
    });
    const feature = load.json.features.find((candidate) => candidate.id === id);
    expect(feature?.latestComment).toEqual(latestComment);
    return latestComment && `${latestComment.status}: ${latestComment.content}`;
  }

  itOnce(
    'API-COMM-01 DATA-24 D-API-01: adding answers the comment, trimmed and internal by default',
    async () => {
      const id = await newObject();
      const { status, json } = await add(id, { content: '  A crew is booked\nfor Friday \t' });
      expect(status).toBe(200);
      expect(json).toEqual({
        id: expect.any(Number),
        content: 'A crew is booked\nfor Friday',
        statusId: statuses.Planned,
        status: 'Planned',
        statusType: 'open',
        isPublic: false,
        added: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        author: 'writer',
        canDelete: true,
      });
      expect(Math.abs(Date.now() - Date.parse(json.added))).toBeLessThan(120_000);
      expect((await read(id, 'writer')).comments).toEqual([json]);
      expect((await read(id, 'reader', 'lv')).comments).toMatchObject([
        { status: 'Ieplānots', canDelete: false },
      ]);
    },
  );

  test('D-PERM-01 D-PERM-02 PERM-10 COMM-05: who adds a comment, and who deletes whose', async () => {
    const adds = { visitor: 401, foreigner: 403, nobody: 403, reader: 403, writer: 200, unitAdmin: 200 };
    const deletesOther = {
      visitor: 401,
      foreigner: 403,
      nobody: 403,
      reader: 403,
      writer: 403,
      unitAdmin: 204,
    };
    for (const requester of requesters) {
      const id = await newObject();
      const added = await add(id, { isPublic: true }, requester);
      expect(`${requester} ${added.status}`).toBe(`${requester} ${{ moduleAdmin: 200, ...adds }[requester]}`);
      const byOther = await add(
        id,
        { isPublic: true },
        requester === 'moduleAdmin' ? 'writer' : 'moduleAdmin',
      );
      const removed = await remove(id, byOther.json.id, requester);
      expect(`${requester} ${removed.status}`).toBe(
        `${requester} ${{ moduleAdmin: 204, ...deletesOther }[requester]}`,
      );
    }
    const own = await newObject();
    expect((await remove(own, (await add(own)).json.id, 'writer')).status).toBe(204);
    const hidden = await newObject(false);
    const { json } = await add(hidden);
    for (const requester of ['foreigner', 'nobody'] as const) {
      expect((await add(hidden, {}, requester)).status).toBe(404);
      expect((await remove(hidden, json.id, requester)).status).toBe(404);
    }
  });

  test('D-CLS-03 INFO-06: visitors are given the public comments and their status, the unit all of them', async () => {
    const id = await newObject();
    await add(id, { content: 'Thank you', statusId: statuses['Under review'], isPublic: true });
    await add(id, { content: 'Waiting for the supplier', statusId: statuses['In progress'] });
    for (const requester of ['visitor', 'foreigner', 'nobody'] as const) {
      const { comments } = await read(id, requester);
      expect(comments.map(({ content, author, canDelete }) => [content, author, canDelete])).toEqual([
        ['Thank you', '', false],
      ]);
      expect(await latest(id, requester)).toBe('Under review: Thank you');
    }
    for (const requester of ['reader', 'writer', 'moduleAdmin'] as const) {
      const { comments } = await read(id, requester);
      expect(comments.map(({ content }) => content)).toEqual(['Waiting for the supplier', 'Thank you']);
      expect(await latest(id, requester)).toBe('In progress: Waiting for the supplier');
    }
  });

  itOnce('API-COMM-02 D-CLS-03: deleting takes the status back to that of the comment before', async () => {
    const id = await newObject();
    const first = await add(id, { content: 'one', isPublic: true, statusId: statuses.New });
    const second = await add(id, { content: 'two', isPublic: true, statusId: statuses.Done });
    const third = await add(id, { content: 'three', statusId: statuses['In progress'] });
    expect([await latest(id, 'visitor'), await latest(id, 'reader')]).toEqual([
      'Done: two',
      'In progress: three',
    ]);
    const removed = await remove(id, second.json.id);
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect([await latest(id, 'visitor'), await latest(id, 'reader')]).toEqual([
      'New: one',
      'In progress: three',
    ]);
    await remove(id, third.json.id);
    expect([await latest(id, 'visitor'), await latest(id, 'reader')]).toEqual(['New: one', 'New: one']);
    await remove(id, first.json.id);
    expect([await latest(id, 'visitor'), await latest(id, 'reader')]).toEqual([null, null]);
    expect((await remove(id, first.json.id)).status).toBe(404);
  });

  itOnce(
    'D-CLS-03: of comments added at the same moment the last one is the status, on every read',
    async () => {
      const id = await newObject();
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => add(id, { content: `c${index}`, isPublic: true })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      const { comments } = await read(id, 'visitor');
      expect(comments).toHaveLength(6);
      expect(await latest(id, 'visitor')).toBe(`Planned: ${comments[0]?.content}`);
    },
  );

  test('API-COMM-02: of two who delete one comment the second finds nothing, and one is in the log', async () => {
    const id = await newObject();
    const { json } = await add(id);
    const answers = await Promise.all([remove(id, json.id), remove(id, json.id, 'unitAdmin')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    const deletions = (await auditOf(id)).filter(({ action }) => action === 'COMMENT_DELETED');
    expect(deletions).toHaveLength(1);
  });

  test('D-LOG-01: adding and deleting are in the log with what was said', async () => {
    const id = await newObject();
    const { json } = await add(id, { isPublic: true });
    await remove(id, json.id, 'unitAdmin');
    const comment = {
      commentId: json.id,
      content: 'A crew is booked',
      statusId: statuses.Planned,
      isPublic: true,
    };
    expect(await auditOf(id)).toEqual([
      { action: 'COMMENT_ADDED', user_name: 'writer', details: { new: comment } },
      { action: 'COMMENT_DELETED', user_name: 'unitAdmin', details: { old: comment } },
    ]);
  });

  test('a comment neither makes an open form stale nor belongs to another object', async () => {
    const id = await newObject();
    const other = await newObject();
    const { json } = await add(id);
    expect((await read(id, 'writer')).version).toBe(1);
    expect((await remove(other, json.id)).status).toBe(404);
    expect((await read(id, 'writer')).comments).toHaveLength(1);
  });

  test.each([
    ['COMM-03: no content', { content: ' \n ' }, '/content', 'TOO_SHORT'],
    ['content is too long', { content: 'x'.repeat(limits.commentLength + 1) }, '/content', 'TOO_LONG'],
    ['COMM-02: no status', { statusId: undefined }, '/statusId', 'REQUIRED'],
    ['a layer is no status', { statusId: 'layer' }, '/statusId', 'UNKNOWN_STATUS'],
    ['a status of another company', { statusId: 'foreign' }, '/statusId', 'UNKNOWN_STATUS'],
    ['an unknown property', { author: 'me' }, '/author', 'UNKNOWN_PROPERTY'],
  ])('%s is refused with its path', async (_, body, path, code) => {
    const id = await newObject();
    const named = { layer, foreign: foreignStatus };
    const statusId =
      'statusId' in body && typeof body.statusId === 'string'
        ? { statusId: named[body.statusId as keyof typeof named] }
        : {};
    const { status, json } = await add(id, { ...body, ...statusId });
    expect([status, json.errors]).toEqual([400, [{ path, code }]]);
    expect((await read(id, 'writer')).comments).toEqual([]);
  });

  test('a comment takes its full length, and an object its full number and not one more', async () => {
    const id = await newObject();
    const full = await add(id, { content: `  ${'ā'.repeat(limits.commentLength)}  ` });
    expect([full.status, full.json.content.length]).toEqual([200, limits.commentLength]);
    const company = world.own.companyId;
    await sql`
      INSERT INTO comments (company_id, id, geom_id, content, status_id)
      SELECT ${company}::integer, new_id(${company}::integer, 'comment_seq'), ${id}::bigint, 'c',
             ${statuses.New}::bigint
      FROM generate_series(1, ${limits.commentsPerObject - 2}::integer)`.execute(getDatabase().db);
    expect((await add(id)).status).toBe(200);
    const over = await add(id);
    expect([over.status, over.json.error]).toEqual([409, 'TOO_MANY_COMMENTS']);
    expect((await read(id, 'writer')).comments).toHaveLength(limits.commentsPerObject);
  });
});
