import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addLayer, addObject } from '@pgis/testkit';
import { sql } from 'kysely';
import { importFile } from '../../../src/cli/import/importFile.ts';
import { reportScheduleJobKind } from '../../../src/features/report-schedules/scheduleJob.ts';
import type { Job, JobContext } from '../../../src/jobs/JobKind.ts';
import type { LogWorld } from '../LogWorld.ts';

/** Performs every change of layers, groups and base layers, and an import. */
export async function changeLayers({ database, own, t, send, add }: LogWorld): Promise<void> {
  const group = await add('classifiers/1', { name: 'Group' });
  const layer = await add('classifiers/1', { id1: group, name: 'Layer', description: 'd' });
  await send('PUT', 'classifiers/1', {
    id: layer,
    name: 'Other name',
    layerFields: [{ name: 'kind', type: 'text' }],
  });
  await addObject(database, { classId: layer, data: { kind: 'a' } });
  await send('POST', `classifiers/${layer}/generate-style/kind`, {});
  await send('PUT', `classifiers/${group}/order`, { ids: [layer] });
  await send('POST', `classifiers/1/${layer}/remove-data`);
  await send('DELETE', `classifiers/1/${layer}`);
  const deletions = await database.db
    .selectFrom('large_changes')
    .select('id')
    .where('node_id', '=', layer)
    .orderBy('id', 'desc')
    .execute();
  for (const { id } of deletions) {
    await send('POST', `changes/${id}/undo`);
    await t.deps.background.idle();
  }
  const sourceJson = '{"url":"https://tiles.example/{z}/{x}/{y}.png"}';
  const map = await add('layers', { name: 'Map', sourceType: 'XYZ', sourceJson });
  await send('PUT', `layers/${map}`, { name: 'Other map', sourceType: 'XYZ', sourceJson });
  await send('DELETE', `layers/${map}`);

  const path = join(t.deps.config.dataDir, 'imported.geojson');
  const geometry = { type: 'Point', coordinates: [24, 57] };
  await writeFile(path, JSON.stringify({ type: 'Feature', properties: { kind: 'a' }, geometry }));
  const target = { layer: 'Imported', group: 'Imported', company: String(own.companyId) };
  const how = { truncate: false, atomic: false, append: false, isPublic: false };
  await importFile(database, { path, ...target, ...how }, { onBroken: () => {} });
}

/** Runs a report of a layer, exports its file, saves a custom report, and gets one by mail. */
export async function runReports({ roadsGroup, database, t, send, add }: LogWorld): Promise<void> {
  const layer = await addLayer(database, { groupId: roadsGroup });
  await send('GET', `geoms/class-objects/${layer}`);
  await send('POST', `geoms/object-report/${layer}`, {});
  const report = {
    ...{ name: 'A report', description: '', shared: false, layerIds: [layer], columns: [], ruleset: null },
    ...{ dateField: 'added', period: { kind: 'all' }, groupBy: 'layer', metrics: ['count'], chart: 'none' },
  };
  const id = await add('reports/custom', report);
  await send('POST', `reports/custom/${id}/run`);
  await send('DELETE', `reports/custom/${id}`);
  await add('reports/schedules', { reportId: 1, days: [1], hour: 8 });
  await sql`UPDATE report_schedules SET next_at = now() - interval '1 minute'`.execute(database.db);
  const context = { extendLease: async () => {} } as unknown as JobContext;
  await reportScheduleJobKind(t.deps).run({} as Job, context);
  await t.mails();
}

/** Makes a short link and turns it off. */
export async function shareViews({ send, add }: LogWorld): Promise<void> {
  const id = await add('links', { address: 'map=11/57/24' });
  await send('DELETE', `links/${id}`);
}
