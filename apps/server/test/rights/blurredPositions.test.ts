import type { ClassifierWithChildren, Follow, Geom, TileSource } from '@pgis/contract';
import { EARTH_RADIUS_M, type Extent } from '@pgis/geo';
import { addLayer, addObject, describeOnEachDatabase, fuzzInputs, mapQuery } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '../../src/demo/random.ts';
import { plainStyle } from '../images/ImageWorld.ts';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

type Point = readonly [x: number, y: number];

/** The grid cell of 100 m around a position near Rīga, computed apart from the product. */
const rowHeight = 100 / EARTH_RADIUS_M;
const row = Math.floor(Math.atan(Math.sinh(7_750_987 / EARTH_RADIUS_M)) / rowHeight);
const northing = (latitude: number) => EARTH_RADIUS_M * Math.asinh(Math.tan(latitude));
const width = 100 / Math.cos((row + 0.5) * rowHeight);
const column = Math.floor(2_680_012 / width);
const cell: Extent = [
  column * width,
  northing(row * rowHeight),
  (column + 1) * width,
  northing((row + 1) * rowHeight),
];
const middle: Point = [(column + 0.5) * width, northing((row + 0.5) * rowHeight)];
const at = (x: number, y: number): Point => [
  cell[0] + x * (cell[2] - cell[0]),
  cell[1] + y * (cell[3] - cell[1]),
];
const toWkt = ([x, y]: Point) => `POINT(${x} ${y})`;
const square = ([x, y]: Point, half: number) =>
  `POLYGON((${x - half} ${y - half},${x + half} ${y - half},${x + half} ${y + half},${x - half} ${y + half},${x - half} ${y - half}))`;

interface Twin {
  readonly name: string;
  readonly layerId: number;
  readonly id: number;
}

/** A request about a twin; both twins get the same. */
type Ask = (twin: Twin) => { readonly url: string; readonly payload?: object };

const random = randomFrom(Number(process.env.TEST_SEED ?? 18));
const between = (min: number, max: number) => min + random.next() * (max - min);
/** Positions in and around the cell. */
const anywhere = (): Point => at(between(-0.6, 1.6), between(-0.6, 1.6));

/** Edges of most views cut the cell. */
function anyView(): Extent {
  const [a, b] = [anywhere(), anywhere()];
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]) + 1, Math.max(a[1], b[1]) + 1];
}

const viewOf = ([minx, miny, maxx, maxy]: Extent) => ({ minx, miny, maxx, maxy });
const post = (url: string, payload: object) => ({ url: `/api/v1/${url}`, payload });
const get = (url: string) => ({ url: `/api/v1/${url}` });

/** Kinds of requests, each with numbers of its own; the first ones are made most often. */
const kinds: readonly (() => Ask)[] = [
  () => {
    const [view, zoom] = [anyView(), Math.round(between(14, 20))];
    return ({ layerId }) => post('geoms/points', { ...viewOf(view), zoom, classifiers: [layerId] });
  },
  () => {
    const [[x, y], zoom] = [anywhere(), between(13, 16)];
    return ({ layerId }) => post('geoms/nearestgeom', { x, y, zoom, classifiers: [layerId] });
  },
  () => {
    const view = anyView();
    return ({ layerId }) => post('geoms/features', { ...viewOf(view), zoom: 18, classifiers: [layerId] });
  },
  () => {
    // A click finds what lies within 10 of its 100 pixels.
    const [[x, y], half] = [anywhere(), between(200, 800)];
    const view: Extent = [x - half, y - half, x + half, y + half];
    const query = (layer: string) =>
      new URLSearchParams({
        ...mapQuery(layer, view, { REQUEST: 'GetFeatureInfo', QUERY_LAYERS: layer }),
        ...{ INFO_FORMAT: 'application/json', I: '50', J: '50' },
      });
    return ({ layerId }) => get(`proxy/wmsLayers/${layerId}?${query(`${layerId}_points`)}`);
  },
  () => {
    const [lon, lat] = [between(24.07, 24.08), between(56.9, 57)];
    return ({ name }) => get(`places?q=${name}&lon=${lon}&lat=${lat}`);
  },
  () => {
    const view = anyView();
    return ({ layerId }) =>
      get(`proxy/wmsLayers/${layerId}?${new URLSearchParams(mapQuery(`${layerId}_points`, view))}`);
  },
  () =>
    ({ id }) =>
      get(`geoms/${id}`),
  () =>
    ({ layerId, id }) =>
      get(`geoms/extent/${layerId}/${id}`),
  () =>
    ({ layerId }) =>
      get(`geoms/extent/${layerId}`),
  () =>
    ({ layerId }) =>
      get(`feeds/${layerId}`),
];

/** Each of 500 is sent about both twins. */
const asks: readonly Ask[] = Array.from({ length: 500 }, (_, index) =>
  (kinds[index % 10 < 8 ? index % 5 : 5 + (Math.floor(index / 10) % 5)] as () => Ask)(),
);

describeOnEachDatabase('blurred positions', (getDatabase) => {
  let world: ObjectWorld;
  /** Objects in opposite corners of one cell, each in a layer of its own, alike in everything else. */
  let twins: readonly [Twin, Twin];

  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    twins = [await addBlurred('Alfalfa', at(0.1, 0.12)), await addBlurred('Broccoli', at(0.87, 0.9))];
    await sql`UPDATE geoms SET created_at = now(), updated_at = now()
      WHERE id = ANY(${twins.map(({ id }) => id)}::bigint[])`.execute(getDatabase().db);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function addBlurred(name: string, position: Point): Promise<Twin> {
    const layerId = await addLayer(getDatabase(), {
      ...{ groupId: world.roadsGroup, allObjectsPublic: true, blurPositions: true },
      geomStyle: JSON.stringify(plainStyle('rgba(255,0,0,1)')),
    });
    const id = await addObject(getDatabase(), { classId: layerId, name, wkt: toWkt(position) });
    return { name, layerId, id };
  }

  const answer = async (requester: Requester, { url, payload }: ReturnType<Ask>) =>
    await world.t.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers: { ...newAddress(), ...world.headersOf(requester) },
      ...(payload && { payload }),
    });
  /** The answer about a twin without what names it. */
  async function read(requester: Requester, ask: Ask, twin: Twin): Promise<string> {
    const { rawPayload, headers } = await answer(requester, ask(twin));
    if (String(headers['content-type']).startsWith('image/')) return rawPayload.toString('base64');
    const { id, layerId, name } = twin;
    const reference = new RegExp(`\\b${world.own.companyId}-${id % 2 ** 32}\\b`, 'g');
    return rawPayload
      .toString()
      .replaceAll(String(id), 'id')
      .replaceAll(reference, 'reference')
      .replaceAll(String(layerId), 'layer')
      .replaceAll(new RegExp(name, 'gi'), 'name');
  }
  const readBoth = async (requester: Requester, ask: Ask) =>
    await Promise.all(twins.map((twin) => read(requester, ask, twin)));

  test('1 000 answers to outsiders are the same wherever in its cell an object lies', async () => {
    for (const ask of fuzzInputs(getDatabase(), asks)) {
      const [one, other] = await readBoth('visitor', ask);
      expect(one, JSON.stringify(ask(twins[0]))).toBe(other);
    }
    for (const requester of ['nobody', 'foreigner'] as const)
      for (const ask of asks.slice(0, 10)) {
        const [one, other] = await readBoth(requester, ask);
        expect(one, `${requester} ${JSON.stringify(ask(twins[0]))}`).toBe(other);
      }
  }, 60_000);

  test('the same answers to a reader of the unit differ in every kind of request but the feed', async () => {
    const differing = new Set<string>();
    for (const make of kinds)
      for (let i = 0; i < 30; i++) {
        const ask = make();
        const [one, other] = await readBoth('reader', ask);
        if (one === other) continue;
        differing.add(String(kinds.indexOf(make)));
        break;
      }
    expect([...differing].join()).toBe('0,1,2,3,4,5,6,7,8');
  });

  test('visitors see the middle of the cell; those with a level in the unit see the position', async () => {
    const wktFor = async (requester: Requester) =>
      (await world.ask<Geom>('GET', `geoms/${twins[0].id}`, requester)).json.wkt;
    const numbers = (wkt: string) => (wkt.match(/[\d.]+/g) ?? []).map(Number);
    for (const outsider of ['visitor', 'nobody', 'foreigner'] as const) {
      const [x = 0, y = 0] = numbers(await wktFor(outsider));
      expect(Math.hypot(x - middle[0], y - middle[1]), outsider).toBeLessThan(0.001);
    }
    for (const insider of ['reader', 'writer', 'moduleAdmin'] as const) {
      const [x = 0, y = 0] = numbers(await wktFor(insider));
      expect(Math.hypot(x - at(0.1, 0.12)[0], y - at(0.1, 0.12)[1]), insider).toBeLessThan(0.001);
    }
  });

  test('a view blurs what its source blurs, and hides its lines and polygons', async () => {
    const { layerId } = await addBlurred('Carrot', at(0.4, 0.8));
    const line = await addObject(getDatabase(), {
      classId: layerId,
      wkt: `LINESTRING(${at(0.2, 0.2).join(' ')},${at(3, 3).join(' ')})`,
    });
    const viewId = await addLayer(getDatabase(), {
      ...{ groupId: world.forestsGroup, sourceId: layerId, allObjectsPublic: true },
    });
    const load = async (kind: string, requester: Requester) =>
      (
        await world.ask<{ features: { wkt: string }[] }>('POST', `geoms/${kind}`, requester, {
          payload: { ...viewOf(cell), zoom: 18, classifiers: [viewId] },
        })
      ).json.features;
    const [{ wkt = '' } = {}] = await load('points', 'visitor');
    expect(wkt).toContain(middle[0].toFixed(2));
    expect(await load('lines', 'visitor')).toEqual([]);
    expect(await load('lines', 'reader')).toHaveLength(1);
    expect((await world.ask('GET', `geoms/${line}`, 'visitor')).status).toBe(404);
    expect((await world.ask('GET', `geoms/${line}`, 'reader')).status).toBe(200);
    const { json } = await world.ask<ClassifierWithChildren[]>('GET', 'classifiers/layers', 'visitor');
    const listed = json.flatMap(({ childClassifiers }) => childClassifiers).find(({ id }) => id === viewId);
    expect(listed?.blurPositions).toBe(true);
  });

  test('tiles of the unit and of visitors have addresses of their own, and the extent of a service stays blurred', async () => {
    const { layerId, id } = await addBlurred('Dill', at(0.4, 0.8));
    const sourceFor = async (requester: Requester) =>
      (await world.ask<TileSource>('GET', `tiles/${layerId}`, requester)).json;
    const before = await sourceFor('visitor');
    expect(before.version).not.toBe((await sourceFor('reader')).version);
    const moved = await world.ask('PUT', `geoms/${id}`, 'writer', {
      payload: { wkt: toWkt(at(0.15, 0.2)), name: 'Dill', description: 'Moved', classId: layerId },
    });
    expect(moved.text && moved.status).toBe(200);
    const after = await sourceFor('visitor');
    expect(after.bounds).toEqual(before.bounds);
    expect((await sourceFor('reader')).bounds).not.toEqual(before.bounds);
  });

  test('an area brings news of what lies in it for everybody, whatever its size', async () => {
    const { layerId, id: objectId } = await addBlurred('Endive', at(0.87, 0.9));
    const follow = async (center: Point, requester: Requester) => {
      const payload = {
        ...{ classIds: [layerId], areaWkt: square(center, 5), name: '' },
        ...{ events: ['reply'], mail: 'never' },
      };
      const { json, status, text } = await world.ask<Follow>('POST', 'follows/layers', requester, {
        payload,
      });
      expect(status, text).toBe(201);
      return json.id;
    };
    const tell = async () => {
      const { Planned: statusId } = await world.readStatusIds();
      const payload = { content: 'Seen', statusId, isPublic: true };
      const { status, text } = await world.ask('POST', `geoms/${objectId}/comment`, 'writer', { payload });
      expect(status, text).toBe(200);
      const { total } = await getDatabase()
        .db.selectFrom('notices')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('geom_id', '=', objectId)
        .executeTakeFirstOrThrow();
      return Number(total);
    };
    // The reader sees the exact position, and hears no more than the others.
    for (const requester of ['nobody', 'reader'] as const) await follow(at(0.87, 0.9), requester);
    expect(await tell()).toBe(0);
    for (const requester of ['nobody', 'reader'] as const) await follow(middle, requester);
    expect(await tell()).toBe(2);
  });
});
