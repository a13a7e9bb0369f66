/**
 * A view of 1 600 x 900 pixels with 1 000 000 polygons, about one a pixel. First image against drawing, also of 200 000
 * points: our WMS as it answers a view that nobody has requested before, on a new server, and MapServer on the same table.
 * Drawing against drawing: our WMS without its cache and MapServer. Cached against drawing: the same view out of our metatiles, as users get it. Then
 * our own time for 100 000 polygons, the cost of the first image and of one after an edit, and how many pixels differ from
 * a drawing of all objects.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateToLatest, openDatabase } from '@pgis/server';
import { startServerProcess } from '@pgis/testkit';
import { sql } from 'kysely';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { compare } from '../images/compare.ts';
import { getMap } from '../images/getMap.ts';
import { findMissing, geomStyle, startMapServer } from '../images/mapServer.ts';
import { measureTime } from '../measureTime.ts';
import { requestApi } from '../requestApi.ts';
import { median, rounded, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';
import { addGrids } from './polygons.ts';
import { IDLE_MS, waitUntilSeeded } from './waitUntilSeeded.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
/** Resolution of zoom 9, on whole pixels of the world. */
const resolution = 156_543.03392804097 / 2 ** 9;
const world = 20_037_508.342789244;
const [left, top] = [
  Math.round((2_400_000 + world) / resolution),
  Math.round((world - 7_900_000) / resolution),
];
const [width, height] = [1_600, 900];
const toBox = (x: number, y: number, w: number, h: number) => {
  const minX = (left + x) * resolution - world;
  const maxY = world - (top + y) * resolution;
  return [minX, maxY - h * resolution, minX + w * resolution, maxY] as const;
};
const view = toBox(0, 0, width, height);
/** Tokens that no layer has: with rules switched off a map is rendered from its objects. */
const fromObjects = '&_hide=0000000';

/** Repeats the request until the server has finished rendering. */
async function untilThere(get: () => Promise<Buffer>): Promise<Buffer> {
  for (let i = 0; ; i++) {
    try {
      return await get();
    } catch (error) {
      if (i > 10) throw error;
    }
  }
}

/** Side of the image in which an edit is looked for, and how far it moves a polygon. */
const CROP_PX = 64;
const MOVED_PX = 5;
/** Largest share of pixels in which an overview may differ from rendering all objects. */
const MAX_DIFFERENT = 0.01;

interface FirstImage {
  readonly databaseUrl: string;
  readonly layerId: number;
  readonly geometry: 'points' | 'polygons';
}

/** Measures the first image of a server that has none, and MapServer's of the same view, in turn. */
async function measureFirst({ databaseUrl, layerId, geometry }: FirstImage) {
  const times: Record<'ours' | 'mapServer', number[]> = { ours: [], mapServer: [] };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await using theirs = await startMapServer(databaseUrl, layerId);
  const getTheirs = () =>
    requestApi(agent, { url: `${theirs.url}${getMap(geometry, view, [width, height])}` });
  await getTheirs();
  for (let round = 0; round < rounds; round++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'pgis-first-'));
    try {
      await using ours = await startServerProcess({
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
      });
      const url = `${ours.url}/api/v1/proxy/wmsLayers/${layerId}?${getMap(`${layerId}_${geometry}`, view, [width, height])}`;
      const first = await measureTime(() => requestApi(agent, { url }));
      times.ours.push(first.ms);
      const drawn = await requestApi(agent, { url: `${url}${fromObjects}` });
      if ((await compare(first.value, drawn)) > MAX_DIFFERENT)
        throw new Error('the first image differs from one of all objects');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
    times.mapServer.push((await measureTime(getTheirs)).ms);
  }
  agent.destroy();
  return {
    oursMs: spread(times.ours),
    mapServerMs: spread(times.mapServer),
    ofMapServer: rounded(median(times.ours) / median(times.mapServer)),
  };
}

async function run(server: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await server.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  const grid = { left: view[0], top: view[3], width: width * resolution, height: height * resolution };
  const [large = 0, small = 0, points = 0] = await addGrids(database, geomStyle(), [
    { ...grid, columns: 1_334, rows: 750 },
    { ...grid, columns: 422, rows: 237 },
    { ...grid, columns: 596, rows: 336, geometry: 'points' },
  ]);
  console.log('the objects are there');
  const first = {
    polygons: await measureFirst({ databaseUrl, layerId: large, geometry: 'polygons' }),
    points: await measureFirst({ databaseUrl, layerId: points, geometry: 'points' }),
  };
  console.log(JSON.stringify(first));

  await using ours = await startServerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  });
  await using theirs = await startMapServer(databaseUrl, large);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = (id: number, box: readonly number[], w: number, h: number, more = '') =>
    requestApi(agent, {
      url: `${ours.url}/api/v1/proxy/wmsLayers/${id}?${getMap(`${id}_polygons`, box, [w, h])}${more}`,
    });
  const getTheirs = () =>
    requestApi(agent, { url: `${theirs.url}${getMap('polygons', view, [width, height])}` });

  const cold = await measureTime(() => untilThere(() => get(large, view, width, height)));
  const coldSmall = await measureTime(() => untilThere(() => get(small, view, width, height)));
  console.log('first pictures', cold.ms, coldSmall.ms);
  const ahead = await measureTime(() => waitUntilSeeded(join(dataDir, 'cache', 'images')));
  console.log('all drawn ahead', ahead.ms);
  const differentFromTheirs = await compare(cold.value, await getTheirs());
  const times: Record<'drawing' | 'cached' | 'small' | 'mapServer', number[]> = {
    ...{ drawing: [], cached: [], small: [], mapServer: [] },
  };
  for (let round = 0; round < rounds; round++) {
    times.drawing.push(
      (await measureTime(() => untilThere(() => get(large, view, width, height, fromObjects)))).ms,
    );
    times.cached.push((await measureTime(() => get(large, view, width, height))).ms);
    times.mapServer.push((await measureTime(getTheirs)).ms);
    times.small.push((await measureTime(() => get(small, view, width, height))).ms);
  }
  console.log(JSON.stringify(times));

  const afterEdit: number[] = [];
  for (let edit = 1; edit <= rounds; edit++) {
    const [x, y] = [200 * edit, 120 * edit];
    const around = toBox(x, y, CROP_PX, CROP_PX);
    const getAround = (more?: string) => get(large, around, CROP_PX, CROP_PX, more);
    const before = await getAround();
    await sql`UPDATE geoms SET geom = ST_Translate(geom, ${MOVED_PX * resolution}::float8, 0) WHERE id = (
      SELECT id FROM geoms WHERE class_id = ${large}::bigint AND deleted_at IS NULL
        AND geom && ST_Expand(ST_Centroid(ST_MakeEnvelope(${sql.join(around)}, 3857)), ${resolution}) LIMIT 1)`.execute(
      database.db,
    );
    afterEdit.push((await measureTime(() => get(large, view, width, height))).ms);
    const after = await getAround();
    const isStale =
      after.equals(before) || (await compare(after, await getAround(fromObjects))) > MAX_DIFFERENT;
    if (isStale) throw new Error(`the image after edit ${edit} does not show it`);
  }
  console.log('after an edit', JSON.stringify(afterEdit));

  const different: number[] = [];
  for (const [x, y] of [
    [0, 0],
    [1_200, 0],
    [600, 330],
    [0, 675],
    [1_000, 600],
  ] as const) {
    const box = toBox(x, y, 400, 225);
    different.push(
      await compare(await get(large, box, 400, 225), await get(large, box, 400, 225, fromObjects)),
    );
  }
  if (median(different) > MAX_DIFFERENT) throw new Error(`${median(different)} of the pixels differ`);
  const half = toBox(200, 200, 400, 225);
  const between = await compare(
    await get(large, half, 460, 259),
    await get(large, half, 460, 259, fromObjects),
  );
  console.log('different', different, 'between two levels', between);

  agent.destroy();
  await database.close();
  const theirMs = median(times.mapServer);
  writeResult('overview', {
    database: server.version,
    rounds,
    view: `${width} x ${height} pixels`,
    polygons: 1_334 * 750,
    mapServerMs: spread(times.mapServer),
    drawing: { oursMs: spread(times.drawing), ofMapServer: rounded(median(times.drawing) / theirMs) },
    cached: {
      what: 'ours comes out of metatiles that were drawn before, theirs is drawn anew',
      oursMs: spread(times.cached),
      ofMapServerDrawing: rounded(median(times.cached) / theirMs),
    },
    smaller: {
      polygons: 422 * 237,
      oursMs: spread(times.small),
      timesAsLong: rounded(median(times.cached) / median(times.small)),
    },
    first: {
      what: 'ours is a provisional image of all objects (decision 0050), on a new server; the image is finished behind it',
      polygons: first.polygons,
      points: { count: 596 * 336, ...first.points },
    },
    allZoomsDrawnAheadS: rounded((cold.ms + coldSmall.ms + ahead.ms - IDLE_MS) / 1_000),
    afterAnEditMs: spread(afterEdit),
    differentPixels: {
      fromDrawingAllObjects: spread(different),
      betweenTwoLevels: rounded(between),
      fromMapServer: rounded(differentFromTheirs),
    },
  });
}

await runOnBenchServer(run, findMissing());
