/**
 * The report of a layer of 1 000 000 objects on PostgreSQL, through the whole server: first pages, filtered and sorted,
 * beside the SQL that somebody would write by hand; the start page of reports; and a CSV file of 200 000 rows beside
 * COPY of the same columns. Both sides in one run, in turn.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ReportDashboard, ReportPage } from '@pgis/contract';
import { type Database, inTransaction, openDatabase } from '@pgis/server';
import { migrateToLatest } from '@pgis/server/db/migrate.ts';
import { addActors, addGroup, addLayer, signIn, startTestApp, type TestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { median, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const OBJECTS = 1_000_000;
const CSV_ROWS = 200_000;
const ROUNDS = 7;
const FILE_ROUNDS = 3;
const PAGE = 100;

/** Points, one a minute backwards from now; 500 species, sizes up to 10 000, a comment on one in twenty. */
async function addRows(database: Database, classId: number, count: number): Promise<void> {
  const companyId = Math.floor(classId / 2 ** 32);
  await inTransaction(database, { statementMs: 0, idleMs: 0 }, async (db) => {
    await sql`INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, data, measure, upvote_count, created_at)
      SELECT ${companyId}::integer, new_id(${companyId}, 'geom_seq'), ${classId}::bigint, 1,
        ST_SetSRID(ST_MakePoint(2400000 + i % 1000, 7600000 + i / 1000), 3857),
        'Street ' || i % 30000, 'Topic ' || i,
        jsonb_build_object('species', 'species ' || (i::bigint * 7919) % 500, 'size', ((i::bigint * 104729) % 10000)::text),
        0, CASE WHEN i % 50 = 0 THEN 1 ELSE 0 END, now() - make_interval(mins => i)
      FROM generate_series(1, ${count}::integer) AS i`.execute(db);
    await sql`INSERT INTO comments (company_id, id, geom_id, content, status_id, is_public, added_at)
      SELECT g.company_id, new_id(${companyId}, 'comment_seq'), g.id, 'Seen', s.id, true, g.created_at + interval '3 days'
      FROM geoms AS g, LATERAL (SELECT id FROM classifiers WHERE company_id = ${companyId} AND kind = 'status'
        ORDER BY id OFFSET g.id % 8 LIMIT 1) AS s
      WHERE g.class_id = ${classId}::bigint AND g.id % 20 = 0`.execute(db);
    await sql`UPDATE geoms AS g SET latest_comment_id = m.id, latest_public_comment_id = m.id FROM comments AS m
      WHERE m.company_id = g.company_id AND m.geom_id = g.id AND g.class_id = ${classId}::bigint`.execute(db);
  });
}

async function timesOf(one: () => Promise<void>, rounds = ROUNDS): Promise<number[]> {
  await one();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await one();
    times.push(performance.now() - started);
  }
  return times;
}

const compared = (ours: readonly number[], theirs: readonly number[]) => ({
  ratio: Number((median(ours) / median(theirs)).toPrecision(3)),
  serverMs: spread(ours),
  sqlMs: spread(theirs),
});

interface Bench {
  readonly t: TestApp;
  readonly database: Database;
  readonly headers: Record<string, string>;
}

/** What is asked, and the same as somebody would write it by hand. */
const pages = {
  newest: ['', 'true', 'created_at DESC, id DESC'],
  byName: ['_sort=name', 'true', 'name_order(name) COLLATE "C", id'],
  fieldFilterNewest: [
    'species=species+7',
    "data ->> 'species' ILIKE '%species 7%'",
    'created_at DESC, id DESC',
  ],
  fieldFilterByName: [
    'species=species+7&_sort=name',
    "data ->> 'species' ILIKE '%species 7%'",
    'name_order(name) COLLATE "C", id',
  ],
  monthByField: [
    '_from=MONTH_AGO&_sort=data.size',
    "created_at >= now() - interval '30 days'",
    "(data ->> 'size')::float8, id",
  ],
  monthByStatus: [
    '_from=MONTH_AGO&_sort=status',
    "created_at >= now() - interval '30 days'",
    `(SELECT t.position FROM comments m JOIN classifiers t ON t.company_id = m.company_id AND t.id = m.status_id
      WHERE m.company_id = geoms.company_id AND m.id = geoms.latest_comment_id), id`,
  ],
  byField: ['_sort=data.size', 'true', "(data ->> 'size')::float8, id"],
} as const;

async function measurePages({ t, database, headers }: Bench, classId: number) {
  const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 19);
  const found: Record<string, unknown> = {};
  for (const [name, [query, condition, order]] of Object.entries(pages)) {
    const text = query.replace('MONTH_AGO', `${monthAgo}Z`);
    const url = `/api/v1/geoms/class-objects/${classId}?_size=${PAGE}&_totals=false&${text}`;
    const ours = await timesOf(async () => {
      const { status, json, text: answer } = await t.call<ReportPage>({ url, headers });
      if (status !== 200 || json.items.length !== PAGE) throw new Error(`${name}: ${status} ${answer}`);
    });
    const theirs = await timesOf(async () => {
      const { rows } = await sql`
        SELECT id, name, description, is_public, data, upvote_count, author_id, created_at, updated_at, measure
        FROM geoms WHERE company_id = ${Math.floor(classId / 2 ** 32)} AND class_id = ${classId}
          AND deleted_at IS NULL AND ${sql.raw(condition)}
        ORDER BY ${sql.raw(order)} LIMIT ${PAGE}`.execute(database.db);
      if (rows.length !== PAGE) throw new Error(`${name}: ${rows.length} rows by hand`);
    });
    found[name] = compared(ours, theirs);
    console.log(name, JSON.stringify(found[name]));
  }
  const dashboard = await timesOf(async () => {
    const { status, json } = await t.call<ReportDashboard>({ url: '/api/v1/reports/dashboard', headers });
    if (status !== 200 || json.totals.open + json.totals.closed < OBJECTS) throw new Error('dashboard');
  });
  console.log('dashboard', JSON.stringify(spread(dashboard)));
  return { pages: found, dashboardMs: spread(dashboard) };
}

async function runPsql(databaseUrl: string, command: string): Promise<void> {
  const psql = spawn('psql', ['-q', '-d', databaseUrl, '-c', command], { stdio: 'inherit' });
  const [code] = await once(psql, 'exit');
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}

const csvColumns = ['id', 'name', 'description', 'added', 'data.species', 'data.size'];

async function measureFile({ t, headers }: Bench, classId: number, databaseUrl: string) {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  const heldMb = () => process.memoryUsage().rss / 2 ** 20;
  globalThis.gc?.();
  const startMb = heldMb();
  let mostMb = startMb;
  const ours = await timesOf(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/geoms/object-report/${classId}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'accept-encoding': 'identity' },
      body: JSON.stringify({ columns: csvColumns }),
    });
    let rows = -1;
    for await (const chunk of answer.body ?? []) {
      for (const byte of chunk as Uint8Array) if (byte === 10) rows += 1;
      mostMb = Math.max(mostMb, heldMb());
    }
    if (rows !== CSV_ROWS) throw new Error(`the file has ${rows} rows`);
  }, FILE_ROUNDS);
  const copy = `\\copy (SELECT id, name, description, created_at, data ->> 'species', data ->> 'size' FROM geoms WHERE company_id = ${Math.floor(classId / 2 ** 32)} AND class_id = ${classId} AND deleted_at IS NULL ORDER BY created_at DESC, id DESC) TO /dev/null CSV`;
  const theirs = await timesOf(() => runPsql(databaseUrl, copy), FILE_ROUNDS);
  const { ratio, serverMs, sqlMs: copyMs } = compared(ours, theirs);
  const file = {
    rows: CSV_ROWS,
    ratio,
    serverMs,
    copyMs,
    memoryMb: { start: Math.round(startMb), most: Math.round(mostMb) },
  };
  console.log('csv', JSON.stringify(file));
  return file;
}

async function run(server: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await server.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  {
    await using t = await startTestApp(database);
    const { companyId, units, users } = await addActors(database);
    const groupId = await addGroup(database, { companyId, unitId: units.roads });
    const fields = ['species', 'size'];
    const large = await addLayer(database, { groupId, name: 'Large', fields });
    const file = await addLayer(database, { groupId, name: 'File', fields });
    await addRows(database, large, OBJECTS);
    await addRows(database, file, CSV_ROWS);
    // Past the statement deadline of the server's own connections.
    await runPsql(databaseUrl, 'VACUUM ANALYZE geoms');
    await runPsql(databaseUrl, 'VACUUM ANALYZE comments');
    console.log(server.version);
    const bench: Bench = { t, database, headers: (await signIn(t, users.moduleAdmin)).headers };
    const csv = await measureFile(bench, file, databaseUrl);
    const measured = await measurePages(bench, large);
    writeResult('report', { version: server.version, objects: OBJECTS, pageRows: PAGE, ...measured, csv });
  }
  await database.close();
}

await runOnBenchServer(run);
