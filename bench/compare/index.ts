/**
 * 78 099 parcels imported through the calls of the browser, then compared with the layer: as they are, by key and by place, and
 * after a part of the layer has changed; applying and undoing that, and the memory of the process of the server.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Import, ImportSettings, LargeChange } from '@pgis/contract';
import { type Database, migrateToLatest } from '@pgis/server';
import { addActors, addGroup, signIn, startTestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { measureOnBothEngines } from '../benchDatabase.ts';
import { measureTime } from '../measureTime.ts';
import { memoryMb } from '../memory.ts';
import { parcelCount, parcelsFile } from '../parcels.ts';
import { writeResult } from '../writeResult.ts';

const SAMPLE_MS = 50;
const whole = { all: true, except: [] };

async function measure(database: Database) {
  await migrateToLatest(database);
  await using t = await startTestApp(database);
  const { companyId, units, users } = await addActors(database);
  const { headers } = await signIn(t, users.moduleAdmin);
  const groupId = await addGroup(database, { companyId, unitId: units.roads, name: 'Roads' });
  const ask = async <T>(method: 'GET' | 'POST', path: string, payload?: object): Promise<T> => {
    const { status, text, json } = await t.call<T>({ method, url: `/api/v1/${path}`, headers, payload });
    if (status >= 300) throw new Error(text);
    return json;
  };
  const bytes = readFileSync(parcelsFile);
  const upload = async (): Promise<Import> => {
    const files = [{ name: 'parcels.geojson.gz', size: bytes.length }];
    const { id } = await ask<Import>('POST', 'imports', { files });
    await t.call({
      method: 'PATCH',
      url: `/api/v1/imports/${id}/files/0`,
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'tus-resumable': '1.0.0',
      },
      payload: bytes,
    });
    await t.deps.background.idle();
    return await ask<Import>('GET', `imports/${id}`);
  };
  /** Runs the job of a request to its end. */
  const run = async (id: number, call: string, payload: object) => {
    const startMb = memoryMb(process.pid);
    let peakMb = startMb;
    const timer = setInterval(() => {
      peakMb = Math.max(peakMb, memoryMb(process.pid));
    }, SAMPLE_MS);
    const { ms } = await measureTime(async () => {
      await ask('POST', `imports/${id}/${call}`, payload);
      await t.deps.background.idle();
    });
    clearInterval(timer);
    const one = await ask<Import>('GET', `imports/${id}`);
    if (one.failure !== null) throw new Error(one.failure);
    return { one, figures: { ms: Math.round(ms), aboveStartMb: peakMb - startMb } };
  };
  const settingsOf = ({ inspection }: Import, target: ImportSettings['target']): ImportSettings => ({
    target,
    fields: (inspection?.fields ?? []).map(({ name }) => ({ source: name, name })),
    name: '{nosaukums}',
    keyFields: ['kadastrs'],
    crs: inspection?.candidates[0]?.crs ?? 'EPSG:4326',
    repairs: false,
    truncates: true,
  });
  const first = await upload();
  const target = { kind: 'newLayer', groupId, name: 'Parcels', isPublic: false } as const;
  const imported = await run(first.id, 'run', settingsOf(first, target));
  const { layerId = null, added } = imported.one.result ?? {};
  if (added !== parcelCount || layerId === null) throw new Error(`${added} parcels were added`);
  await sql`VACUUM ANALYZE geoms`.execute(database.db);

  type Match = Extract<ImportSettings['target'], { kind: 'compare' }>['match'];
  const compare = async (match: Match) => {
    const one = await upload();
    return await run(one.id, 'run', settingsOf(one, { kind: 'compare', layerId, match }));
  };
  const same = async (match: Match) => {
    const { one, figures } = await compare(match);
    if (one.comparison?.counts.unchanged !== parcelCount)
      throw new Error(`the same file: ${JSON.stringify(one.comparison?.counts)}`);
    await t.call({ method: 'DELETE', url: `/api/v1/imports/${one.id}`, headers });
    return figures;
  };
  const byKey = await same({ by: 'importKey' });
  const byFields = await same({ by: 'fields' });
  const byPlace = await same({ by: 'place', distanceM: 1 });

  // As if the file were a later version: a tenth has other values, a tenth another shape, and some are new.
  await sql`UPDATE geoms SET name = 'before' WHERE class_id = ${layerId}::bigint AND id % 10 = 0`.execute(
    database.db,
  );
  await sql`UPDATE geoms SET geom = ST_Translate(geom, 5, 5) WHERE class_id = ${layerId}::bigint AND id % 10 = 1`.execute(
    database.db,
  );
  await sql`UPDATE geoms SET deleted_at = now() WHERE class_id = ${layerId}::bigint AND id % 100 = 2`.execute(
    database.db,
  );
  const other = await compare({ by: 'importKey' });
  const counts = other.one.comparison?.counts;
  const page = await measureTime(() => ask('GET', `imports/${other.one.id}/differences?size=100`));
  const applied = await run(other.one.id, 'apply', {
    ...{ added: whole, changed: whole, conflict: whole, missing: whole },
  });
  const { items } = await ask<{ items: LargeChange[] }>('GET', 'changes?_size=1');
  const undone = await measureTime(async () => {
    await ask('POST', `changes/${items[0]?.id}/undo`);
    await t.deps.background.idle();
  });
  const after = (await ask<{ items: LargeChange[] }>('GET', 'changes?_size=1')).items[0];
  if (after?.undone?.count !== items[0]?.count) throw new Error(`undone: ${JSON.stringify(after)}`);
  return {
    ...{ import: imported.figures, byKey, byFields, byPlace, counts },
    other: other.figures,
    pageMs: Math.round(page.ms),
    apply: { ...applied.figures, count: items[0]?.count },
    undoMs: Math.round(undone.ms),
  };
}

if (existsSync(parcelsFile))
  writeResult('compare', await measureOnBothEngines({ postgres: measure, embedded: measure }));
else console.log(`Skipped: ${parcelsFile} is missing`);
