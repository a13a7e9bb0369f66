/**
 * Images of 256 and 1 024 pixels with 1 000, 5 000 and 20 000 polygons: our WMS against MapServer as FastCGI, both over
 * HTTP, on the same table, with the same look. Both sides take turns in each round.
 */
import { Agent } from 'node:http';
import { type Database, migrateToLatest, openDatabase } from '@pgis/server';
import { startServerProcess } from '@pgis/testkit';
import { sql } from 'kysely';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { addPolygons, tidy } from '../extent/polygons.ts';
import { requestApi } from '../requestApi.ts';
import { median, quantile, rounded, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';
import { compare } from './compare.ts';
import { getMap } from './getMap.ts';
import { findMissing, geomStyle, startMapServer } from './mapServer.ts';

/** Rounds until V8 has compiled the rendering code in both workers. */
const warmUps = 40;
const rounds = Number(process.env.ROUNDS ?? 31);
const sizes = [256, 1_024];
const counts = [1_000, 5_000, 20_000];
const center = [2_680_000, 7_740_000] as const;

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Returns the largest square around the centre with at most `maxCount` polygons, to the metre. */
async function findSquare(
  { db }: Database,
  layerId: number,
  maxCount: number,
): Promise<{ box: Box; count: number }> {
  const [x, y] = center;
  let [low, high] = [0, 400_000];
  let best: { box: Box; count: number } | undefined;
  while (high - low > 1) {
    const halfSide = (low + high) / 2;
    const box: Box = [x - halfSide, y - halfSide, x + halfSide, y + halfSide];
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM geoms WHERE class_id = ${layerId} AND deleted_at IS NULL
        AND geom && ST_MakeEnvelope(${box[0]}, ${box[1]}, ${box[2]}, ${box[3]}, 3857)`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count <= maxCount) {
      best = { box, count };
      low = halfSide;
    } else high = halfSide;
  }
  if (best === undefined) throw new Error(`no square with ${maxCount} polygons`);
  return best;
}

async function run(server: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await server.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  const { layerId, source } = await addPolygons(database);
  await sql`UPDATE classifiers SET geom_style = ${geomStyle()} WHERE id = ${layerId}`.execute(database.db);
  await tidy(database);
  const views = [];
  for (const count of counts) views.push(await findSquare(database, layerId, count));
  await database.close();

  await using ours = await startServerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
  });
  await using theirs = await startMapServer(databaseUrl, layerId);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const results = [];
  for (const size of sizes)
    for (const { box, count } of views) {
      const sides = {
        ours: () =>
          requestApi(agent, {
            url: `${ours.url}/api/v1/proxy/wmsLayers/${layerId}?${getMap(`${layerId}_polygons`, box, [size, size])}`,
          }),
        mapServer: () => requestApi(agent, { url: `${theirs.url}${getMap('polygons', box, [size, size])}` }),
      };
      const different = await compare(await sides.ours(), await sides.mapServer());
      if (different > 0.25)
        throw new Error(`the pictures differ in ${(100 * different).toFixed(1)} % of their pixels`);
      const times: Record<keyof typeof sides, number[]> = { ours: [], mapServer: [] };
      for (let round = -warmUps; round < rounds; round++)
        for (const name of round % 2 === 0
          ? (['ours', 'mapServer'] as const)
          : (['mapServer', 'ours'] as const)) {
          const started = performance.now();
          await sides[name]();
          if (round >= 0) times[name].push(performance.now() - started);
        }
      const ratio = {
        ...spread(times.ours.map((ms, i) => ms / (times.mapServer[i] ?? Number.NaN))),
        ofMedians: rounded(median(times.ours) / median(times.mapServer)),
        ofFastestTenths: rounded(quantile(times.ours, 0.1) / quantile(times.mapServer, 0.1)),
      };
      const result = {
        sizePx: size,
        polygons: count,
        oursMs: spread(times.ours),
        mapServerMs: spread(times.mapServer),
        ratio,
        differentPixels: rounded(different),
      };
      results.push(result);
      console.log(JSON.stringify(result));
    }
  agent.destroy();
  writeResult('images', { database: server.version, source, rounds, results });
}

await runOnBenchServer(run, findMissing());
