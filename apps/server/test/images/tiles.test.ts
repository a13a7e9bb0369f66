import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TileSource } from '@pgis/contract';
import {
  type ActorCompany,
  addLayer,
  addObject,
  addObjects,
  describeOnEachDatabase,
  mapQuery,
  signIn,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { blue, clear, makeImageWorld, plainStyle, readPixels, red } from './ImageWorld.ts';

/** A pixel is 4.777 m. */
const zoom = 15;
const sideM = (2 * 20_037_508.342789244) / 2 ** zoom;
const [column, row] = [18_576, 10_048] as const;
/** Position in a tile near the first one, in tiles from its upper left corner. */
const positionAt = (x: number, y: number): [number, number] => [
  (column + x) * sideM - 20_037_508.342789244,
  20_037_508.342789244 - (row + y) * sideM,
];
const point = (x: number, y: number) => `POINT(${positionAt(x, y).join(' ')})`;
const square = (x: number, y: number, size = 0.25) => {
  const corners = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ] as const;
  return `POLYGON((${corners.map(([a, b]) => positionAt(a, b).join(' ')).join(',')}))`;
};
const style = (color: string) => JSON.stringify(plainStyle(color));

describeOnEachDatabase('Tiles of layers', (getDatabase, itOnce) => {
  let company: ActorCompany;
  let server: TestApp;
  let groupId: number;
  let reader: { authorization: string };
  let admin: { authorization: string };
  let layerId: number;

  beforeAll(async () => {
    ({ server, company, groupId } = await makeImageWorld(getDatabase(), 'Tiles'));
    ({ headers: reader } = await signIn(server, company.users.reader));
    ({ headers: admin } = await signIn(server, company.users.unitAdmin));
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    layerId = await addLayer(getDatabase(), {
      groupId,
      fields: ['use'],
      geomStyle: style('rgba(255,0,0,1)'),
    });
  });

  const source = async (headers = {}, id = layerId, app = server) =>
    await app.call<TileSource>({ url: `/api/v1/tiles/${id}`, headers });
  const version = async (headers = {}) => (await source(headers)).json.version;
  const tile = async ({ x = 0, y = 0, v = '1', headers = {}, ratio = '', app = server } = {}) =>
    await app.app.inject({
      url: `/api/v1/tiles/${layerId}/${v}/${zoom}/${column + x}/${row + y}${ratio}.png`,
      headers,
    });
  const pixel = async (x: number, y: number, options: Parameters<typeof tile>[0] = {}) => {
    const answer = await tile(options);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    return (await readPixels(answer.rawPayload)).at(x * 256, y * 256);
  };
  const steps = (text: string) => Number(text.split('-')[0]);

  it('the bounds of a layer are known without looking at every object again, and widen with what is added', async () => {
    await addObjects(getDatabase(), [{ classId: layerId, wkt: square(0.25, 0.5) }]);
    const first = (await source()).json.bounds ?? [];
    expect((await source()).json.bounds).toEqual(first);
    await addObjects(getDatabase(), [{ classId: layerId, wkt: square(40, 0.5) }]);
    const [west, south, east = 0, north] = (await source()).json.bounds ?? [];
    expect([west, south, north]).toEqual([first[0], first[1], first[3]]);
    expect(east - (first[2] ?? 0)).toBeCloseTo((39.75 * 360) / 2 ** zoom, 5);
    const capabilities = await server.app.inject({
      url: `/api/v1/proxy/wmsLayers/${layerId}?SERVICE=WMS&REQUEST=GetCapabilities`,
    });
    expect(capabilities.payload).toContain(`<eastBoundLongitude>${east}<`);
  });

  it('LOAD-08: a tile shows its square of the world, sharper where that is asked for', async () => {
    await addObjects(getDatabase(), [{ classId: layerId, wkt: square(0.25, 0.5) }]);
    const answer = await tile();
    const { at, width, height } = await readPixels(answer.rawPayload);
    expect([width, height]).toEqual([256, 256]);
    expect([at(96, 160), at(60, 160), at(96, 120), at(132, 160)]).toEqual([red, clear, clear, clear]);
    const sharp = await readPixels((await tile({ ratio: '@2x' })).rawPayload);
    expect([sharp.width, sharp.at(192, 320), sharp.at(120, 320)]).toEqual([512, red, clear]);
    const next = await readPixels((await tile({ x: 1 })).rawPayload);
    expect(next.at(96, 160)).toEqual(clear);
  });

  it('the largest points reach over the edges of metatiles', async () => {
    const largest = { ...plainStyle('rgba(255,0,0,1)'), pointRadius: 128 };
    layerId = await addLayer(getDatabase(), { groupId, geomStyle: JSON.stringify(largest) });
    // Position a hundred pixels right of the corner of four metatiles.
    await addObject(getDatabase(), { classId: layerId, wkt: point(16.4, 0.5) });
    expect(await pixel(0.95, 0.5, { x: 15 })).toEqual(red);
    expect(await pixel(0.85, 0.5, { x: 15 })).toEqual(clear);
  });

  it('a point and a label on the edge of tiles are drawn whole', async () => {
    layerId = await addLayer(getDatabase(), {
      groupId,
      geomStyle: JSON.stringify({
        ...plainStyle('rgba(255,0,0,1)'),
        labelEnabled: true,
        objLabel: '{name}',
        labelFont: '18px Arial',
        labelFill: 'rgba(0,0,255,1)',
      }),
    });
    // Tile 16 lies at the corner of four metatiles of four by four tiles.
    await addObject(getDatabase(), {
      classId: layerId,
      wkt: point(16, 0.1),
      name: 'Across the edge of two blocks',
    });
    const [left, right] = await Promise.all([tile({ x: 15 }), tile({ x: 16 })]);
    const [a, b] = [await readPixels(left.rawPayload), await readPixels(right.rawPayload)];
    expect([a.at(255, 26), b.at(0, 26), a.at(251, 26), b.at(4, 26)]).toEqual([red, red, red, red]);
    const [minX, maxY] = positionAt(15, 0);
    const [maxX, minY] = positionAt(17, 1);
    const wideImage = await server.app.inject({
      url: `/api/v1/proxy/wmsLayers/${layerId}`,
      query: mapQuery(`${layerId}_points`, [minX, minY, maxX, maxY], { WIDTH: '512', HEIGHT: '256' }),
    });
    const expected = await readPixels(wideImage.rawPayload);
    let compared = 0;
    for (let y = 0; y < 80; y += 2)
      for (let x = 140; x < 372; x += 3) {
        const drawn = x < 256 ? a.at(x, y) : b.at(x - 256, y);
        const same = expected.at(x, y);
        if ((same[3] ?? 0) > 128) compared++;
        expect(Math.abs((drawn[3] ?? 0) - (same[3] ?? 0))).toBeLessThan(64);
      }
    expect(compared).toBeGreaterThan(50);
  });

  itOnce(
    'tiles of a public layer are kept for ever under their version, others only with their ETag',
    async () => {
      await addObjects(getDatabase(), [{ classId: layerId, wkt: square(0.25, 0.5) }]);
      const v = await version();
      const current = await tile({ v });
      expect(current.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect((await tile()).headers['cache-control']).toBe('private, no-cache');
      const etag = String(current.headers.etag);
      const again = await tile({ v, headers: { 'if-none-match': etag } });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
      for (const known of [`W/${etag}`, `"other", ${etag}`, '*'])
        expect((await tile({ v, headers: { 'if-none-match': known } })).statusCode, known).toBe(304);
      expect((await tile({ v, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);

      await addObject(getDatabase(), { classId: layerId, wkt: square(0.6, 0.6), isPublic: false });
      const [own, open] = [await version(reader), await version()];
      expect(own.split('-')[1]).not.toBe(open.split('-')[1]);
      expect((await tile({ v: own, headers: reader })).headers['cache-control']).toBe('private, no-cache');
      expect((await tile({ v: own })).headers['cache-control']).toBe('private, no-cache');
    },
  );

  it('D-PERM-02: what was drawn for one is not given to another who may not see it', async () => {
    await addObject(getDatabase(), { classId: layerId, wkt: square(0, 0, 1), isPublic: false });
    expect(await pixel(0.5, 0.5, { headers: reader })).toEqual(red);
    const v = await version(reader);
    expect(await pixel(0.5, 0.5, { v })).toEqual(clear);
    expect(await pixel(0.5, 0.5, { v, headers: reader })).toEqual(red);
    expect(
      (await tile({ headers: { 'if-none-match': String((await tile({ headers: reader })).headers.etag) } }))
        .statusCode,
    ).toBe(200);

    const hidden = await addLayer(getDatabase(), { groupId, allObjectsPublic: false });
    const [foreign, absent] = [await source({}, hidden), await source({}, hidden + 100_000)];
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect((await source(reader, hidden)).status).toBe(200);
  });

  it('D-CLS-07: an object that was hidden goes for visitors and stays for its unit and who reported it', async () => {
    const { db } = getDatabase();
    const id = await addObject(getDatabase(), { classId: layerId, wkt: square(0, 0, 1) });
    const { headers: nobody } = await signIn(server, company.users.nobody);
    for (const headers of [{}, reader, nobody]) expect(await pixel(0.5, 0.5, { headers })).toEqual(red);
    expect(await version(nobody)).toBe(await version());
    await db.updateTable('geoms').set({ review: 'hidden' }).where('id', '=', id).execute();
    expect(await pixel(0.5, 0.5)).toEqual(clear);
    expect(await pixel(0.5, 0.5, { headers: nobody })).toEqual(clear);
    expect(await pixel(0.5, 0.5, { headers: reader })).toEqual(red);
    await db.updateTable('geoms').set({ author_id: company.users.nobody.id }).where('id', '=', id).execute();
    expect(await pixel(0.5, 0.5, { headers: nobody })).toEqual(red);
    expect(await version(nobody)).not.toBe(await version());
    expect(await pixel(0.5, 0.5)).toEqual(clear);
  });

  it('every change of objects or style raises the version and is seen at once; what nobody sees does not', async () => {
    const { db } = getDatabase();
    const versions = [await version()];
    const changed = async (what: string) => {
      versions.push(await version());
      expect(steps(versions.at(-1) ?? ''), what).toBeGreaterThan(steps(versions.at(-2) ?? ''));
    };
    const id = await addObject(getDatabase(), { classId: layerId, wkt: square(0, 0, 1) });
    await changed('added');
    expect(await pixel(0.5, 0.5)).toEqual(red);
    const update = (values: object) => db.updateTable('geoms').set(values).where('id', '=', id).execute();
    await update({ upvote_count: 5, user_email: 'someone@example.com', updated_at: new Date() });
    expect(await version()).toBe(versions.at(-1));
    for (const values of [
      { name: 'New' },
      { data: JSON.stringify({ use: 'field' }) },
      { description: 'New' },
    ]) {
      await update(values);
      await changed(JSON.stringify(values));
    }
    await db
      .updateTable('geoms')
      .set({ geom: sql`ST_Translate(geom, ${sideM}::float8, 0)` })
      .where('id', '=', id)
      .execute();
    await changed('moved');
    expect([await pixel(0.5, 0.5), await pixel(0.5, 0.5, { x: 1 })]).toEqual([clear, red]);
    await update({ deleted_at: new Date() });
    await changed('deleted');
    expect(await pixel(0.5, 0.5, { x: 1 })).toEqual(clear);
    await update({ deleted_at: null });
    await changed('restored');
    expect(await pixel(0.5, 0.5, { x: 1 })).toEqual(red);
    const { status } = await server.call({
      method: 'PUT',
      url: '/api/v1/classifiers/1',
      headers: admin,
      payload: { id: layerId, name: 'Layer', geomStyle: style('rgba(0,0,255,1)') },
    });
    expect(status).toBe(200);
    await changed('style');
    expect(await pixel(0.5, 0.5, { x: 1 })).toEqual(blue);
    await db.deleteFrom('geoms').where('id', '=', id).execute();
    await changed('removed');
    expect(await pixel(0.5, 0.5, { x: 1 })).toEqual(clear);
  });

  itOnce(
    'a tile without a change keeps its ETag, and one with a change looks as if it were drawn afresh',
    async () => {
      const squares = [0.1, 0.4, 0.7].flatMap((x) => [0.1, 0.4, 0.7].map((y) => square(x, y, 0.2)));
      const ids = await addObjects(
        getDatabase(),
        squares.map((wkt) => ({ classId: layerId, wkt })),
      );
      await addObjects(getDatabase(), [{ classId: layerId, wkt: square(2.2, 2.2) }]);
      const [near, far] = [await tile(), await tile({ x: 2, y: 2 })];
      await getDatabase()
        .db.updateTable('geoms')
        .set({ deleted_at: new Date() })
        .where('id', '=', ids[4] ?? 0)
        .execute();
      const [patched, same] = [await tile(), await tile({ x: 2, y: 2 })];
      expect(same.headers.etag).toBe(far.headers.etag);
      expect(patched.headers.etag).not.toBe(near.headers.etag);
      await using other = await startTestApp(getDatabase());
      expect((await tile({ app: other })).rawPayload.equals(patched.rawPayload)).toBe(true);
    },
  );

  itOnce('processes share the folder, and one that finds it gone or of another server draws', async () => {
    await addObjects(getDatabase(), [{ classId: layerId, wkt: square(0.25, 0.5) }]);
    const { dataDir } = server.deps.config;
    await using other = await startTestApp(getDatabase(), { env: { DATA_DIR: dataDir } });
    await using without = await startTestApp(getDatabase(), { env: { IMAGE_CACHE_MB: '0' } });
    const etags = [];
    for (const app of [server, other, without]) etags.push((await tile({ app })).headers.etag);
    await addObjects(getDatabase(), [{ classId: layerId, wkt: square(0.75, 0.75) }]);
    expect(await pixel(0.85, 0.85, { app: other })).toEqual(red);
    expect(await pixel(0.85, 0.85)).toEqual(red);
    await rm(join(dataDir, 'cache', 'images'), { recursive: true });
    expect(await pixel(0.85, 0.85)).toEqual(red);
    expect(new Set(etags).size).toBe(1);
  });

  itOnce(
    'a damaged file of the cache, one that cannot be written and a folder that cannot be opened are drawn past',
    async () => {
      await addObjects(getDatabase(), [{ classId: layerId, wkt: square(0.25, 0.5) }]);
      const dataDir = await mkdtemp(join(tmpdir(), 'pgis-tiles-'));
      const folder = join(dataDir, 'cache', 'images');
      const start = () => startTestApp(getDatabase(), { env: { DATA_DIR: dataDir } });
      const readTile = async (app: TestApp) => {
        const answer = await tile({ app });
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
        return answer.rawPayload;
      };
      try {
        const damages: ((file: Buffer) => Buffer)[] = [
          (file) => file.subarray(0, 20),
          (file) => file.subarray(0, 13),
          () => Buffer.alloc(0),
          (file) => Buffer.concat([file.subarray(0, -10), Buffer.alloc(10)]),
        ];
        await using app = await start();
        const right = await readTile(app);
        for (const damage of damages) {
          for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
            const path = join(entry.parentPath, entry.name);
            if (entry.isFile()) await writeFile(path, damage(await readFile(path)));
          }
          expect((await readTile(app)).equals(right)).toBe(true);
          expect((await readTile(app)).equals(right)).toBe(true);
        }
        // A file where a folder belongs: nothing can be written there.
        await rm(join(folder, String(layerId)), { recursive: true });
        await writeFile(join(folder, String(layerId)), '');
        expect((await readTile(app)).equals(right)).toBe(true);
        await rm(folder, { recursive: true });
        await writeFile(folder, '');
        await using other = await start();
        expect((await readTile(other)).equals(right)).toBe(true);
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  );

  it('D-PERM-02: a layer that turns private is gone for visitors under every version, and is not kept for others', async () => {
    await addObjects(getDatabase(), [{ classId: layerId, wkt: square(0, 0, 1) }]);
    const v = await version();
    expect((await tile({ v })).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    await getDatabase()
      .db.updateTable('classifiers')
      .set({ all_objects_public: false, version: sql`version + 1` })
      .where('id', '=', layerId)
      .execute();
    const afterDeletion = await tile({ v });
    expect([afterDeletion.statusCode, afterDeletion.headers['cache-control']]).toEqual([404, 'no-store']);
    expect((await source()).status).toBe(404);
    expect(await version(reader)).not.toBe(v);
    for (const known of [v, await version(reader)])
      expect((await tile({ v: known, headers: reader })).headers['cache-control']).toBe('private, no-cache');
  });

  it('pages of other sites show tiles and the WMS only where the setting lets them, and then without cookies', async () => {
    await using open = await startTestApp(getDatabase(), { env: { MAPS_FOR_OTHER_SITES: 'true' } });
    for (const app of [server, open])
      for (const url of [
        `/api/v1/tiles/${layerId}`,
        `/api/v1/tiles/${layerId}/1/0/0/0.png`,
        `/api/v1/proxy/wmsLayers/${layerId}?SERVICE=WMS&REQUEST=GetCapabilities`,
      ])
        for (const method of ['GET', 'HEAD'] as const) {
          const { headers } = await app.app.inject({
            method,
            url,
            headers: { origin: 'https://other.example' },
          });
          expect([headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual(
            app === open ? ['*', 'cross-origin'] : [undefined, 'same-origin'],
          );
          expect(headers['access-control-allow-credentials']).toBeUndefined();
        }
    const { headers } = await open.app.inject({ url: '/api/v1/classifiers' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('a change that is committed after a later one has been drawn is seen too', async ({ skip }) => {
    const database = getDatabase();
    skip(
      database.kind === 'embedded',
      'the embedded database has one session: nothing can be under way meanwhile',
    );
    await addObjects(database, [{ classId: layerId, wkt: square(0.1, 0.1, 0.1) }]);
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`UPDATE geoms SET geom = ST_Translate(geom, $1, 0) WHERE class_id = $2`, [
        sideM / 2,
        layerId,
      ]);
      await addObjects(database, [{ classId: layerId, wkt: square(0.8, 0.8, 0.1) }]);
      expect([await pixel(0.15, 0.15), await pixel(0.65, 0.15)]).toEqual([red, clear]);
      const before = await version();
      await client.query('COMMIT');
      expect([await pixel(0.15, 0.15), await pixel(0.65, 0.15)]).toEqual([clear, red]);
      expect(steps(await version())).toBeGreaterThan(steps(before));
    } finally {
      client.release();
    }
  });

  it('many changes are put together, and none is lost', async () => {
    for (let i = 0; i < 140; i++)
      await addObjects(getDatabase(), [
        { classId: layerId, wkt: square((i % 12) / 12, Math.floor(i / 12) / 12, 0.05) },
      ]);
    const before = await version();
    expect(await pixel(0.02, 0.02)).toEqual(red);
    // Changes that a concurrent transaction may not see yet are merged when it has ended; other test files of this
    // cluster hold transactions open for seconds.
    await expect
      .poll(
        async () => {
          expect(await version()).toBe(before);
          const { rows } = await sql<{ count: number }>`
            SELECT count(*) AS count FROM map_changes WHERE class_id = ${layerId}`.execute(getDatabase().db);
          return rows[0]?.count;
        },
        { timeout: 30_000 },
      )
      .toBeLessThan(100);
    expect(steps(before)).toBe(141);
    // An image away from the older changes stays valid.
    const { rows } = await sql<{ all: number; largest: number }>`
      SELECT max(max_x) - min(min_x) AS all, max(max_x - min_x) AS largest FROM map_changes
      WHERE class_id = ${layerId}`.execute(getDatabase().db);
    expect(rows[0]?.largest).toBeLessThan((rows[0]?.all ?? 0) / 3);
  });

  it('D-CLS-13: a layer outside its zoom range has empty tiles there, and says which it has', async () => {
    layerId = await addLayer(getDatabase(), {
      groupId,
      zoomFrom: 16,
      zoomTo: 18.5,
      geomStyle: style('rgba(255,0,0,1)'),
    });
    await addObjects(getDatabase(), [{ classId: layerId, wkt: square(0, 0, 1) }]);
    expect(await pixel(0.5, 0.5)).toEqual(clear);
    const { json } = await source();
    expect(json).toMatchObject({ minzoom: 16, maxzoom: 18, scheme: 'xyz', tilejson: '3.0.0' });
    expect(json.bounds?.map((value) => Math.round(value))).toEqual(
      [24, 56, 24, 56].map((_, i) => Math.round(json.bounds?.[i] ?? 0)),
    );
  });

  it.each([
    ['a version that is none', '/abc/15/1/1.png', 400],
    ['a zoom past the last', '/1/25/1/1.png', 400],
    ['a tile outside the world', '/1/2/4/1.png', 404],
    ['a row outside the world', '/1/2/1/4.png', 404],
    ['another kind of file', '/1/2/1/1.jpg', 400],
  ])('refuses %s', async (_, path, status) => {
    expect((await server.app.inject({ url: `/api/v1/tiles/${layerId}${path}` })).statusCode).toBe(status);
  });
});
