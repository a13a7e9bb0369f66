/**
 * What a visitor of the map notices of one user who asks for reports without a pause, on PostgreSQL through the real server:
 * the time of look-ups on the map alone, and beside 60 dashboards or files at once. SHARE_OBJECTS makes it smaller.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CurrentUser } from '@pgis/contract';
import { migrateToLatest, openDatabase } from '@pgis/server';
import { actorPassword, addActors, addGroup, addLayer, startServerProcess } from '@pgis/testkit';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { addRows, fields } from '../report/objects.ts';
import { quantile, rounded } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';
import type { Flood } from './flood.ts';

const OBJECTS = Number(process.env.SHARE_OBJECTS ?? 200_000);
const AT_ONCE = 60;
const MEASURE_MS = 12_000;
const EVERY_MS = 25;
const OPENING_MS = 1_000;

interface Site {
  readonly url: string;
  readonly layer: number;
  readonly headers: Record<string, string>;
}

async function signIn(url: string, email: string): Promise<Site['headers']> {
  const answer = await fetch(`${url}/api/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: actorPassword }),
  });
  const { data } = (await answer.json()) as { data: CurrentUser };
  return { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' };
}

let visitors = 0;

/** An address for each look-up, as a proxy reports them: many visitors stay below the limit of one. */
function nextVisitor(): string {
  visitors += 1;
  return `2001:db8:${(visitors >> 16).toString(16)}:${(visitors & 0xffff).toString(16)}::1`;
}

async function lookUp({ url, layer }: Site): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/v1/geoms/nearestgeom`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': nextVisitor() },
    body: JSON.stringify({
      x: 2_400_000 + Math.floor(Math.random() * 1_000),
      y: 7_600_000 + Math.floor((Math.random() * OBJECTS) / 1_000),
      zoom: 18,
      classifiers: [layer],
    }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a look-up was answered ${answer.status}`);
  return performance.now() - began;
}

/** Asks at a fixed rate, whether the answers before have come or not. */
async function measure(site: Site) {
  const asked: Promise<number>[] = [];
  const until = performance.now() + MEASURE_MS;
  while (performance.now() < until) {
    const asking = lookUp(site);
    // A failure is reported below, when all have been asked.
    asking.catch(() => {});
    asked.push(asking);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  const times = await Promise.all(asked);
  return {
    answers: times.length,
    p50Ms: rounded(quantile(times, 0.5)),
    p99Ms: rounded(quantile(times, 0.99)),
    maxMs: rounded(Math.max(...times)),
  };
}

/**
 * Measures while a thread of its own floods the server with requests, and counts their answers by status. The time in
 * which the flood opens its connections is not measured.
 */
async function measureBeside(site: Site, path: string, init: Flood['init']) {
  const workerData: Flood = { url: `${site.url}/api/v1/${path}`, init, atOnce: AT_ONCE };
  const flood = new Worker(new URL('flood.ts', import.meta.url), { workerData });
  await new Promise((resolve) => setTimeout(resolve, OPENING_MS));
  const measured = await measure(site);
  const ended = once(flood, 'message');
  flood.postMessage('stop');
  const [statuses] = (await ended) as [Record<string, number>];
  return { ...measured, statuses };
}

async function run(bench: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await bench.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  const { companyId, units, users } = await addActors(database);
  const groupId = await addGroup(database, { companyId, unitId: units.roads });
  const layer = await addLayer(database, { groupId, name: 'Large', fields });
  await addRows(database, layer, OBJECTS);
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, IMAGE_CACHE_MB: '0', LOG_LEVEL: 'warn' },
    TRUST_PROXY: '1',
  };
  {
    await using server = await startServerProcess(env);
    const site: Site = { url: server.url, layer, headers: await signIn(server.url, users.reader.email) };
    await measure(site); // Warms up.
    const alone = await measure(site);
    const { headers } = site;
    const dashboards = await measureBeside(site, 'reports/dashboard', { headers });
    const again = await measure(site);
    const files = await measureBeside(site, `geoms/object-report/${layer}`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    const result = { alone, dashboards, again, files };
    console.table(
      Object.entries(result).map(([when, { answers, p50Ms, p99Ms, maxMs }]) => ({
        when,
        answers,
        p50Ms,
        p99Ms,
        maxMs,
      })),
    );
    console.log(JSON.stringify(result));
    writeResult('share', { version: bench.version, objects: OBJECTS, atOnce: AT_ONCE, ...result });
  }
  await database.close();
}

await runOnBenchServer(run);
