import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addActors, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runImport } from '../../src/cli/import/importCommand.ts';
import { type ImportOptions, importFile } from '../../src/cli/import/importFile.ts';

type Rings = readonly (readonly (readonly [number, number])[])[];

const box = (minX: number, minY: number, side: number): Rings[number] => [
  [minX, minY],
  [minX + side, minY],
  [minX + side, minY + side],
  [minX, minY + side],
  [minX, minY],
];
const polygon = (...coordinates: Rings) => ({ type: 'Polygon', coordinates });

/** One closed band around its centre, valid but large. */
function spiral(corners: number): Rings {
  const half = Math.floor(corners / 2);
  const at = (index: number, offset: number) => {
    const angle = index / 50;
    const radius = 0.0001 * angle + offset;
    return [24 + radius * Math.cos(angle), 57 + radius * Math.sin(angle)] as const;
  };
  const outwards = Array.from({ length: half }, (_, index) => at(index + 50, 0));
  const back = Array.from({ length: half }, (_, index) => at(half - index + 49, 0.0002));
  return [[...outwards, ...back, outwards[0] as readonly [number, number]]];
}

const good = polygon(box(24, 57, 1));
const bowTie = polygon([
  [24, 57],
  [25, 58],
  [25, 57],
  [24, 58],
  [24, 57],
]);

/** Invalid polygons with the area that is left of them, in square degrees. */
const repairable = {
  bowTie: [bowTie, 0.5],
  'ring that touches itself along an edge': [
    polygon([
      [24, 57],
      [25, 57],
      [25, 58],
      [24, 58],
      [24, 57],
      [23, 57],
      [24, 57],
    ]),
    1,
  ],
  'ring that touches itself in a point, with a hole': [
    polygon(
      [
        [24, 57],
        [26, 57],
        [25, 58],
        [26, 59],
        [24, 59],
        [25, 58],
        [24, 57],
      ],
      box(24.9, 57.1, 0.2),
    ),
    1.96,
  ],
  'ring that runs twice': [polygon([...box(24, 57, 1), ...box(24, 57, 1).slice(1)]), 1],
  // A hole outside is land of its own, as in PostGIS and QGIS.
  'hole outside': [polygon(box(24, 57, 1), box(26, 57, 0.5)), 1.25],
  'parts that overlap': [
    { type: 'MultiPolygon', coordinates: [[box(24, 57, 1)], [box(24.5, 57, 1)], [box(24, 57, 1)]] },
    1.5,
  ],
} as const;

const unrepairable = {
  'flat polygon': polygon([
    [24, 57],
    [25, 57],
    [24.5, 57],
    [24, 57],
  ]),
  'hole as large as the polygon': polygon(box(24, 57, 1), box(24, 57, 1)),
  'line without length': {
    type: 'LineString',
    coordinates: [
      [24, 57],
      [24, 57],
    ],
  },
  'too many vertices': polygon(...spiral(300_000)),
  'open ring': polygon(box(24, 57, 1).slice(0, 4)),
} as const;

describeOnEachDatabase('Import with --repair', (getDatabase, itOnce) => {
  let folder: string;
  let company: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pgis-import-'));
    company = String((await addActors(getDatabase(), 'Repairer')).companyId);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const file = async (shapes: readonly object[]) => {
    const path = join(folder, 'shapes.geojson');
    const features = shapes.map((geometry, n) => ({ type: 'Feature', properties: { n }, geometry }));
    await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features }));
    return path;
  };
  const run = async (layer: string, shapes: readonly object[], more: Partial<ImportOptions> = {}) => {
    const problems = new Map<number, string>();
    const repaired: number[] = [];
    const result = await importFile(
      getDatabase(),
      {
        ...{ path: await file(shapes), layer, group: 'Imported', company, keyField: 'n' },
        ...{ truncate: false, atomic: false, append: false, isPublic: false, repair: true },
        ...more,
      },
      {
        onBroken: ({ rowNumber, problem }) => problems.set(rowNumber, problem),
        onRepaired: ({ rowNumber }) => repaired.push(rowNumber),
      },
    );
    return { ...result, problems, repairedRows: repaired.sort((a, b) => a - b) };
  };
  const objectsOf = async (layerId: number) => {
    const { rows } = await getDatabase().pool.query(
      `SELECT import_key::integer AS n, kind, ST_IsValid(geom) AS valid, version,
              round(ST_Area(ST_Transform(geom, 4326))::numeric, 3)::double precision AS area
       FROM geoms WHERE class_id = $1 ORDER BY n`,
      [layerId],
    );
    return rows;
  };
  const layersNamed = async (name: string) =>
    (
      await getDatabase().pool.query('SELECT id FROM classifiers WHERE name = $1 AND deleted_at IS NULL', [
        name,
      ])
    ).rows.length;

  it('repairs what can be repaired, keeps its kind and its area, and names the rest', async () => {
    const cases = Object.values(repairable);
    const rest = Object.values(unrepairable);
    const shapes = [good, ...cases.map(([shape]) => shape), ...rest];
    const result = await run('Nasty', shapes);
    const { added, broken, repaired, total } = result;
    expect({ added, broken, repaired, total }).toEqual({
      added: 1 + cases.length,
      broken: rest.length,
      repaired: cases.length,
      total: shapes.length,
    });
    expect(result.repairedRows).toEqual(cases.map((_, index) => index + 2));
    expect(await objectsOf(result.layerId)).toEqual(
      [1, ...cases.map(([, area]) => area)].map((area, n) => ({ n, kind: 3, valid: true, version: 1, area })),
    );
    const first = 2 + cases.length;
    expect(
      Object.keys(unrepairable).map((name, index) => [name, result.problems.get(first + index)]),
    ).toEqual([
      ['flat polygon', expect.stringContaining('nothing of it is left')],
      ['hole as large as the polygon', expect.stringContaining('nothing of it is left')],
      ['line without length', expect.stringContaining('nothing of it is left')],
      ['too many vertices', 'the geometry has too many vertices'],
      ['open ring', 'the outline of a polygon does not end where it starts'],
    ]);
    // Running it again finds the same geometries and changes nothing.
    expect(await run('Nasty', shapes.slice(0, 1 + cases.length))).toMatchObject({
      added: 0,
      updated: 0,
      unchanged: 1 + cases.length,
    });
  });

  it('without --repair an invalid geometry is left out', async () => {
    expect(await run('Unrepaired', [good, bowTie], { repair: false })).toMatchObject({
      added: 1,
      broken: 1,
      repaired: 0,
    });
  });

  it('keeps the word of --atomic: all goes in, or nothing', async () => {
    expect(await run('All repaired', [good, bowTie], { atomic: true })).toMatchObject({
      added: 2,
      repaired: 1,
    });
    const shapes = [good, bowTie, unrepairable['flat polygon'], bowTie];
    await expect(run('Not all repaired', shapes, { atomic: true })).rejects.toThrow('2 of 4 features');
    expect(await layersNamed('Not all repaired')).toBe(0);
  });

  itOnce('says on the terminal and in the report what was repaired, and what lies far away', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const report = join(folder, 'repair.report.csv');
    const path = await file([good, bowTie, { type: 'Point', coordinates: [57, 24] }]);
    const args = [path, '--layer', 'Told', '--company', company, '--repair', '--report', report];
    expect(await runImport(getDatabase(), args)).toBe(0);
    const lines = log.mock.calls.join('\n');
    vi.restoreAllMocks();
    expect(lines).toContain('3 added, 0 updated, 0 unchanged, 0 left out, 1 repaired.');
    expect(lines).toContain(
      '1 of 3 features lies far from the company’s map, the first (feature 3) at 24.00° N, 57.00° E.',
    );
    const written = readFileSync(report, 'utf8');
    expect(written).toMatch(/^"2","geometry: Self-intersection\[.*\]; repaired"/m);
    expect(written).toMatch(/^"3","1 of 3 features lies far/m);
  });
});
