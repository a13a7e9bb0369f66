/** What keeping up the places of changes costs: an import of 78 099 real parcels and edits of one, with its triggers and without. */
import { existsSync } from 'node:fs';
import { createCompany, type Database, inTransaction, openDatabase } from '@pgis/server';
import { migrateToLatest } from '@pgis/server/db/migrate.ts';
import { sql } from 'kysely';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { importParcels, parcelsFile } from '../parcels.ts';
import { median, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const edits = 200;
const triggers = ['geoms_map_added', 'geoms_map_changed', 'geoms_map_removed'];

async function keepUp({ db }: Database, isKept: boolean): Promise<void> {
  const way = sql.raw(isKept ? 'ENABLE' : 'DISABLE');
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

async function run(server: BenchServer, dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: await server.addDatabase(), dataDir });
  await migrateToLatest(database);
  await inTransaction(database, {}, (db) => createCompany(db, { name: 'Bench' }));
  const importS: Record<'kept' | 'without', number[]> = { kept: [], without: [] };
  const editMs: Record<'kept' | 'without', number[]> = { kept: [], without: [] };
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? (['without', 'kept'] as const) : (['kept', 'without'] as const)) {
      await keepUp(database, side === 'kept');
      const { seconds, layerId } = await importOnce(database, `Parcels ${round} ${side}`);
      importS[side].push(seconds);
      editMs[side].push(...(await editMany(database, layerId)));
      await sql`DELETE FROM geoms WHERE class_id = ${layerId}::bigint`.execute(database.db);
    }
  await database.close();
  const result = {
    database: server.version,
    rounds,
    importS: { kept: spread(importS.kept), without: spread(importS.without) },
    importSlower: Number((median(importS.kept) / median(importS.without) - 1).toFixed(3)),
    editMs: { kept: spread(editMs.kept), without: spread(editMs.without) },
    oneEditCostsMs: Number((median(editMs.kept) - median(editMs.without)).toFixed(3)),
  };
  console.log(JSON.stringify(result));
  writeResult('map-changes', result);
}

await runOnBenchServer(run, existsSync(parcelsFile) ? undefined : `${parcelsFile} is not there`);
