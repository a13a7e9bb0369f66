import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { addActors, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportCommand } from '../../src/cli/export.ts';
import { importFile } from '../../src/cli/import/importFile.ts';
import { readConfig } from '../../src/config.ts';

describeOnEachDatabase('pgis export', (getDatabase, itOnce) => {
  let folder: string;
  let company: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pgis-export-'));
    company = String((await addActors(getDatabase(), 'Exporter')).companyId);
    await addActors(getDatabase(), 'Another company');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    await exportCommand.run(args, {
      config: readConfig({}, folder),
      openDatabase: async () => getDatabase(),
      print,
    });
    return lines.join('\n');
  };
  const importInto = (path: string, layer: string, group: string) =>
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
  const writeFeatures = async (count: number) => {
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
    const lines = Array.from({ length: count }, (_, i) =>
      JSON.stringify({
        type: 'Feature',
        properties: { name: `"Ābele" ${i}`, description: i % 2 ? 'line\nbreak' : null, number: i, ok: true },
        geometry: shapes[i % 3],
      }),
    );
    await writeFile(path, lines.join('\n'));
    return path;
  };

  test('what is exported and imported again is the same, of every kind and in every form', async () => {
    const { layerId } = await importInto(await writeFeatures(2_100), 'Mixed', 'Whole');
    await getDatabase().pool.query(
      `UPDATE geoms SET deleted_at = now() WHERE class_id = $1 AND name LIKE '%77'`,
      [layerId],
    );
    const before = (await rowsOf(layerId)).filter(({ name }) => !name.endsWith('77'));
    expect(before).toHaveLength(2_079);
    for (const file of ['a.geojson', 'b.geojson.gz', 'c.ndjson', 'd.geojsonl.gz'])
      expect(
        await run(join(folder, file), '--layer', 'Mixed', '--group', 'Whole', '--company', company),
      ).toBe(`${join(folder, file)}: 2079 objects of Mixed`);
    // The forms differ in nothing but lines and compression, so one with each is imported.
    const [collection, zippedCollection, lines, zippedLines] = await Promise.all(
      ['a.geojson', 'b.geojson.gz', 'c.ndjson', 'd.geojsonl.gz'].map((file) => readFile(join(folder, file))),
    );
    expect(gunzipSync(zippedCollection ?? '').equals(collection ?? Buffer.of())).toBe(true);
    expect(gunzipSync(zippedLines ?? '').equals(lines ?? Buffer.of())).toBe(true);
    expect(lines?.toString().trim().split('\n')).toHaveLength(2_079);
    for (const file of ['a.geojson', 'd.geojsonl.gz']) {
      const again = await importInto(join(folder, file), `Mixed ${file}`, 'Whole');
      expect(again).toMatchObject({ added: 2_079, broken: 0 });
      expect(await rowsOf(again.layerId)).toEqual(before);
    }
  });

  itOnce('names that are not clear and files that are there are refused with a sentence', async () => {
    const source = await writeFeatures(3);
    for (const group of ['First', 'Second']) await importInto(source, 'Twice', group);
    const path = join(folder, 'new.geojson');
    const asks: readonly (readonly [readonly string[], string])[] = [
      [[path, '--layer', 'Twice', '--company', company], 'Specify which "Twice" with --group: First, Second'],
      [[path, '--layer', 'Nowhere', '--company', company], 'There is no layer "Nowhere".'],
      [[path, '--layer', 'Twice'], 'Specify the company with --company'],
      [[source, '--layer', 'Twice', '--group', 'Second', '--company', company], 'EEXIST'],
      [[path], 'Specify the layer'],
      [['--layer', 'Twice'], 'Specify one file'],
      [[join(folder, 'x.shp'), '--layer', 'Twice'], 'The file name must end in .geojson'],
    ];
    const before = await readFile(source, 'utf8');
    for (const [args, sentence] of asks) await expect(run(...args)).rejects.toThrow(sentence);
    expect(existsSync(path)).toBe(false);
    expect(await readFile(source, 'utf8')).toBe(before);
  });
});
