/**
 * Import of 78 099 real parcels: `pgis import` against `ogr2ogr` with COPY, in turn, on the same PostgreSQL server, each
 * import by a process of its own from its start to its end; and `pgis import` into the embedded database. Ours checks
 * validity, measures on the ellipsoid and keeps its indexes (of places, words, keys, names); ogr2ogr writes a bare table
 * with one index.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCompany, type Database, inTransaction, migrateToLatest, openDatabase } from '@pgis/server';
import { sql } from 'kysely';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { measureTime } from '../measureTime.ts';
import { parcelCount, parcelsFile } from '../parcels.ts';
import { median, rounded, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SAMPLE_MS = 50;
const pgis = fileURLToPath(new URL('../../apps/server/src/cli/pgis.ts', import.meta.url));

/** Largest memory of the process so far, in millions of bytes; undefined where the kernel does not tell it. */
function readPeakMb({ pid }: ChildProcess): number | undefined {
  try {
    const peakKiB = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return peakKiB === undefined ? undefined : Math.round((Number(peakKiB) * 1024) / 1e6);
  } catch {
    return undefined;
  }
}

interface Run {
  readonly seconds: number;
  readonly peakMb: number | undefined;
}

/** Runs a program to its end; throws unless it ends well. */
async function runToEnd(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Run> {
  let peakMb: number | undefined;
  const { ms } = await measureTime(async () => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const timer = setInterval(() => (peakMb = readPeakMb(child) ?? peakMb), SAMPLE_MS);
    const [code] = (await once(child, 'exit')) as [number | null];
    clearInterval(timer);
    if (code !== 0) throw new Error(`${command} ended with exit code ${code}`);
  });
  return { seconds: ms / 1000, peakMb };
}

const importOurs = (layer: string, env: Readonly<Record<string, string>>): Promise<Run> =>
  runToEnd(
    process.execPath,
    [
      ...[pgis, 'import', parcelsFile, '--layer', layer],
      ...['--name-field', 'nosaukums', '--key-field', 'kadastrs', '--public'],
    ],
    env,
  );

const importTheirs = (url: string): Promise<Run> =>
  runToEnd(
    'ogr2ogr',
    [
      ...['-f', 'PostgreSQL', `PG:${url}`, `/vsigzip/${parcelsFile}`],
      ...['-nln', 'bench_ogr', '-t_srs', 'EPSG:3857', '-overwrite'],
    ],
    { PG_USE_COPY: 'YES' },
  );

/** Throws unless all parcels are there; `from` is SQL. */
async function checkCount({ db }: Database, from: string): Promise<void> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM ${sql.raw(from)}`.execute(db);
  if (rows[0]?.count !== parcelCount) throw new Error(`${from}: ${rows[0]?.count} of ${parcelCount} parcels`);
}

const objectsOf = (layer: string): string =>
  `geoms AS g JOIN classifiers AS c ON c.company_id = g.company_id AND c.id = g.class_id WHERE c.name = '${layer}'`;

async function addCompany(database: Database): Promise<void> {
  await migrateToLatest(database);
  await inTransaction(database, {}, (db) => createCompany(db, { name: 'Bench' }));
}

async function measurePostgres(server: BenchServer, dataDir: string) {
  const url = await server.addDatabase();
  const database = await openDatabase({ databaseUrl: url, dataDir });
  await addCompany(database);
  const [ours, theirs]: [Run[], Run[]] = [[], []];
  // The first round fills the caches of the file system and of PostgreSQL for both sides.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const layer = `Parcels ${round}`;
    const one = await importOurs(layer, { DATABASE_URL: url, DATA_DIR: dataDir });
    await checkCount(database, objectsOf(layer));
    const other = await importTheirs(url);
    await checkCount(database, 'bench_ogr');
    if (round === 0) continue;
    ours.push(one);
    theirs.push(other);
  }
  await database.close();
  const seconds = (runs: readonly Run[]) => runs.map((run) => run.seconds);
  const ratios = ours.map((run, i) => run.seconds / (theirs[i]?.seconds ?? Number.NaN));
  const peaks = ours.flatMap(({ peakMb }) => peakMb ?? []);
  return {
    oursS: spread(seconds(ours)),
    ogr2ogrS: spread(seconds(theirs)),
    ratio: { ...spread(ratios), ofMedians: rounded(median(seconds(ours)) / median(seconds(theirs))) },
    peakMemoryMb: peaks.length === 0 ? null : Math.max(...peaks),
  };
}

async function measureEmbedded(dataDir: string) {
  const open = () => openDatabase({ dataDir });
  const fresh = await open();
  await addCompany(fresh);
  await fresh.close();
  const { seconds, peakMb } = await importOurs('Parcels', { DATABASE_URL: '', DATA_DIR: dataDir });
  const after = await open();
  await checkCount(after, objectsOf('Parcels'));
  await after.close();
  return { oursS: rounded(seconds), peakMemoryMb: peakMb ?? null };
}

async function run(server: BenchServer, dataDir: string): Promise<void> {
  const postgres = await measurePostgres(server, dataDir);
  console.log(
    `PostgreSQL: ours ${postgres.oursS.median} s, ogr2ogr ${postgres.ogr2ogrS.median} s, ratio ${postgres.ratio.median}; ${postgres.peakMemoryMb} MB`,
  );
  const embedded = await measureEmbedded(join(dataDir, 'embedded'));
  console.log(`embedded: ${embedded.oursS} s, ${embedded.peakMemoryMb} MB`);
  writeResult('import', {
    database: server.version,
    features: parcelCount,
    rounds: ROUNDS,
    cached: 'the file and the tables by the system; each import is a new process',
    postgres,
    embedded,
  });
}

await runOnBenchServer(run, existsSync(parcelsFile) ? undefined : `${parcelsFile} is not there.`);
