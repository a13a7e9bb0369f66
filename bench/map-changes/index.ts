/**
 * Cost of keeping images current for writers: an import of 78 099 real parcels and edits of one, without the triggers
 * that note changes, with them, and with a server beside that draws overviews of other layers ahead all the while.
 */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCompany, type Database, inTransaction, migrateToLatest, openDatabase } from '@pgis/server';
import { startServerProcess } from '@pgis/testkit';
import { sql } from 'kysely';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { importParcels, parcelsFile } from '../parcels.ts';
import { median, quantile, rounded, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const edits = 200;
/** Enough layers to keep the overview seeder busy until the last edit. */
const SEEDED_LAYERS = 2;
const triggers = ['geoms_map_added', 'geoms_map_changed', 'geoms_map_removed'];

async function setTriggers({ db }: Database, isEnabled: boolean): Promise<void> {
  const way = sql.raw(isEnabled ? 'ENABLE' : 'DISABLE');
  for (const name of triggers) await sql`ALTER TABLE geoms ${way} TRIGGER ${sql.ref(name)}`.execute(db);
}

async function importOnce(database: Database, layer: string): Promise<{ seconds: number; layerId: number }> {
  const started = performance.now();
  const { layerId } = await importParcels(database, { layer, keyField: 'kadastrs' });
  return { seconds: (performance.now() - started) / 1_000, layerId };
}

async function editMany({ db }: Database, layerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM geoms WHERE class_id = ${layerId}::bigint ORDER BY random() LIMIT ${sql.lit(edits)}`.execute(
    db,
  );
  const times: number[] = [];
  for (const { id } of rows) {
    const started = performance.now();
    await sql`UPDATE geoms SET geom = ST_Translate(geom, 1, 0), version = version + 1 WHERE id = ${id}::bigint
      AND company_id = ${Math.floor(id / 2 ** 32)}::integer`.execute(db);
    times.push(performance.now() - started);
  }
  return times;
}

const sides = ['without', 'kept', 'painting'] as const;
type Side = (typeof sides)[number];

/** Starts a server that has just begun to seed overviews and has cached none. */
async function startSeeding(databaseUrl: string, dataDir: string) {
  const folder = join(dataDir, 'cache', 'images');
  await rm(folder, { recursive: true, force: true });
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: 'false',
    LOG_LEVEL: 'silent',
  });
  const countFiles = async () => (await readdir(folder, { recursive: true }).catch(() => [])).length;
  while ((await countFiles()) < 3) await sleep(100);
  return { server, countFiles };
}

async function run(server: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await server.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  await inTransaction(database, {}, (db) => createCompany(db, { name: 'Bench' }));
  for (let i = 0; i < SEEDED_LAYERS; i++) await importOnce(database, `Painted ${i}`);
  const importS: Record<Side, number[]> = { without: [], kept: [], painting: [] };
  const editMs: Record<Side, number[]> = { without: [], kept: [], painting: [] };
  const drawn: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      await setTriggers(database, side !== 'without');
      const seeding = side === 'painting' ? await startSeeding(databaseUrl, dataDir) : undefined;
      const before = await seeding?.countFiles();
      const { seconds, layerId } = await importOnce(database, `Parcels ${round} ${side}`);
      importS[side].push(seconds);
      editMs[side].push(...(await editMany(database, layerId)));
      if (seeding && before !== undefined) {
        drawn.push((await seeding.countFiles()) - before);
        await seeding.server.stop();
      }
      await sql`DELETE FROM geoms WHERE class_id = ${layerId}::bigint`.execute(database.db);
    }
  await database.close();
  if (drawn.some((files) => files < 5)) throw new Error(`nothing was drawn ahead meanwhile: ${drawn}`);
  const withP95 = (times: readonly number[]) => ({ ...spread(times), p95: rounded(quantile(times, 0.95)) });
  const slower = (side: Side, than: Side) =>
    Number((median(importS[side]) / median(importS[than]) - 1).toFixed(3));
  const costs = (side: Side, than: Side, share: number) =>
    Number((quantile(editMs[side], share) - quantile(editMs[than], share)).toFixed(3));
  const result = {
    database: server.version,
    rounds,
    importS: {
      without: spread(importS.without),
      kept: spread(importS.kept),
      painting: spread(importS.painting),
    },
    importSlower: slower('kept', 'without'),
    importSlowerWhilePainting: slower('painting', 'without'),
    editMs: {
      without: withP95(editMs.without),
      kept: withP95(editMs.kept),
      painting: withP95(editMs.painting),
    },
    oneEditCostsMs: { median: costs('kept', 'without', 0.5), p95: costs('kept', 'without', 0.95) },
    whilePaintingMs: { median: costs('painting', 'without', 0.5), p95: costs('painting', 'without', 0.95) },
    blocksDrawnMeanwhile: drawn,
  };
  console.log(JSON.stringify(result));
  writeResult('map-changes', result);
}

await runOnBenchServer(run, existsSync(parcelsFile) ? undefined : `${parcelsFile} is not there`);
