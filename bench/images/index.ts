/**
 * Images of polygons, lines and points, with and without labels: our WMS against MapServer as FastCGI with as many
 * processes as cores, both over HTTP, on the same table, with the same look. Each request has an extent of its own, so
 * that neither side can answer from a cache. Both sides take turns in each round, once with one request at a time and
 * once with four at once.
 */
import { Agent } from 'node:http';
import { availableParallelism } from 'node:os';
import { type Database, migrateToLatest, openDatabase } from '@pgis/server';
import { startServerProcess } from '@pgis/testkit';
import { sql } from 'kysely';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { addPolygons, tidy } from '../extent/polygons.ts';
import { measureTime } from '../measureTime.ts';
import { requestApi } from '../requestApi.ts';
import { median, quantile, rounded, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';
import { compare } from './compare.ts';
import { getMap } from './getMap.ts';
import { findMissing, geomStyle, startMapServer } from './mapServer.ts';
import { addLinesAndPoints, type Box, findSquare, type Geometry, moveAround } from './objects.ts';

/** Rounds until V8 has compiled the rendering code in both workers. */
const WARM_UPS = 25;
const ROUNDS = Number(process.env.ROUNDS ?? 31);
const AT_ONCE = 4;
/**
 * Largest share of different pixels. The sides place vertices differently by parts of a pixel, and labels by whole words;
 * lines and points that cover each other lie in the order in which each side reads them.
 */
const MAX_DIFFERENT = { polygons: 0.1, lines: 0.25, points: 0.25, labelled: 0.2 } as const;

interface Case {
  readonly geometry: Geometry;
  readonly labels: boolean;
  readonly sizePx: number;
  readonly objects: number;
}

const cases: readonly Case[] = [
  ...[256, 1_024].flatMap((sizePx) =>
    [1_000, 5_000, 20_000].map((objects): Case => ({ geometry: 'polygons', labels: false, sizePx, objects })),
  ),
  { geometry: 'lines', labels: false, sizePx: 256, objects: 5_000 },
  { geometry: 'lines', labels: false, sizePx: 1_024, objects: 5_000 },
  { geometry: 'points', labels: false, sizePx: 256, objects: 5_000 },
  { geometry: 'points', labels: false, sizePx: 1_024, objects: 5_000 },
  { geometry: 'polygons', labels: true, sizePx: 1_024, objects: 1_000 },
  { geometry: 'points', labels: true, sizePx: 1_024, objects: 1_000 },
];

type Side = 'ours' | 'mapServer';
type Draw = (box: Box) => Promise<Buffer>;

/** Returns the milliseconds an image takes on each side by round; the sides alternate in starting a round. */
async function takeTurns(
  sides: Readonly<Record<Side, Draw>>,
  box: Box,
  atOnce: number,
): Promise<Record<Side, number[]>> {
  const times: Record<Side, number[]> = { ours: [], mapServer: [] };
  const boxes = moveAround(box);
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const asked = Array.from({ length: atOnce }, () => boxes.next().value);
    const order: readonly Side[] = round % 2 === 0 ? ['ours', 'mapServer'] : ['mapServer', 'ours'];
    for (const side of order) {
      const { ms } = await measureTime(() => Promise.all(asked.map(sides[side])));
      if (round >= 0) times[side].push(ms / atOnce);
    }
  }
  return times;
}

const summary = ({ ours, mapServer }: Readonly<Record<Side, readonly number[]>>) => ({
  oursMs: spread(ours),
  mapServerMs: spread(mapServer),
  ratio: {
    ...spread(ours.map((ms, i) => ms / (mapServer[i] ?? Number.NaN))),
    ofMedians: rounded(median(ours) / median(mapServer)),
    ofFastestTenths: rounded(quantile(ours, 0.1) / quantile(mapServer, 0.1)),
  },
});

/** More than the views of lines and points show, and so few that no view has as many objects as need metatiles. */
const MAX_LINES = 8_000;

/** Prepares a layer of polygons, lines and points. */
async function addObjects(database: Database) {
  await migrateToLatest(database);
  const { layerId, source } = await addPolygons(database);
  // An import this large makes a thinned layer, and MapServer draws the style as it is.
  await sql`UPDATE classifiers SET density = '{"kind":"asIs"}' WHERE id = ${layerId}`.execute(database.db);
  const { box } = await findSquare(database, layerId, MAX_LINES);
  await addLinesAndPoints(database, layerId, box);
  await tidy(database);
  return { layerId, source };
}

async function run(server: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await server.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  const { layerId, source } = await addObjects(database);

  await using ours = await startServerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  });
  await using theirs = await startMapServer(databaseUrl, layerId);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const results = [];
  for (const { geometry, labels, sizePx, objects } of cases) {
    const geomStyleText = geomStyle({ labels });
    await sql`UPDATE classifiers SET geom_style = ${geomStyleText} WHERE id = ${layerId}`.execute(
      database.db,
    );
    const { box, count } = await findSquare(database, layerId, objects);
    const size = [sizePx, sizePx] as const;
    const sides = {
      ours: (view: Box) =>
        requestApi(agent, {
          url: `${ours.url}/api/v1/proxy/wmsLayers/${layerId}?${getMap(`${layerId}_${geometry}`, view, size)}`,
        }),
      mapServer: (view: Box) =>
        requestApi(agent, {
          url: `${theirs.url}${getMap(labels ? `${geometry}_labelled` : geometry, view, size)}`,
        }),
    };
    const different = await compare(await sides.ours(box), await sides.mapServer(box));
    if (different > MAX_DIFFERENT[labels ? 'labelled' : geometry])
      throw new Error(
        `${sizePx} px, ${geometry}: the images differ in ${(100 * different).toFixed(1)} % of their pixels`,
      );
    const result = {
      ...{ geometry, labels, sizePx, objects: count },
      oneAtATime: summary(await takeTurns(sides, box, 1)),
      fourAtOnce: summary(await takeTurns(sides, box, AT_ONCE)),
      differentPixels: rounded(different),
    };
    results.push(result);
    console.log(
      `${sizePx} px, ${count} ${geometry}${labels ? ' with labels' : ''}: ` +
        [result.oneAtATime, result.fourAtOnce]
          .map(
            ({ oursMs, mapServerMs, ratio }) =>
              `${oursMs.median} / ${mapServerMs.median} ms = ${ratio.ofMedians}`,
          )
          .join('; four at once '),
    );
  }
  agent.destroy();
  await database.close();
  writeResult('images', {
    database: server.version,
    source,
    rounds: ROUNDS,
    mapServerProcesses: availableParallelism(),
    cached: 'nothing: each request has an extent of its own',
    results,
  });
}

await runOnBenchServer(run, findMissing());
