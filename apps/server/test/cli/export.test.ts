import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { addActors, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCommand } from '../../src/cli/demo.ts';
import { exportCommand } from '../../src/cli/export.ts';
import { importFile } from '../../src/cli/import/importFile.ts';
import { readConfig } from '../../src/config.ts';

describeOnEachDatabase('pgis export and pgis demo', (getDatabase) => {
  let folder: string;
  let company: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pgis-export-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (command: typeof exportCommand, ...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    await command.run(args, {
      config: readConfig({}, folder),
      openDatabase: async () => getDatabase(),
      print,
    });
    return lines.join('\n');
  };
  const importInto = (path: string, layer: string, group = 'First') =>
    importFile(getDatabase(), {
      path,
      layer,
      group,
      company,
      nameField: 'name',
      descriptionField: 'description',
      truncate: false,
      atomic: false,
      append: false,
      isPublic: true,
    });
  const rowsOf = async (layerId: number) =>
    (
      await getDatabase().pool.query(
        `SELECT name, description, data, kind, ST_AsText(ST_SnapToGrid(geom, 0.001)) AS wkt
         FROM geoms WHERE class_id = $1 ORDER BY name, id`,
        [layerId],
      )
    ).rows;
  const writeFeatures = async () => {
    const path = join(folder, 'source.geojsonl');
    const shapes = [
      { type: 'Point', coordinates: [24.1, 56.9] },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [24, 57],
            [25, 57.5],
          ],
          [
            [26, 57],
            [26, 56],
          ],
        ],
      },
      {
        type: 'Polygon',
        coordinates: [
          [
            [24, 57],
            [25, 57],
            [25, 58],
            [24, 57],
          ],
        ],
      },
    ];
    const lines = Array.from({ length: 2_100 }, (_, i) =>
      JSON.stringify({
        type: 'Feature',
        properties: { name: `"Ābele" ${i}`, description: i % 2 ? 'line\nbreak' : null, number: i, ok: true },
        geometry: shapes[i % 3],
      }),
    );
    await writeFile(path, lines.join('\n'));
    return path;
  };

  test('the demo goes into an empty database once, and its layers can be exported', async () => {
    expect(await run(demoCommand)).toContain('admin@demo.example');
    await expect(run(demoCommand)).rejects.toThrow('There is the company "Demo municipality" already');
    const path = join(folder, 'stops.geojson');
    expect(await run(exportCommand, path, '--layer', 'Bus stops')).toMatch(/: \d+ objects of Bus stops$/);
    const { features } = JSON.parse(await readFile(path, 'utf8')) as { features: readonly unknown[] };
    expect(features.length).toBeGreaterThan(10);
  });

  test('what is exported and imported again is the same, of every kind and in every form', async () => {
    company = String((await addActors(getDatabase(), 'Exporter')).companyId);
    const { layerId } = await importInto(await writeFeatures(), 'Mixed');
    await getDatabase().pool.query(
      `UPDATE geoms SET deleted_at = now() WHERE class_id = $1 AND name LIKE '%77'`,
      [layerId],
    );
    const before = (await rowsOf(layerId)).filter(({ name }) => !name.endsWith('77'));
    expect(before).toHaveLength(2_079);
    for (const [place, file] of ['a.geojson', 'b.geojson.gz', 'c.ndjson', 'd.geojsonl.gz'].entries()) {
      const path = join(folder, file);
      expect(await run(exportCommand, path, '--layer', 'Mixed', '--company', company)).toBe(
        `${path}: 2079 objects of Mixed`,
      );
      const again = await importInto(path, `Mixed ${place}`);
      expect(again).toMatchObject({ added: 2_079, broken: 0 });
      expect(await rowsOf(again.layerId)).toEqual(before);
    }
    const bytes = await readFile(join(folder, 'd.geojsonl.gz'));
    expect(gunzipSync(bytes).toString().trim().split('\n')).toHaveLength(2_079);
  });

  test('names that are not clear and files that are there are refused with a sentence', async () => {
    const source = join(folder, 'source.geojsonl');
    await importInto(source, 'Mixed', 'Second');
    const path = join(folder, 'new.geojson');
    const asks: readonly (readonly [readonly string[], string])[] = [
      [[path, '--layer', 'Mixed', '--company', company], 'Say which "Mixed" with --group: First, Second'],
      [[path, '--layer', 'Nowhere', '--company', company], 'There is no layer "Nowhere".'],
      [[path, '--layer', 'Mixed'], 'Say which company with --company'],
      [[source, '--layer', 'Mixed', '--group', 'Second', '--company', company], 'EEXIST'],
      [[path], 'Name the layer'],
      [['--layer', 'Mixed'], 'Name one file'],
      [[join(folder, 'x.shp'), '--layer', 'Mixed'], 'The file is called .geojson'],
    ];
    const before = await readFile(source, 'utf8');
    for (const [args, sentence] of asks) await expect(run(exportCommand, ...args)).rejects.toThrow(sentence);
    expect(existsSync(path)).toBe(false);
    expect(await readFile(source, 'utf8')).toBe(before);
  });
});
