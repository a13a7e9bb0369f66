/**
 * Time of look-ups on the map by visitors, on PostgreSQL through the real server: alone, and beside one user who requests
 * dashboards or files 60 at once. The control is psql, which reads the same without our server: beside it look-ups wait for
 * processors and the database only. SHARE_OBJECTS sets the number of objects.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CurrentUser } from '@pgis/contract';
import { migrateToLatest, openDatabase } from '@pgis/server';
import { actorPassword, addActors, addGroup, addLayer, startServerProcess } from '@pgis/testkit';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { runPsql } from '../report/files.ts';
import { addRows, fields } from '../report/objects.ts';
import { quantile, rounded } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';
import type { Flood } from './flood.ts';

const OBJECTS = Number(process.env.SHARE_OBJECTS ?? 200_000);
const AT_ONCE = 60;
/** Rounds over all cases, so that other work of the machine affects each of them. */
const ROUNDS = 3;
const MEASURE_MS = 8_000;
/** p99 beside a flood, as a multiple of p99 alone. */
const GOAL_RATIO = 2;
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

/** Requests at a fixed rate, whether earlier answers have arrived or not. Returns the time of each look-up. */
async function measure(site: Site): Promise<number[]> {
  const requests: Promise<number>[] = [];
  const until = performance.now() + MEASURE_MS;
  while (performance.now() < until) {
    const request = lookUp(site);
    // A failure is thrown below, when all requests are sent.
    request.catch(() => {});
    requests.push(request);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return await Promise.all(requests);
}

type Statuses = Record<string, number>;

/** Load that runs until the returned function stops it. */
type Load = () => () => Promise<Statuses>;

/** Floods the server from a thread of its own; counts the answers by status. */
const floodWith =
  (site: Site, path: string, init: Flood['init']): Load =>
  () => {
    const workerData: Flood = { url: `${site.url}/api/v1/${path}`, init, atOnce: AT_ONCE };
    const flood = new Worker(new URL('flood.ts', import.meta.url), { workerData });
    return async () => {
      const ended = once(flood, 'message');
      flood.postMessage('stop');
      const [statuses] = (await ended) as [Statuses];
      return statuses;
    };
  };

/** Reads the same without our server, again and again, as the server reads short reports of one user. */
const readBySql =
  (databaseUrl: string, select: string): Load =>
  () => {
    let isOver = false;
    const read = async () => {
      let done = 0;
      for (; !isOver; done += 1) await runPsql(databaseUrl, `\\copy (${select}) TO /dev/null CSV`);
      return { psql: done };
    };
    const reading = read();
    return () => {
      isOver = true;
      return reading;
    };
  };

const idle: Load = () => async () => ({});

/** SQL that an engineer would write for the dashboard, and for the file. */
function selectsOf(layer: number) {
  const ofLayer = `company_id = ${Math.floor(layer / 2 ** 32)} AND class_id = ${layer} AND deleted_at IS NULL`;
  return {
    dashboard: `SELECT date_trunc('month', g.created_at), t.status_type, count(*), sum(g.upvote_count), percentile_cont(0.5) WITHIN GROUP (ORDER BY m.added_at - g.created_at) FROM (SELECT * FROM geoms WHERE ${ofLayer}) AS g LEFT JOIN comments AS m ON m.company_id = g.company_id AND m.id = g.latest_comment_id LEFT JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id GROUP BY 1, 2`,
    file: `SELECT id, name, description, created_at, data, ST_AsText(geom) FROM geoms WHERE ${ofLayer} ORDER BY created_at DESC, id DESC`,
  };
}

/** Measures each case in every round; a load has run for a while before, as it opens its connections then. */
async function measureBeside<Name extends string>(site: Site, loads: Readonly<Record<Name, Load>>) {
  const names = Object.keys(loads) as Name[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const statuses = new Map(names.map((name) => [name, {} as Statuses]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const stop = loads[name]();
      await new Promise((resolve) => setTimeout(resolve, OPENING_MS));
      times.get(name)?.push(...(await measure(site)));
      const counts = statuses.get(name) ?? {};
      for (const [status, count] of Object.entries(await stop()))
        counts[status] = (counts[status] ?? 0) + count;
    }
  }
  const measured = names.map((name) => {
    const all = times.get(name) ?? [];
    const p50Ms = rounded(quantile(all, 0.5));
    const p99Ms = rounded(quantile(all, 0.99));
    const maxMs = rounded(Math.max(...all));
    return [name, { lookUps: all.length, p50Ms, p99Ms, maxMs, answers: statuses.get(name) }] as const;
  });
  return Object.fromEntries(measured) as Record<Name, (typeof measured)[number][1]>;
}

interface Timed {
  readonly p99Ms: number;
}

/** Multiples of p99 alone, and of p99 beside psql: what processors and the database alone cost is in the first only. */
function toRatios(beside: Timed, { alone, bySql }: Readonly<Record<'alone' | 'bySql', Timed>>) {
  const ratioTo = ({ p99Ms }: Timed) => Number((beside.p99Ms / p99Ms).toPrecision(3));
  return { p99ToAlone: ratioTo(alone), p99ToSql: ratioTo(bySql) };
}

async function run(bench: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await bench.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  const { companyId, units, users } = await addActors(database);
  const groupId = await addGroup(database, { companyId, unitId: units.roads });
  const layer = await addLayer(database, { groupId, name: 'Large', fields });
  await addRows(database, layer, OBJECTS);
  // Otherwise autovacuum does it during one of the measurements.
  for (const table of ['geoms', 'comments']) await runPsql(databaseUrl, `VACUUM ANALYZE ${table}`);
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, IMAGE_CACHE_MB: '0', LOG_LEVEL: 'warn' },
    TRUST_PROXY: '1',
  };
  {
    await using server = await startServerProcess(env);
    const headers = await signIn(server.url, users.reader.email);
    const site: Site = { url: server.url, layer, headers };
    const selects = selectsOf(layer);
    await measure(site); // Warms up.
    const cases = await measureBeside(site, {
      alone: idle,
      dashboardsBySql: readBySql(databaseUrl, selects.dashboard),
      dashboards: floodWith(site, 'reports/dashboard', { headers }),
      filesBySql: readBySql(databaseUrl, selects.file),
      files: floodWith(site, `geoms/object-report/${layer}`, { method: 'POST', headers, body: '{}' }),
    });
    console.table(cases, ['lookUps', 'p50Ms', 'p99Ms', 'maxMs']);
    const ratios = {
      dashboards: toRatios(cases.dashboards, { alone: cases.alone, bySql: cases.dashboardsBySql }),
      files: toRatios(cases.files, { alone: cases.alone, bySql: cases.filesBySql }),
    };
    for (const [name, { p99ToAlone, p99ToSql }] of Object.entries(ratios))
      console.log(
        `p99 beside ${name}: ${p99ToAlone}x alone, goal ${GOAL_RATIO}x: ${p99ToAlone <= GOAL_RATIO ? 'kept' : 'MISSED'}; ${p99ToSql}x beside psql`,
      );
    writeResult('share', { version: bench.version, objects: OBJECTS, atOnce: AT_ONCE, ...cases, ratios });
  }
  await database.close();
}

await runOnBenchServer(run);
