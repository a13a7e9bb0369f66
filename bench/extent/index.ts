/**
 * One `polygons` call of 5 000 polygons through the server, against the same SQL through the bare driver; and the same
 * call to a second server whose layer has ten times the rows outside the extent. All sides take turns in each round.
 */
import { migrateToLatest, openDatabase } from '@pgis/server';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { measureTime } from '../measureTime.ts';
import { median, quantile, rounded, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';
import { addPolygons, multiplyOutside, tidy } from './polygons.ts';
import { checkAnswers, findRequest, openSides } from './sides.ts';

const warmUps = 10;
const rounds = 100;

async function prepare(server: BenchServer, dataDir: string) {
  const smallUrl = await server.addDatabase();
  const small = await openDatabase({ databaseUrl: smallUrl, dataDir });
  await migrateToLatest(small);
  const { layerId, source } = await addPolygons(small);
  await tidy(small);
  const found = await findRequest(small, layerId);
  await small.close();
  const largeUrl = await server.addDatabase(smallUrl);
  const large = await openDatabase({ databaseUrl: largeUrl, dataDir });
  await multiplyOutside(large, layerId, 10);
  await large.close();
  return { smallUrl, largeUrl, source, ...found };
}

/** Returns the milliseconds of each side by round; the sides alternate in starting a round. */
async function takeTurns<Name extends string>(
  sides: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUps; round < rounds; round += 1)
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round + warmUps) % names.length] as Name;
      const { ms } = await measureTime(sides[name]);
      if (round >= 0) times[name].push(ms);
    }
  return times;
}

/** Median and quartiles of the rounds. */
const summary = (values: readonly number[]) => ({
  ...spread(values),
  quartiles: [0.25, 0.75].map((share) => rounded(quantile(values, share))),
});

/** Ratios by round, and the one of the tenth percentiles, which other work of the machine disturbs least. */
const ratio = (these: readonly number[], those: readonly number[]) => ({
  ...summary(these.map((ms, round) => ms / (those[round] ?? Number.NaN))),
  ofMedians: rounded(median(these) / median(those)),
  ofFastestTenths: rounded(quantile(these, 0.1) / quantile(those, 0.1)),
});

async function run(server: BenchServer, dataDir: string): Promise<void> {
  const { smallUrl, largeUrl, request, count, source } = await prepare(server, dataDir);
  await using small = await openSides(smallUrl, dataDir, request);
  await using large = await openSides(largeUrl, dataDir, request);
  const bytes = await checkAnswers(small, count);
  await checkAnswers(large, count);
  const times = await takeTurns({
    server: small.server,
    bareDriver: small.bare,
    tenfoldOutside: large.server,
  });
  const serverToBareDriver = ratio(times.server, times.bareDriver);
  const tenfoldToServer = ratio(times.tenfoldOutside, times.server);
  console.log(`${count} polygons, ${bytes} bytes, from ${source}; ${server.version}`);
  for (const [name, values] of Object.entries(times))
    console.log(`${name}: ${JSON.stringify(summary(values))} ms`);
  console.log(`server / bare driver: ${JSON.stringify(serverToBareDriver)}`);
  console.log(`ten times the rows outside / server: ${JSON.stringify(tenfoldToServer)}`);
  writeResult('extent', {
    database: server.version,
    source,
    polygons: count,
    bytes,
    zoom: request.zoom,
    rounds,
    ms: Object.fromEntries(Object.entries(times).map(([name, values]) => [name, summary(values)])),
    serverToBareDriver,
    tenfoldToServer,
  });
}

await runOnBenchServer(run);
