import type { Classifier, ErrorBody, Geom } from '@pgis/contract';
import { limits } from '@pgis/contract';
import { addLayer, addObject, describeOnEachDatabase, mapQuery } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester, requesters } from '../objects/ObjectWorld.ts';
import { toCookieHeader } from '../objects/toCookieHeader.ts';

const everywhere = { minx: -1e7, miny: -1e7, maxx: 1e7, maxy: 1e7, zoom: 18 };
const canary = 'c4nary';
const reason = 'It names a person';
type Waiting = { classId: number; count: number; oldestId: number }[];

describeOnEachDatabase('review of what visitors add', (getDatabase) => {
  let world: ObjectWorld;
  let layer: number;
  let view: number;
  const open = { fields: ['state'], allowPublicRegistration: true } as const;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    const geomStyle = JSON.stringify({ objLabel: '{name} {data.state}' });
    layer = await addLayer(getDatabase(), {
      ...open,
      groupId: world.roadsGroup,
      showAfterReview: true,
      geomStyle,
    });
    view = await addLayer(getDatabase(), { groupId: world.roadsGroup, sourceId: layer });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const ask = <T = Geom & ErrorBody & { current: Geom }>(...call: Parameters<ObjectWorld['ask']>) =>
    world.ask<T>(...call);
  const decide = (id: number, decision: 'approve' | 'hide' | 'unhide', requester: Requester = 'writer') =>
    ask('POST', `geoms/${id}/${decision}`, requester, decision === 'hide' ? { payload: { reason } } : {});
  /** Only one test adds it, so that no other object has its traces. */
  const canaryObject = {
    wkt: 'POINT(654321.25 123456.75)',
    name: canary,
    description: canary,
    data: JSON.stringify({ state: canary }),
  };
  const plainObject = { wkt: 'POINT(5 5)', name: 'a', description: 'b' };
  /** Adds a visitor's report and returns it with the visitor's cookie. */
  async function report(classId = layer, body: object = plainObject) {
    const answer = await ask<{ id: number }>('POST', 'geoms/add', 'visitor', {
      payload: { ...body, classId },
    });
    expect(answer.status).toBe(201);
    return { id: answer.json.id, cookie: toCookieHeader(answer.headers) };
  }
  const statusFor = async (id: number, requester: Requester, headers: Record<string, string> = {}) =>
    (await ask('GET', `geoms/${id}`, requester, { headers })).status;
  const auditOf = (id: number) =>
    getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'details'])
      .where('entity', '=', 'object')
      .where('entity_id', '=', id)
      .where('action', '!=', 'OBJECT_ADDED')
      .orderBy('id')
      .execute();

  /** Everything that reads objects, as one text. */
  async function everyRead(
    id: number,
    requester: Requester,
    headers: Record<string, string> = {},
  ): Promise<string> {
    const classifiers = [layer, view];
    const objectFilter = [{ classId: layer, field: 'state', value: canary }];
    const filter = `_class=${layer}&_field=state&_value=${canary}`;
    const posts = [
      ...['points', 'lines', 'polygons'].map(
        (kind) => [`geoms/${kind}`, { ...everywhere, classifiers }] as const,
      ),
      ['geoms/points', { ...everywhere, classifiers, objectFilter }],
      ['geoms/features', { ...everywhere, classifiers }],
      ['geoms/nearestgeom', { x: 654321, y: 123456, zoom: 18, classifiers }],
      [`geoms/csv/${id}`, {}],
    ] as const;
    const gets = [
      `geoms/${id}`,
      `geoms/extent/${layer}`,
      `geoms/extent/${view}`,
      `geoms/extent/${layer}?${filter}`,
      `geoms/extent/${layer}/${id}`,
      `geoms/extent/${view}/${id}`,
      `classifiers/layers?${filter}`,
      `places?${new URLSearchParams({ q: canary, lon: '5.88', lat: '1.11' })}`,
      `places?${new URLSearchParams({ q: `${world.own.companyId}-${id % 2 ** 32}`, lon: '0', lat: '0' })}`,
      `geom-files/${id}`,
      `geom-files/images/${id}`,
    ];
    const texts: string[] = [];
    for (const [path, payload] of posts)
      texts.push((await ask('POST', path, requester, { payload, headers })).text);
    for (const path of gets) texts.push((await ask('GET', path, requester, { headers })).text);
    return texts.join('\n');
  }

  /** Returns true if the layer's image has a pixel at the canary's position. */
  async function isInImage(requester: Requester, headers: Record<string, string> = {}): Promise<boolean> {
    const layerImage = async (...box: readonly number[]) => {
      const query = new URLSearchParams(mapQuery(`${layer}_points`, box));
      const answer = await ask('GET', `proxy/wmsLayers/${layer}?${query}`, requester, { headers });
      expect(answer.status).toBe(200);
      return answer.text;
    };
    return (
      (await layerImage(654_221, 123_356, 654_421, 123_556)) !==
      (await layerImage(900_000, 900_000, 900_200, 900_200))
    );
  }

  const traces = [canary, '654321', '123456'];
  const knows = (text: string, id: number) => [...traces, `${id}`].some((trace) => text.includes(trace));

  test('D-CLS-07: what waits or was hidden is in no reading call of other visitors, and in all of its reporter and its unit', async () => {
    const { id, cookie } = await report(layer, canaryObject);
    const outsiders = [
      ['visitor', {}],
      ['visitor', (await report()).cookie],
      ['foreigner', {}],
      ['nobody', {}],
    ] as const;
    const insiders = [
      ['visitor', cookie],
      ['reader', {}],
      ['writer', {}],
      ['moduleAdmin', {}],
    ] as const;
    const expectUnchanged = async () => {
      for (const [requester, headers] of outsiders) {
        const text = await everyRead(id, requester, headers);
        for (const trace of [...traces, `${id}`]) expect(`${requester}: ${text}`).not.toContain(trace);
        expect(await isInImage(requester, headers)).toBe(false);
        expect((await ask('POST', `geoms/${id}/upvote`, requester, { headers })).status).toBe(404);
      }
      for (const [requester, headers] of insiders) {
        const text = await everyRead(id, requester, headers);
        for (const trace of [...traces, `${id}`]) expect(`${requester}: ${text}`).toContain(trace);
        expect(await isInImage(requester, headers)).toBe(true);
      }
    };
    await expectUnchanged();
    await decide(id, 'approve');
    for (const [requester, headers] of outsiders) {
      expect(knows(await everyRead(id, requester, headers), id)).toBe(true);
      expect(await isInImage(requester, headers)).toBe(true);
    }
    await decide(id, 'hide');
    await expectUnchanged();
  });

  test('D-CLS-07: a report waits in a layer with review, and what its own people add does not', async () => {
    const { id, cookie } = await report();
    const mine = (await ask('GET', `geoms/${id}`, 'visitor', { headers: cookie })).json;
    expect([mine.review, mine.canHide]).toEqual(['waiting', false]);
    const byWriter = await ask<{ id: number }>('POST', 'geoms/add', 'writer', {
      payload: { ...plainObject, classId: layer, isPublic: true },
    });
    expect(await statusFor(byWriter.json.id, 'visitor')).toBe(200);
    const plain = await addLayer(getDatabase(), { ...open, groupId: world.roadsGroup });
    expect(await statusFor((await report(plain)).id, 'visitor')).toBe(200);
    const byForeigner = await ask<{ id: number }>('POST', 'geoms/add', 'foreigner', {
      payload: { ...plainObject, classId: layer },
    });
    const visibleTo = ['foreigner', 'visitor', 'nobody', 'reader'] as const;
    const answers = await Promise.all(
      visibleTo.map((requester) => statusFor(byForeigner.json.id, requester)),
    );
    expect(answers).toEqual([200, 404, 404, 200]);
  });

  test('D-CLS-07 D-PERM-02: only Write of its unit approves, hides and shows again', async () => {
    const expected: Record<Requester, number> = {
      visitor: 401,
      foreigner: 403,
      nobody: 403,
      reader: 403,
      writer: 200,
      unitAdmin: 200,
      moduleAdmin: 200,
    };
    for (const requester of requesters)
      for (const decision of ['approve', 'hide', 'unhide'] as const) {
        const id = await addObject(getDatabase(), { classId: layer });
        const { status } = await decide(id, decision, requester);
        expect(`${requester} ${decision} ${status}`).toBe(`${requester} ${decision} ${expected[requester]}`);
      }
    const { id } = await report();
    for (const requester of ['foreigner', 'nobody'] as const)
      for (const decision of ['approve', 'hide', 'unhide'] as const)
        expect((await decide(id, decision, requester)).status).toBe(404);
    expect((await decide(id, 'hide', 'reader')).status).toBe(403);
  });

  test('D-CLS-07: the reporter reads the reason, and it is gone when the object is shown again', async () => {
    const { id, cookie } = await report();
    const hidden = await decide(id, 'hide');
    expect(hidden.json).toMatchObject({ review: 'hidden', hiddenReason: reason, canHide: false, version: 1 });
    const mine = (await ask('GET', `geoms/${id}`, 'visitor', { headers: cookie })).json;
    expect(mine).toMatchObject({ review: 'hidden', hiddenReason: reason });
    const unhidden = await decide(id, 'unhide');
    expect(unhidden.json).toMatchObject({ review: null, hiddenReason: '', canHide: true });
    expect(await statusFor(id, 'visitor')).toBe(200);
  });

  test('D-CLS-07: canHide only for Write, and only where the public sees it', async () => {
    const closed = await addLayer(getDatabase(), { groupId: world.roadsGroup, allObjectsPublic: false });
    const all = await addLayer(getDatabase(), { groupId: world.roadsGroup, allObjectsPublic: true });
    const canHide = async (classId: number, isPublic: boolean, requester: Requester) =>
      (await ask('GET', `geoms/${await addObject(getDatabase(), { classId, isPublic })}`, requester)).json
        .canHide;
    expect(await canHide(layer, true, 'writer')).toBe(true);
    expect(await canHide(layer, false, 'writer')).toBe(false);
    expect(await canHide(layer, true, 'reader')).toBe(false);
    expect(await canHide(closed, true, 'writer')).toBe(false);
    expect(await canHide(all, false, 'writer')).toBe(true);
  });

  test('of two clerks the slower one is told what the other has decided, and what is decided twice is logged once', async () => {
    const { id } = await report();
    await decide(id, 'hide');
    const late = await decide(id, 'approve', 'unitAdmin');
    expect([late.status, late.json.error, late.json.current.review]).toEqual([
      409,
      'OBJECT_CHANGED',
      'hidden',
    ]);
    expect((await decide(id, 'hide', 'unitAdmin')).status).toBe(200);
    await decide(id, 'unhide');
    expect((await decide(id, 'unhide')).status).toBe(200);
    expect((await decide(id, 'approve')).status).toBe(200);
    const waiting = await report();
    const early = await decide(waiting.id, 'unhide');
    expect([early.status, early.json.current.review]).toEqual([409, 'waiting']);
    await decide(waiting.id, 'approve');
    const published = { review: null, hiddenReason: '' };
    const hidden = { review: 'hidden', hiddenReason: reason };
    const wait = { review: 'waiting', hiddenReason: '' };
    expect(await auditOf(id)).toEqual([
      { action: 'OBJECT_HIDDEN', details: { old: wait, new: hidden } },
      { action: 'OBJECT_UNHIDDEN', details: { old: hidden, new: published } },
    ]);
    expect(await auditOf(waiting.id)).toEqual([
      { action: 'OBJECT_APPROVED', details: { old: wait, new: published } },
    ]);
  });

  test('a reason is required, trimmed, and takes its length and no more', async () => {
    const id = await addObject(getDatabase(), { classId: layer });
    const hide = (text: unknown) => ask('POST', `geoms/${id}/hide`, 'writer', { payload: { reason: text } });
    expect((await hide('  ')).json.errors).toEqual([{ path: '/reason', code: 'TOO_SHORT' }]);
    expect((await hide('x'.repeat(limits.hideReasonLength + 1))).json.errors).toEqual([
      { path: '/reason', code: 'TOO_LONG' },
    ]);
    const full = 'x'.repeat(limits.hideReasonLength);
    expect((await hide(` ${full} `)).json.hiddenReason).toBe(full);
  });

  test('D-API-02: saving what was read keeps the review as it is', async () => {
    const { id } = await report();
    const { json } = await ask('GET', `geoms/${id}`, 'writer');
    const saved = await ask('PUT', `geoms/${id}`, 'writer', { payload: { ...json, name: 'Better' } });
    expect([saved.status, saved.json.name, saved.json.review]).toEqual([200, 'Better', 'waiting']);
  });

  test('D-CLS-07: what waits is counted by layer for those who review it, the oldest named', async () => {
    const waitingLayer = await addLayer(getDatabase(), {
      ...open,
      groupId: world.roadsGroup,
      showAfterReview: true,
    });
    const inForests = await addLayer(getDatabase(), {
      ...open,
      groupId: world.forestsGroup,
      showAfterReview: true,
    });
    const first = await report(waitingLayer);
    const second = await report(waitingLayer);
    await report(inForests);
    const list = async (requester: Requester) => {
      const { status, json } = await ask<Waiting>('GET', 'geoms/waiting', requester);
      return status === 200 ? json : status;
    };
    const ofLayer = async () =>
      ((await list('writer')) as Waiting).find(({ classId }) => classId === waitingLayer);
    expect(await ofLayer()).toEqual({ classId: waitingLayer, count: 2, oldestId: first.id });
    expect(await list('visitor')).toBe(401);
    for (const requester of ['reader', 'nobody', 'foreigner'] as const)
      expect(await list(requester)).toEqual([]);
    const ids = (rows: unknown) => (rows as Waiting).map(({ classId }) => classId);
    expect(ids(await list('writer'))).not.toContain(inForests);
    expect(ids(await list('moduleAdmin'))).toContain(inForests);
    await decide(first.id, 'approve');
    expect(await ofLayer()).toEqual({ classId: waitingLayer, count: 1, oldestId: second.id });
    await decide(second.id, 'hide');
    expect(await ofLayer()).toBeUndefined();
  });

  test('D-CLS-07: a layer and its view say whether what visitors add waits', async () => {
    const { json } = await ask<Classifier[]>('GET', 'classifiers', 'visitor');
    const waits = (id: number) => json.find((row) => row.id === id)?.showAfterReview;
    expect([waits(layer), waits(view)]).toEqual([true, true]);
  });
});
