import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorBody, MapArchive, MapLayer } from '@pgis/contract';
import { describeOnEachDatabase } from '@pgis/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { archivePath } from '../base-map/archives.ts';
import { startCompanyWorld } from '../companies/CompanyWorld.ts';

const monaco = archivePath('monaco_openmaptiles.mbtiles');

describeOnEachDatabase('archives in the folder of the server', (getDatabase) => {
  const world = startCompanyWorld(getDatabase, {});
  const folder = (): string => join(world.t.deps.config.dataDir, 'basemaps');
  const add = (body: object) =>
    world.t.call<MapLayer & ErrorBody>({
      ...{ method: 'POST', url: '/api/v1/base-map/archives', headers: { ...world.headers.moduleAdmin } },
      payload: body,
    });
  const change = (method: 'PUT' | 'DELETE', id: number, payload?: object) =>
    world.t.call<MapLayer & ErrorBody>({
      ...{ method, url: `/api/v1/layers/${id}`, headers: { ...world.headers.moduleAdmin } },
      ...(payload && { payload }),
    });
  const list = async () => {
    const { json } = await world.t.call<MapArchive[]>({
      ...{ url: '/api/v1/base-map/archives', headers: { ...world.headers.moduleAdmin } },
    });
    return json;
  };
  const problemsOf = ({ json }: { json: ErrorBody }) =>
    (json.errors ?? []).map(({ path, code }) => `${path} ${code}`);

  beforeEach(() => mkdir(folder(), { recursive: true }));
  afterEach(() => rm(folder(), { recursive: true }));

  test('API-LAYER-03 BASE-03: an archive of the folder becomes a base layer of the company, which everybody sees', async () => {
    const path = join(folder(), 'town.mbtiles');
    await copyFile(monaco, path);
    await writeFile(join(folder(), 'notes.txt'), 'no archive');
    expect(await list()).toEqual([
      {
        ...{ file: 'town.mbtiles', sizeBytes: 229_376, isUsed: false },
        info: {
          ...{ format: 'MBTiles', schema: 'OpenMapTiles', name: 'Tilemaker to OpenMapTiles schema' },
          ...{ west: 7.409205, south: 43.72335, east: 7.448637, north: 43.75169, minZoom: 0, maxZoom: 14 },
          attribution: '© OpenStreetMap contributors',
        },
      },
    ]);
    const added = await add({ file: 'town.mbtiles', name: 'Town' });
    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({
      ...{ name: 'Town', overlay: false, sourceType: 'XYZ', canEdit: true, version: 1 },
    });
    expect(added.text).not.toContain('mbtiles');
    expect((await list())[0]?.isUsed).toBe(true);
    expect(problemsOf(await add({ file: 'town.mbtiles', name: 'Town' }))).toEqual(['/file DUPLICATE']);

    const { id } = added.json;
    const visible = await world.t.call<MapLayer[]>({ url: '/api/v1/layers' });
    const layer = visible.json.find((one) => one.id === id);
    const { url } = JSON.parse(layer?.sourceJson ?? '{}') as { url: string };
    const tile = await world.t.app.inject({
      url: url.replace('{scheme}', 'light').replace('{z}/{x}/{y}', '14/8529/5974'),
    });
    expect([tile.statusCode, tile.headers['content-type']]).toEqual([200, 'image/png']);

    // The source derives from the file, whatever is sent for it (D-API-02).
    const sourceJson = JSON.stringify({ url: 'https://tiles.example/{z}/{x}/{y}.png' });
    const renamed = await change('PUT', id, { ...added.json, name: 'Our town', sourceJson });
    expect(renamed.json).toMatchObject({ name: 'Our town', sourceJson: added.json.sourceJson, version: 2 });
    const asOverlay = await change('PUT', id, { ...renamed.json, overlay: true });
    expect(problemsOf(asOverlay)).toEqual(['/overlay NOT_ALLOWED']);

    expect((await change('DELETE', id)).status).toBe(204);
    expect(await readFile(path)).toHaveLength(229_376);
    const { rows } = await getDatabase().pool.query(
      `SELECT action, entity_name FROM audit_log WHERE company_id = $1 AND entity_id = $2 ORDER BY id`,
      [world.own.companyId, id],
    );
    expect(rows).toEqual([
      { action: 'LAYER_ADDED', entity_name: 'Town' },
      { action: 'LAYER_UPDATED', entity_name: 'Our town' },
      { action: 'LAYER_DELETED', entity_name: 'Our town' },
    ]);
  });

  test('files that are no archives are listed with what is wrong, and refused', async () => {
    const whole = await readFile(monaco);
    await writeFile(join(folder(), 'cut.mbtiles'), whole.subarray(0, 60_000));
    await writeFile(join(folder(), 'text.pmtiles'), 'no archive at all');
    await writeFile(join(folder(), 'old.pmtiles'), `PMTiles\u0002${'\u0001'.repeat(200)}`);
    await mkdir(join(folder(), 'folder.pmtiles'));
    const problems = (await list()).map(({ file, problem }) => `${file} ${problem}`);
    expect(problems).toEqual([
      ...['cut.mbtiles DAMAGED', 'folder.pmtiles NOT_ARCHIVE', 'old.pmtiles NOT_SUPPORTED'],
      'text.pmtiles NOT_ARCHIVE',
    ]);
    for (const [file, code] of problems.map((one) => one.split(' ')))
      expect(problemsOf(await add({ file, name: 'x' }))).toEqual([`/file ARCHIVE_${code}`]);
  });

  test('a change asks the store of an archive after its transaction, for that layer alone', async () => {
    await copyFile(monaco, join(folder(), 'town.mbtiles'));
    const { json } = await add({ file: 'town.mbtiles', name: 'Town' });
    const { pool } = getDatabase();
    await pool.query(`UPDATE map_layers SET archive_path = 's3://bucket/' || id WHERE id = $1`, [json.id]);
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO map_layers (company_id, id, name, names, group_names, source_type, source_json, archive_path)
       SELECT 0, 999, 'System', '{}', '{}', source_type, source_json, 's3://bucket/system'
       FROM map_layers WHERE id = $1 RETURNING id`,
      [json.id],
    );
    const requests: string[] = [];
    const find = vi.spyOn(world.t.deps.storage.objects, 'find').mockImplementation(async (address) => {
      // Another connection sees the new name only when the change is committed.
      const row = await pool.query<{ name: string }>('SELECT name FROM map_layers WHERE id = $1', [json.id]);
      requests.push(`${address} ${row.rows[0]?.name}`);
      return undefined;
    });
    try {
      const renamed = await change('PUT', json.id, { ...json, name: 'Our town' });
      expect(renamed.json).toMatchObject({
        name: 'Our town',
        sourceJson: expect.stringContaining('-missing'),
      });
      const stale = await change('PUT', json.id, json);
      expect(stale.json).toMatchObject({
        error: 'MAP_LAYER_CHANGED',
        current: { name: 'Our town', sourceJson: renamed.json.sourceJson },
      });
      expect((await change('DELETE', json.id)).status).toBe(204);
      expect(requests).toEqual(Array(2).fill(`s3://bucket/${json.id} Our town`));
    } finally {
      find.mockRestore();
      await pool.query('DELETE FROM map_layers WHERE company_id = 0 AND id = $1', [rows[0]?.id]);
    }
  });

  test('archives are read one after the other; of many requests the last are refused', async () => {
    const pipe = join(folder(), 'pipe.pmtiles');
    // Opening a pipe waits for a writer.
    execFileSync('mkfifo', [pipe]);
    const calls = Array.from({ length: 12 }, () =>
      world.t.call<ErrorBody>({
        ...{ url: '/api/v1/base-map/archives', headers: { ...world.headers.moduleAdmin } },
      }),
    );
    const first = await Promise.race(calls);
    const writer = await open(pipe, 'r+');
    await rm(pipe);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    await writer.close();
    expect([first.status, first.json.error]).toEqual([503, 'OVERLOADED']);
    expect(statuses.filter((status) => status === 200)).toHaveLength(11);
  });

  test('no text leads out of the folder', async () => {
    await copyFile(monaco, join(world.t.deps.config.dataDir, 'outside.mbtiles'));
    for (const file of ['../outside.mbtiles', monaco, 's3://bucket/key.pmtiles', '.', 'none.pmtiles'])
      expect(problemsOf(await add({ file, name: 'x' })), file).toEqual(['/file ARCHIVE_MISSING']);
    expect(await list()).toEqual([]);
    await rm(folder(), { recursive: true });
    expect(await list()).toEqual([]);
    await mkdir(folder());
  });
});
