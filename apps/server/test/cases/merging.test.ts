import type {
  ChangeDetails,
  ComparedCase,
  ErrorBody,
  Geom,
  HistoryEntry,
  listNotices,
  mergeCases,
  ReplyOf,
  TimelineEntry,
} from '@pgis/contract';
import { referenceOf } from '@pgis/contract';
import { addComment, addLayer, describeOnEachDatabase, startTestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireChanges } from '../../src/features/changes/expireChanges.ts';
import { aFile, filesFor, formHeaders } from '../files/multipart.ts';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

type Merged = ReplyOf<typeof mergeCases>;

describeOnEachDatabase('Merging duplicates', (getDatabase) => {
  let world: ObjectWorld;
  let plannedId: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    ({ Planned: plannedId = 0 } = await world.readStatusIds());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (more: Partial<Parameters<typeof addLayer>[1]> = {}) =>
    addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      caseLayer: { dueDays: 5, days: 'working' },
      allowPublicRegistration: true,
      ...more,
    });
  async function report(classId: number, more: object = {}, as: Requester = 'moduleAdmin'): Promise<number> {
    const { json, text } = await world.ask<{ id: number }>('POST', 'geoms/add', as, {
      payload: { wkt: 'POINT(1 2)', name: 'Address', description: 'Topic', classId, isPublic: true, ...more },
    });
    if (json.id === undefined) throw new Error(text);
    return json.id;
  }
  const version = (id: number) => ({ id, version: 1 });
  const merge = (keepId: number, ids: readonly number[], more: object = {}, as: Requester = 'writer') =>
    world.ask<Merged & ErrorBody>('POST', 'cases/merge', as, {
      payload: { keep: version(keepId), merge: ids.map(version), ...more },
    });
  const getObject = async (id: number, as: Requester = 'writer') =>
    (await world.ask<Geom>('GET', `geoms/${id}`, as)).json;
  const comment = (geomId: number, content: string, isPublic: boolean, status = 'New') =>
    addComment(getDatabase(), { geomId, content, isPublic, status });
  const vote = (id: number, as: Requester) => world.ask('POST', `geoms/${id}/upvote`, as);
  const attach = async (geometryId: number, name: string) => {
    await world.t.call({
      method: 'POST',
      url: '/api/v1/geom-files',
      headers: { ...newAddress(), ...world.headersOf('writer'), ...formHeaders },
      payload: filesFor(geometryId, aFile(name, 'text')),
    });
  };
  const filesOf = async (id: number) =>
    (await world.ask<{ name: string }[]>('GET', `geom-files/${id}`, 'writer')).json.map(({ name }) => name);
  const undo = async (changeId: number, as: Requester = 'writer') => {
    const { status } = await world.ask('POST', `changes/${changeId}/undo`, as);
    await world.t.deps.background.idle();
    return status;
  };
  const getChange = async (id: number) =>
    (await world.ask<ChangeDetails>('GET', `changes/${id}`, 'writer')).json;
  const contentsOf = ({ comments }: Geom) => comments.map(({ content }) => content).sort();
  const caseOf = (id: number) => world.ask('GET', `cases/${id}`, 'writer');

  it('votes, files and comments move, the status stays, and the merged case is a link', async () => {
    const layerId = await newLayer();
    const kept = await report(layerId);
    const merged = await report(layerId, { name: 'Next door' });
    await comment(kept, 'we are on it', true, 'In progress');
    await comment(merged, 'seen', true, 'Done');
    await comment(merged, 'a note', false);
    await attach(merged, 'photo.txt');
    for (const as of ['writer', 'reader'] as const) await vote(merged, as);
    await vote(kept, 'writer');

    const { json, status } = await merge(kept, [merged]);
    expect([status, json]).toEqual([
      200,
      {
        changeId: expect.any(Number),
        count: 1,
        moved: { votes: 1, files: 1, comments: 1, notes: 0 },
      },
    ]);
    const object = await getObject(kept);
    expect(object).toMatchObject({ upvoteCount: 2, version: 1 });
    expect(contentsOf(object)).toEqual(['seen', 'we are on it']);
    const cases = await world.ask<{ items: { id: number; status: { name: string } }[] }>(
      'GET',
      `cases?_class=${layerId}`,
      'writer',
    );
    expect(cases.json.items).toMatchObject([{ id: kept, status: { name: 'In progress' } }]);
    expect(await filesOf(kept)).toEqual(['photo.txt']);
    // Deleting the comment that moved leaves the status, too.
    const seen = object.comments.find(({ content }) => content === 'seen');
    await world.ask('DELETE', `geoms/${kept}/comment/${seen?.id}`, 'unitAdmin');
    expect((await getObject(kept)).latestComment).toMatchObject({ content: 'we are on it' });

    // For everybody who saw both, its address leads to the other.
    for (const as of ['writer', 'reader', 'visitor', 'foreigner'] as const) {
      const link = await world.ask<ErrorBody>('GET', `geoms/${merged}`, as);
      expect([as, link.status, link.json.error, link.json.current]).toEqual([
        as,
        410,
        'OBJECT_MERGED',
        { id: kept },
      ]);
      expect(link.json.message).toContain(referenceOf(kept));
    }
    expect((await caseOf(merged)).status).toBe(404);
    for (const [method, path] of [
      ['POST', `geoms/${merged}/restore`],
      ['POST', `geoms/${merged}/upvote`],
      ['GET', `geoms/${merged}/history`],
      ['DELETE', `geoms/${merged}`],
    ] as const)
      expect((await world.ask(method, path, 'unitAdmin')).status).toBe(404);
  });

  it('followers of merged cases hear of the case that stays, until the merge is undone', async () => {
    const layerId = await newLayer();
    const [kept, between, first] = [await report(layerId), await report(layerId), await report(layerId)];
    for (const objectId of [first, kept])
      await world.ask('POST', 'follows/objects', 'nobody', { payload: { objectId, mail: 'never' } });
    await world.ask('POST', 'follows/objects', 'reader', { payload: { objectId: first, mail: 'never' } });
    await merge(between, [first]);
    const { json } = await merge(kept, [between]);
    const tell = (content: string) =>
      world.ask('POST', `geoms/${kept}/comment`, 'writer', {
        payload: { content, statusId: plannedId, isPublic: true },
      });
    const newsOf = async (as: Requester) =>
      (await world.ask<ReplyOf<typeof listNotices>>('GET', 'notices', as)).json.items.map(
        ({ object, comment: text, count }) => [object?.id, text, count],
      );
    await tell('Planned for May');
    expect(await newsOf('reader')).toEqual([[kept, 'Planned for May', 1]]);
    expect(await newsOf('nobody')).toEqual([[kept, 'Planned for May', 1]]);
    await undo(json.changeId);
    await tell('Of the other');
    expect(await newsOf('reader')).toEqual([[kept, 'Planned for May', 1]]);
    expect(await newsOf('nobody')).toHaveLength(2);
  });

  it('a comment that a merge has moved gives no status in the timeline, nor hides that the next one does', async () => {
    const layerId = await newLayer();
    const [kept, merged] = [await report(layerId), await report(layerId)];
    await comment(kept, 'planned', true, 'Planned');
    await comment(merged, 'also planned', true, 'Done');
    await merge(kept, [merged]);
    await comment(kept, 'still planned', true, 'Planned');
    await comment(kept, 'begun', true, 'In progress');
    const { json } = await world.ask<{ items: TimelineEntry[] }>('GET', `geoms/${kept}/timeline`, 'visitor');
    expect(
      json.items.flatMap(({ comment: one, isStatusNew }) =>
        one === null ? [] : [[one.content, isStatusNew]],
      ),
    ).toEqual([
      ['begun', true],
      ['still planned', false],
      ['also planned', false],
      ['planned', true],
    ]);
  });

  it('a merge is undone as one, except what somebody has changed since', async () => {
    const layerId = await newLayer();
    const [kept, first, second] = [await report(layerId), await report(layerId), await report(layerId)];
    await comment(first, 'stays deleted', true);
    await comment(first, 'a note', false, 'Done');
    await attach(second, 'photo.txt');
    await vote(second, 'reader');
    const { json } = await merge(kept, [second, first], { withNotes: true });
    expect(json.moved).toEqual({ votes: 1, files: 1, comments: 1, notes: 1 });
    const object = await getObject(kept);
    const gone = object.comments.find(({ content }) => content === 'stays deleted');
    await world.ask('DELETE', `geoms/${kept}/comment/${gone?.id}`, 'unitAdmin');
    await comment(kept, 'of the other', true);

    expect(await getChange(json.changeId)).toMatchObject({
      ...{ kind: 'casesMerged', count: 2, state: 'done', canUndo: true, isOwn: true },
      preview: { count: 2, left: 0 },
    });
    expect(await undo(json.changeId)).toBe(200);
    expect(await getChange(json.changeId)).toMatchObject({ state: 'undone', undone: { count: 2, left: 0 } });
    expect(await getObject(kept)).toMatchObject({ upvoteCount: 0, comments: [{ content: 'of the other' }] });
    expect(await getObject(first)).toMatchObject({ comments: [{ content: 'a note' }], version: 1 });
    expect(await getObject(second)).toMatchObject({ upvoteCount: 1 });
    expect(await filesOf(second)).toEqual(['photo.txt']);
    expect((await caseOf(first)).json).toMatchObject({ status: { name: 'Done' } });
    expect(await undo(json.changeId)).toBe(409);

    const actions = async (id: number) =>
      (await world.ask<{ items: HistoryEntry[] }>('GET', `geoms/${id}/history`, 'writer')).json.items.flatMap(
        ({ action, details }) => (action.includes('MERGE') ? [[action, details]] : []),
      );
    const merged = [first, second].sort((a, b) => a - b).map(referenceOf);
    const moved = { votes: 1, files: 1, comments: 1, notes: 1 };
    expect(await actions(kept)).toEqual([
      ['MERGE_UNDONE', { merged }],
      ['OBJECTS_MERGED', { merged, moved }],
    ]);
    expect(await actions(second)).toEqual([
      ['MERGE_UNDONE', { merged, into: referenceOf(kept) }],
      ['OBJECTS_MERGED', { merged, moved, into: referenceOf(kept) }],
    ]);
  });

  it('a reporter does not vote for their own report by way of a duplicate', async () => {
    const layerId = await newLayer();
    const kept = await report(layerId, {}, 'writer');
    const merged = await report(layerId);
    await vote(merged, 'writer');
    await vote(merged, 'reader');
    const compared = await world.ask<{ items: ComparedCase[] }>(
      'GET',
      `cases/compare?_ids=${kept},${merged}`,
      'reader',
    );
    expect(compared.json.items).toMatchObject([
      { id: kept, upvoteCount: 0, votesTogether: 1, isPublic: true, fileCount: 0 },
      { id: merged, upvoteCount: 2, votesTogether: 2 },
    ]);
    expect((await merge(kept, [merged])).json.moved.votes).toBe(1);
    expect(await getObject(kept)).toMatchObject({ upvoteCount: 1 });
  });

  it('reporters of merged cases are told where their report continues, and get its news until the undo', async () => {
    const layerId = await newLayer();
    const kept = await report(layerId, { userEmail: 'first@example.org' });
    const merged = await report(layerId, { userEmail: 'second@example.org' });
    const again = await report(layerId, { userEmail: 'First@example.org' });
    const hidden = await report(layerId, { userEmail: 'third@example.org' });
    const subjectsTo = async (email: string) =>
      (await world.t.mails()).filter(({ to }) => to.toLowerCase() === email).map(({ subject }) => subject);
    const comment = (id: number) =>
      world.ask('POST', `geoms/${id}/comment`, 'writer', {
        payload: { content: 'On Tuesday', statusId: plannedId, isPublic: true },
      });
    const { json } = await merge(kept, [merged, again], { tellsReporters: true });
    await merge(hidden, [await report(layerId, { userEmail: 'silent@example.org' })]);
    const news = `Your report ${referenceOf(merged)}: `;
    await comment(kept);
    expect((await subjectsTo('second@example.org')).slice(1)).toEqual([
      `${news}already reported`,
      `${news}Planned`,
    ]);
    const told = (await world.t.mails()).find(({ subject }) => subject === `${news}already reported`);
    expect(told?.text).toContain(`continues as ${referenceOf(kept)}.`);
    // One person gets one mail about a comment.
    const [own, other] = [referenceOf(kept), referenceOf(again)].map((number) => `Your report ${number}: `);
    expect((await subjectsTo('first@example.org')).slice(2)).toEqual([
      `${other}already reported`,
      `${own}Planned`,
    ]);
    expect(await subjectsTo('silent@example.org')).toHaveLength(1);
    // A comment that the reporter could not read is not sent.
    await world.ask('POST', `geoms/${kept}/hide`, 'unitAdmin', { payload: { reason: 'A face' } });
    await comment(kept);
    expect(await subjectsTo('second@example.org')).toHaveLength(3);
    await world.ask('POST', `geoms/${kept}/unhide`, 'unitAdmin');
    // Its mail has not been sent before the undo, and is about the other case afterwards.
    await comment(kept);
    await undo(json.changeId);
    await comment(kept);
    expect(await subjectsTo('second@example.org')).toHaveLength(3);
  });

  it('a case merged further leads to the last one, and has to be undone in that order', async () => {
    const layerId = await newLayer();
    const [a, b, c] = [await report(layerId), await report(layerId), await report(layerId)];
    await comment(a, 'of a', true);
    const first = (await merge(b, [a])).json.changeId;
    const second = (await merge(c, [b])).json.changeId;
    const link = await world.ask<ErrorBody>('GET', `geoms/${a}`, 'visitor');
    expect(link.json.current).toEqual({ id: c });
    const byNumber = async (id: number) =>
      (
        await world.ask<{ items: { id?: number; kind: string }[] }>(
          'GET',
          `places?q=${referenceOf(id)}&lon=0&lat=0`,
          'visitor',
        )
      ).json.items.find(({ kind }) => kind === 'object')?.id;
    expect(await byNumber(a)).toBe(c);
    await undo(first);
    expect(await getChange(first)).toMatchObject({ state: 'done', problem: 'OBJECT_MERGED' });
    await undo(second);
    expect(contentsOf(await getObject(b))).toEqual(['of a']);
    await undo(first);
    expect(contentsOf(await getObject(a))).toEqual(['of a']);
    expect((await getObject(a)).latestComment).toMatchObject({ content: 'of a' });
  });

  it('D-PERM-06: a link says nothing of an object to those who may not see both', async () => {
    const layerId = await newLayer({ allowPublicRegistration: false });
    const [open, hidden] = [await report(layerId), await report(layerId, { isPublic: false })];
    await merge(hidden, [open]);
    expect((await world.ask('GET', `geoms/${open}`, 'writer')).status).toBe(410);
    for (const as of ['visitor', 'foreigner'] as const)
      expect((await world.ask('GET', `geoms/${open}`, as)).status).toBe(404);
  });

  it('D-PERM-02: what visitors do not see is not merged into what they see, not even through a view', async () => {
    const layerId = await newLayer({ allowPublicRegistration: false });
    const [open, hidden] = [await report(layerId), await report(layerId, { isPublic: false })];
    const refused = await merge(open, [hidden]);
    expect([refused.status, refused.json.error]).toEqual([409, 'MERGE_WOULD_PUBLISH']);
    expect(refused.json.message).toContain(referenceOf(hidden));
    const inner = await newLayer({ allowPublicRegistration: false, allObjectsPublic: false });
    await addLayer(getDatabase(), { groupId: world.roadsGroup, sourceId: inner, allObjectsPublic: true });
    const viewed = await report(inner);
    expect((await merge(viewed, [hidden])).json.error).toBe('MERGE_WOULD_PUBLISH');
    expect((await merge(hidden, [open, viewed])).status).toBe(200);
  });

  it('a merge takes the rights on both, the versions that were seen, and each case once', async () => {
    const layerId = await newLayer();
    const [kept, other] = [await report(layerId), await report(layerId)];
    const forest = await report(await newLayer({ groupId: world.forestsGroup }));
    const plain = await report(await addLayer(getDatabase(), { groupId: world.roadsGroup }));
    for (const id of [forest, plain]) {
      expect((await merge(kept, [id])).status).toBe(404);
      expect((await merge(id, [kept])).status).toBe(404);
    }
    expect((await merge(kept, [other], {}, 'reader')).status).toBe(403);
    expect((await merge(kept, [kept])).json.errors).toEqual([{ path: '/merge/0/id', code: 'DUPLICATE' }]);
    const stale = await merge(kept, [], { merge: [{ id: other, version: 2 }] });
    expect([stale.status, stale.json.error, stale.json.count]).toEqual([409, 'OBJECTS_CHANGED', 1]);
    const many = await Promise.all(Array.from({ length: 5 }, () => report(layerId)));
    expect((await merge(kept, many)).status).toBe(400);
    expect((await merge(kept, many.slice(1))).status).toBe(200);
    // A module Admin may merge across units; undoing takes the right in both.
    const { json } = await merge(kept, [forest], {}, 'moduleAdmin');
    await undo(json.changeId);
    expect(await getChange(json.changeId)).toMatchObject({ state: 'done', problem: 'NOT_ALLOWED' });
    await undo(json.changeId, 'moduleAdmin');
    expect((await getObject(forest, 'moduleAdmin')).id).toBe(forest);
  });

  it('comments beyond the limit of one object stop a merge', async () => {
    const layerId = await newLayer();
    const [kept, other] = [await report(layerId), await report(layerId)];
    for (const [id, count] of [
      [kept, 300],
      [other, 201],
    ] as const)
      await sql`INSERT INTO comments (company_id, id, geom_id, content, status_id, is_public)
        SELECT ${world.own.companyId}::integer, new_id(${world.own.companyId}::integer, 'comment_seq'), ${id}::bigint,
          'x', (SELECT id FROM classifiers WHERE company_id = ${world.own.companyId}::integer AND kind = 'status' LIMIT 1),
          n > 1 FROM generate_series(1, ${count}::integer) AS n`.execute(getDatabase().db);
    expect((await merge(kept, [other], { withNotes: true })).json.error).toBe('TOO_MANY_COMMENTS');
    expect((await merge(kept, [other])).json.moved.comments).toBe(200);
  });

  it('of two processes that merge two cases into each other one succeeds', async () => {
    const layerId = await newLayer();
    await using second = await startTestApp(getDatabase(), { env: { TRUST_PROXY: 'true' } });
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await report(layerId), await report(layerId)];
      await vote(a, 'reader');
      await vote(b, 'reader');
      const answers = await Promise.all(
        (
          [
            [world.t, a, b],
            [second, b, a],
          ] as const
        ).map(([t, keep, other]) =>
          t.call({
            method: 'POST',
            url: '/api/v1/cases/merge',
            headers: { ...newAddress(), ...world.headersOf('writer') },
            payload: { keep: version(keep), merge: [version(other)] },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      const rows = await getDatabase()
        .db.selectFrom('geoms')
        .select(['upvote_count', 'merged_into'])
        .where('id', 'in', [a, b])
        .where('deleted_at', 'is', null)
        .execute();
      expect(rows).toEqual([{ upvote_count: 1, merged_into: null }]);
    }
  });

  it('a merged case stays for as long as the one that it was merged into', async () => {
    const layerId = await newLayer();
    const [kept, merged] = [await report(layerId), await report(layerId)];
    await merge(kept, [merged]);
    const { db } = getDatabase();
    const existing = async () =>
      (await db.selectFrom('geoms').select('id').where('class_id', '=', layerId).orderBy('id').execute()).map(
        ({ id }) => id,
      );
    const age = (id: number) =>
      sql`UPDATE geoms SET deleted_at = now() - interval '31 days' WHERE id = ${id}::bigint`.execute(db);
    const expire = () => expireChanges(world.t.deps, new AbortController().signal);
    await age(merged);
    await expire();
    expect(await existing()).toEqual([kept, merged]);
    await world.ask('DELETE', `geoms/${kept}`, 'unitAdmin');
    await age(kept);
    await expire();
    await expire();
    expect(await existing()).toEqual([]);
  });
});
