import type { Classifier, ErrorBody, Geom } from '@pgis/contract';
import { limits } from '@pgis/contract';
import { addLayer, addObject, describeOnEachDatabase, mapQuery } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asker, askers, cookieOf, makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';

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
  const decide = (id: number, decision: 'approve' | 'hide' | 'unhide', asker: Asker = 'writer') =>
    ask('POST', `geoms/${id}/${decision}`, asker, decision === 'hide' ? { payload: { reason } } : {});
  const canaryObject = {
    wkt: 'POINT(654321.25 123456.75)',
    name: canary,
    description: canary,
    data: JSON.stringify({ state: canary }),
  };
  /** A visitor's report, with the cookie by which he is known again. */
  async function report(classId = layer, body: object = canaryObject) {
    const answer = await ask<{ id: number }>('POST', 'geoms/add', 'visitor', {
      payload: { ...canaryObject, ...body, classId },
    });
    expect(answer.status).toBe(201);
    return { id: answer.json.id, cookie: cookieOf(answer.headers) };
  }
  const statusFor = async (id: number, asker: Asker, headers: Record<string, string> = {}) =>
    (await ask('GET', `geoms/${id}`, asker, { headers })).status;
  const auditOf = (id: number) =>
    getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'details'])
      .where('entity_id', '=', id)
      .where('action', '!=', 'OBJECT_ADDED')
      .orderBy('id')
      .execute();

  /** Everything that reads objects, as one text. */
  async function everyRead(id: number, asker: Asker, headers: Record<string, string> = {}): Promise<string> {
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
      texts.push((await ask('POST', path, asker, { payload, headers })).text);
    for (const path of gets) texts.push((await ask('GET', path, asker, { headers })).text);
    return texts.join('\n');
  }

  /** Whether the picture of the layer has anything in it at the place of the canary. */
  async function isInPicture(asker: Asker, headers: Record<string, string> = {}): Promise<boolean> {
    const picture = async (...box: readonly number[]) => {
      const query = new URLSearchParams(mapQuery(`${layer}_points`, box));
      const answer = await ask('GET', `proxy/wmsLayers/${layer}?${query}`, asker, { headers });
      expect(answer.status).toBe(200);
      return answer.text;
    };
    return (
      (await picture(654_221, 123_356, 654_421, 123_556)) !==
      (await picture(900_000, 900_000, 900_200, 900_200))
    );
  }

  const traces = [canary, '654321', '123456'];
  const knows = (text: string, id: number) => [...traces, `${id}`].some((trace) => text.includes(trace));

  test('D-CLS-07: what waits or was hidden is in no reading call of other visitors, and in all of its reporter and its unit', async () => {
    const { id, cookie } = await report();
    const outsiders = [
      ['visitor', {}],
      [
        'visitor',
        cookieOf(
          (
            await ask('POST', 'geoms/add', 'visitor', {
              payload: { wkt: 'POINT(5 5)', name: 'a', description: 'b', classId: layer },
            })
          ).headers,
        ),
      ],
      ['foreigner', {}],
      ['nobody', {}],
    ] as const;
    const insiders = [
      ['visitor', cookie],
      ['reader', {}],
      ['writer', {}],
      ['moduleAdmin', {}],
    ] as const;
    const expectKept = async () => {
      for (const [asker, headers] of outsiders) {
        const text = await everyRead(id, asker, headers);
        for (const trace of [...traces, `${id}`]) expect(`${asker}: ${text}`).not.toContain(trace);
        expect(await isInPicture(asker, headers)).toBe(false);
        expect((await ask('POST', `geoms/${id}/upvote`, asker, { headers })).status).toBe(404);
      }
      for (const [asker, headers] of insiders) {
        const text = await everyRead(id, asker, headers);
        for (const trace of [...traces, `${id}`]) expect(`${asker}: ${text}`).toContain(trace);
        expect(await isInPicture(asker, headers)).toBe(true);
      }
    };
    await expectKept();
    await decide(id, 'approve');
    for (const [asker, headers] of outsiders) {
      expect(knows(await everyRead(id, asker, headers), id)).toBe(true);
      expect(await isInPicture(asker, headers)).toBe(true);
    }
    await decide(id, 'hide');
    await expectKept();
  });

  test('D-CLS-07: a report waits in a layer with review, and what its own people add does not', async () => {
    const { id, cookie } = await report();
    const mine = (await ask('GET', `geoms/${id}`, 'visitor', { headers: cookie })).json;
    expect([mine.review, mine.canHide]).toEqual(['waiting', false]);
    const byWriter = await ask<{ id: number }>('POST', 'geoms/add', 'writer', {
      payload: { ...canaryObject, classId: layer, isPublic: true },
    });
    expect(await statusFor(byWriter.json.id, 'visitor')).toBe(200);
    const plain = await addLayer(getDatabase(), { ...open, groupId: world.roadsGroup });
    expect(await statusFor((await report(plain)).id, 'visitor')).toBe(200);
    const byForeigner = await ask<{ id: number }>('POST', 'geoms/add', 'foreigner', {
      payload: { ...canaryObject, classId: layer },
    });
    const seenBy = ['foreigner', 'visitor', 'nobody', 'reader'] as const;
    const answers = await Promise.all(seenBy.map((asker) => statusFor(byForeigner.json.id, asker)));
    expect(answers).toEqual([200, 404, 404, 200]);
  });

  test('D-CLS-07 D-PERM-02: only Write of its unit approves, hides and shows again', async () => {
    const expected: Record<Asker, number> = {
      visitor: 401,
      foreigner: 403,
      nobody: 403,
      reader: 403,
      writer: 200,
      unitAdmin: 200,
      moduleAdmin: 200,
    };
    for (const asker of askers)
      for (const decision of ['approve', 'hide', 'unhide'] as const) {
        const id = await addObject(getDatabase(), { classId: layer });
        const { status } = await decide(id, decision, asker);
        expect(`${asker} ${decision} ${status}`).toBe(`${asker} ${decision} ${expected[asker]}`);
      }
    const { id } = await report();
    for (const asker of ['foreigner', 'nobody'] as const)
      for (const decision of ['approve', 'hide', 'unhide'] as const)
        expect((await decide(id, decision, asker)).status).toBe(404);
    expect((await decide(id, 'hide', 'reader')).status).toBe(403);
  });

  test('D-CLS-07: the reporter reads the reason, and it is gone when the object is shown again', async () => {
    const { id, cookie } = await report();
    const hidden = await decide(id, 'hide');
    expect(hidden.json).toMatchObject({ review: 'hidden', hiddenReason: reason, canHide: false, version: 1 });
    const mine = (await ask('GET', `geoms/${id}`, 'visitor', { headers: cookie })).json;
    expect(mine).toMatchObject({ review: 'hidden', hiddenReason: reason });
    const shown = await decide(id, 'unhide');
    expect(shown.json).toMatchObject({ review: null, hiddenReason: '', canHide: true });
    expect(await statusFor(id, 'visitor')).toBe(200);
  });

  test('D-CLS-07: canHide only for Write, and only where the public sees it', async () => {
    const closed = await addLayer(getDatabase(), { groupId: world.roadsGroup, allObjectsPublic: false });
    const all = await addLayer(getDatabase(), { groupId: world.roadsGroup, allObjectsPublic: true });
    const canHide = async (classId: number, isPublic: boolean, asker: Asker) =>
      (await ask('GET', `geoms/${await addObject(getDatabase(), { classId, isPublic })}`, asker)).json
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
    const shown = { review: null, hiddenReason: '' };
    const hidden = { review: 'hidden', hiddenReason: reason };
    const wait = { review: 'waiting', hiddenReason: '' };
    expect(await auditOf(id)).toEqual([
      { action: 'OBJECT_HIDDEN', details: { old: wait, new: hidden } },
      { action: 'OBJECT_UNHIDDEN', details: { old: hidden, new: shown } },
    ]);
    expect(await auditOf(waiting.id)).toEqual([
      { action: 'OBJECT_APPROVED', details: { old: wait, new: shown } },
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
    const list = async (asker: Asker) => {
      const { status, json } = await ask<Waiting>('GET', 'geoms/waiting', asker);
      return status === 200 ? json : status;
    };
    const ofLayer = async () =>
      ((await list('writer')) as Waiting).find(({ classId }) => classId === waitingLayer);
    expect(await ofLayer()).toEqual({ classId: waitingLayer, count: 2, oldestId: first.id });
    expect(await list('visitor')).toBe(401);
    for (const asker of ['reader', 'nobody', 'foreigner'] as const) expect(await list(asker)).toEqual([]);
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
