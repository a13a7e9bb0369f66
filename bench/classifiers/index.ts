/**
 * A layer of 78 099 real parcels on each engine: a field renamed in all objects, then all objects removed, through the
 * API as the dialog and the page do it. Checks that nothing was lost.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Classifier } from '@pgis/contract';
import { importFile } from '@pgis/server/cli/import/importFile.ts';
import { migrateToLatest } from '@pgis/server/db/migrate.ts';
import { type Database, openDatabase } from '@pgis/server/db/openDatabase.ts';
import { addActors, signIn, startTestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { startThrowAwayCluster } from '../../scripts/postgres-cluster.ts';
import { writeResult } from '../writeResult.ts';

const parcels = fileURLToPath(
  new URL('../../../shared/data/latvia/lv_parcels_derived_voronoi.geojson.gz', import.meta.url),
);
const featureCount = 78_099;

async function countOf(database: Database, field: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM geoms WHERE deleted_at IS NULL AND data ? ${field}`.execute(database.db);
  return rows[0]?.count ?? 0;
}

async function measure(database: Database): Promise<Record<string, number>> {
  await migrateToLatest(database);
  const { users } = await addActors(database, 'Bench');
  await using t = await startTestApp(database);
  const { headers } = await signIn(t, users.moduleAdmin);
  const { added } = await importFile(database, {
    path: parcels,
    layer: 'Parcels',
    group: 'Bench',
    nameField: 'nosaukums',
    keyField: 'kadastrs',
    truncate: false,
    atomic: false,
    append: false,
    isPublic: true,
  });
  if (added !== featureCount) throw new Error(`${added} of ${featureCount} parcels were added`);
  const list = await t.call<Classifier[]>({ url: '/api/v1/classifiers', headers });
  const layer = list.json.find(({ name }) => name === 'Parcels');
  const field = layer?.layerFields[0]?.name;
  if (layer === undefined || field === undefined) throw new Error('the layer has no fields');
  const before = await countOf(database, field);

  const time = async (method: 'PUT' | 'POST', url: string, payload: object) => {
    const started = performance.now();
    const { status, text } = await t.call({ method, url: `/api/v1/classifiers${url}`, headers, payload });
    if (status !== 200) throw new Error(`${method} ${url}: ${status} ${text}`);
    return Math.round(performance.now() - started) / 1000;
  };
  const layerFields = layer.layerFields.map((one) =>
    one.name === field ? { ...one, name: 'renamed', oldValue: field } : one,
  );
  const renameS = await time('PUT', '/1', { id: layer.id, name: layer.name, layerFields });
  const after = await countOf(database, 'renamed');
  if (after !== before) throw new Error(`${before} objects had ${field}, ${after} have it renamed`);
  const removeDataS = await time('POST', `/1/${layer.id}/remove-data`, {});
  return { objectsWithField: before, renameS, removeDataS };
}

if (!existsSync(parcels)) console.log(`Skipped: ${parcels} is not there.`);
else {
  const dataDir = await mkdtemp(join(tmpdir(), 'pgis-bench-'));
  const result: Record<string, unknown> = { features: featureCount };
  const cluster = await startThrowAwayCluster();
  if ('url' in cluster) {
    const database = await openDatabase({ databaseUrl: cluster.url, dataDir });
    result.postgres = await measure(database);
    await database.close();
    await cluster.stop();
  } else console.log('Left out: PostgreSQL is not there.');
  const embedded = await openDatabase({ dataDir });
  result.embedded = await measure(embedded);
  await embedded.close();
  await rm(dataDir, { recursive: true, force: true });
  console.log(JSON.stringify(result, null, 2));
  writeResult('classifiers', result);
}
