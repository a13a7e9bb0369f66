/**
 * Import of 78 099 real parcels on PostgreSQL: ours against `ogr2ogr` with COPY, in turn, on the same server.
 * Ours checks validity, measures on the ellipsoid, keeps its indexes (of places, words, keys, names) and writes an audit row a batch; ogr2ogr writes a bare table with one index.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCompany, type Database, inTransaction, migrateToLatest, openDatabase } from '@pgis/server';
import { startThrowAwayCluster } from '../../scripts/postgres-cluster.ts';
import { importParcels, parcelCount, parcelsFile } from '../parcels.ts';
import { median, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const rounds = 5;

const importInto = async (database: Database, layer: string): Promise<number> => {
  const started = performance.now();
  await importParcels(database, { layer, keyField: 'kadastrs' });
  return (performance.now() - started) / 1000;
};

function ogr2ogr(url: string): number {
  const started = performance.now();
  execFileSync(
    'ogr2ogr',
    [
      '-f',
      'PostgreSQL',
      `PG:${url}`,
      `/vsigzip/${parcelsFile}`,
      '-nln',
      'bench_ogr',
      '-t_srs',
      'EPSG:3857',
      '-overwrite',
    ],
    { env: { ...process.env, PG_USE_COPY: 'YES' }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return (performance.now() - started) / 1000;
}

const addCompany = (database: Database) =>
  inTransaction(database, {}, (db) => createCompany(db, { name: 'Bench' }));

if (!existsSync(parcelsFile)) console.log(`Skipped: ${parcelsFile} is not there.`);
else {
  const cluster = await startThrowAwayCluster();
  const dataDir = await mkdtemp(join(tmpdir(), 'pgis-bench-'));
  const result: Record<string, unknown> = { features: parcelCount };

  if ('url' in cluster) {
    const database = await openDatabase({ databaseUrl: cluster.url, dataDir });
    await migrateToLatest(database);
    await addCompany(database);
    const rssBefore = process.memoryUsage().rss;
    let rssMost = rssBefore;
    const timer = setInterval(() => (rssMost = Math.max(rssMost, process.memoryUsage().rss)), 50);
    const [ours, theirs]: [number[], number[]] = [[], []];
    // One import is the whole life of a process; it warms up both sides too.
    await importInto(database, 'Parcels');
    clearInterval(timer);
    ogr2ogr(cluster.url);
    for (let round = 0; round < rounds; round++) {
      ours.push(await importInto(database, `Parcels ${round}`));
      theirs.push(ogr2ogr(cluster.url));
    }
    const ratios = ours.map((seconds, i) => seconds / (theirs[i] ?? Number.NaN));
    Object.assign(result, {
      postgres: { oursS: spread(ours), ogr2ogrS: spread(theirs), ratio: spread(ratios) },
      rssAboveStartMb: Math.round((rssMost - rssBefore) / 1e6),
    });
    console.log(
      `PostgreSQL: ours ${median(ours).toFixed(1)} s, ogr2ogr ${median(theirs).toFixed(1)} s, ratio ${median(ratios).toFixed(2)}`,
    );
    console.log(`memory of the importing process: ${result.rssAboveStartMb} MB above its start`);
    await database.close();
    await cluster.stop();
  } else console.log('PostgreSQL left out: no server with PostGIS found.');

  const embedded = await openDatabase({ dataDir });
  await migrateToLatest(embedded);
  await addCompany(embedded);
  const seconds = await importInto(embedded, 'Parcels');
  result.embeddedS = Number(seconds.toFixed(1));
  console.log(`embedded: ${seconds.toFixed(1)} s`);
  await embedded.close();
  await rm(dataDir, { recursive: true, force: true });
  writeResult('import', result);
}
