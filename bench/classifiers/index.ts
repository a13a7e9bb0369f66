/**
 * A layer of 78 099 real parcels on each engine, with rules, labels and a filter on one field: the field renamed in all
 * objects, then all objects removed, through the API as the dialog and the page do it. What the objects hold, and what map,
 * image, counts, extents and filters show, is the same before and after, or the benchmark throws.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Classifier } from '@pgis/contract';
import { type Database, migrateToLatest, openDatabase } from '@pgis/server';
import { addActors, readLayerView, signIn, startTestApp } from '@pgis/testkit';
import { startThrowAwayCluster } from '../../scripts/postgres-cluster.ts';
import { importParcels, parcelCount, parcelsFile } from '../parcels.ts';
import { spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

/** Field used by rules, labels, filter and the layer's ruleset; every parcel has it. */
const field = 'vieta';
const styleOf = (color: string) => ({
  fillColor: color,
  lineColor: 'rgba(60,60,60,1)',
  objLabel: `{data.${field}}`,
});
const geomStyle = JSON.stringify({
  ...styleOf('rgba(200,200,200,0.5)'),
  labelRules: ['city', 'town', 'hamlet', 'farm', 'isolated_dwelling'].map((value, index) => ({
    ...styleOf(`rgba(${index * 40},90,160,0.6)`),
    rule: `data.${field}=${value}`,
  })),
});
const ruleset = { condition: 'and', rules: [{ field, operator: '!=', value: 'village' }] };
/** Extents of the whole country and of a locality with some hundred parcels, in EPSG:3857. */
const country = [2_300_000, 7_490_000, 3_150_000, 7_990_000] as const;
const locality = [2_660_000, 7_740_000, 2_690_000, 7_770_000] as const;

async function measure(database: Database): Promise<Record<string, unknown>> {
  await migrateToLatest(database);
  const { users } = await addActors(database, 'Bench');
  await using t = await startTestApp(database);
  const { headers } = await signIn(t, users.moduleAdmin);
  await importParcels(database, { layer: 'Parcels', keyField: 'kadastrs' });
  const list = await t.call<Classifier[]>({ url: '/api/v1/classifiers', headers });
  const layer = list.json.find(({ name }) => name === 'Parcels');
  if (layer === undefined) throw new Error('the layer is not there');
  const time = async (method: 'PUT' | 'POST', url: string, payload: object) => {
    const started = performance.now();
    const { status, text } = await t.call({ method, url: `/api/v1/classifiers${url}`, headers, payload });
    if (status !== 200) throw new Error(`${method} ${url}: ${status} ${text}`);
    return Math.round(performance.now() - started) / 1000;
  };
  const layerFields = (from: string, to: string) =>
    layer.layerFields.map((one) => (one.name === field ? { ...one, name: to, oldValue: from } : one));
  const settings = { id: layer.id, name: layer.name };
  await time('PUT', '/1', { ...settings, geomStyle, ruleset });
  const readView = (name: string) =>
    readLayerView(database, t, {
      layerId: layer.id,
      field: name,
      value: 'ham',
      extent: [...country],
      near: [...locality],
      headers,
    });
  const before = await readView(field);
  const counted = before.ruleCounts.reduce((sum, count) => sum + count, 0);
  const loaded = before.loaded.polygons?.features.length ?? 0;
  if (counted === 0 || counted >= parcelCount || loaded === 0) throw new Error('the view shows nothing');
  const renameS: number[] = [];
  for (const [from, to] of [
    [field, 'place kind'],
    ['place kind', field],
    [field, 'place kind'],
  ] as const) {
    renameS.push(await time('PUT', '/1', { ...settings, layerFields: layerFields(from, to) }));
    assert.deepEqual(await readView(to), before, 'the layer shows something else after the field is renamed');
  }
  const removeDataS = await time('POST', `/1/${layer.id}/remove-data`, {});
  return {
    objects: parcelCount,
    shown: counted,
    loaded,
    digest: before.data,
    renameS: { ...spread(renameS), target: 5 },
    removeDataS,
  };
}

if (!existsSync(parcelsFile)) console.log(`Skipped: ${parcelsFile} is not there.`);
else {
  const dataDir = await mkdtemp(join(tmpdir(), 'pgis-bench-'));
  const result: Record<string, unknown> = { features: parcelCount };
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
