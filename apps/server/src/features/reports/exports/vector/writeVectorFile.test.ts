import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { geometryExtent, mapPositions, toMercator } from '@pgis/geo';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readZip } from '../../../../../test/reports/readZip.ts';
import { shapeRecord } from './formats/shapeRecord.ts';
import type { Value } from './readFeatures.ts';
import type { VectorColumn, VectorFormat, VectorRequest } from './VectorRequest.ts';
import { toWkb } from './wkb.ts';
import { writeInThread } from './writeInThread.ts';
import { writeVectorFile } from './writeVectorFile.ts';

const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0;
if (!hasGdal) console.log('GDAL is not here: its reading of exported files is left out');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pgis-vector-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type LonLat = Parameters<typeof mapPositions>[0];
type Row = readonly [geometry: LonLat, ...values: Value[]];

const columns: readonly VectorColumn[] = [
  { column: 'id', name: 'id', kind: 'number' },
  { column: 'name', name: 'name', kind: 'text' },
  { column: 'added', name: 'added', kind: 'moment' },
  { column: 'public', name: 'public', kind: 'boolean' },
  { column: 'area', name: 'area', kind: 'number' },
  { column: 'data.valdosaSugaNosaukums', name: 'valdosaSugaNosaukums', kind: 'text' },
  { column: 'data.valdosaSugaNo', name: 'valdosaSugaNo', kind: 'text' },
];

const moment = '2026-11-22T09:30:00.000Z';
const nasty = `]]></x> "a" 'b' <script>&amp; \\U+0041\n  0\nEOF\r\n${'ā'.repeat(130)}`;
const ring = (lon: number, lat: number, size: number) =>
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ].map(([x = 0, y = 0]) => [lon + x * size, lat + y * size] as const);

const point: Row = [
  { type: 'Point', coordinates: [24.1, 56.95] },
  4294967297,
  'Ķekava',
  moment,
  true,
  null,
  'Egle',
  'дуб',
];
const line: Row = [
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [24, 57],
        [24.5, 57.25],
      ],
      [
        [25, 57],
        [25.5, 57],
      ],
    ],
  },
  4294967298,
  'Līnija',
  moment,
  false,
  null,
  null,
  '',
];
const polygon: Row = [
  { type: 'Polygon', coordinates: [ring(23, 56, 1), ring(23.25, 56.25, 0.25).toReversed()] },
  4294967299,
  nasty,
  moment,
  true,
  12.5,
  'Priede',
  nasty,
];

async function writeFile(
  format: VectorFormat,
  rows: readonly Row[],
  more: Partial<VectorRequest> = {},
): Promise<string> {
  const rowsPath = join(folder, 'rows');
  const lines = rows.map(([geometry, ...values]) => {
    const wkb = toWkb(mapPositions(geometry, toMercator), Buffer.alloc(0)).toString('hex');
    return `${JSON.stringify([wkb, ...values])}\n`;
  });
  writeFileSync(rowsPath, lines.join(''));
  const path = join(folder, `out.${format === 'shp' ? 'zip' : format}`);
  const request: VectorRequest = {
    format,
    rowsPath,
    path,
    layerName: 'Mežaudzes',
    language: 'lv',
    companyLanguage: 'en',
    crs: 'EPSG:4326',
    columns,
    geomStyle: '',
    maxBytes: 1e9,
    ...more,
  };
  await writeInThread(request, { rows: rows.length, onProgress: () => undefined });
  return path;
}

interface GeoJson {
  readonly features: readonly {
    readonly geometry: LonLat;
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
}

/** The layers of a file as GDAL reads them, in longitude and latitude. */
function readLayers(path: string): ReadonlyMap<string, GeoJson['features']> {
  const info = execFileSync('ogrinfo', ['-q', path], { encoding: 'utf8' });
  const names = [...info.matchAll(/^\d+: (.*?)(?: \([^()]*\))?$/gm)].map(([, name = '']) => name);
  const read = (name: string) =>
    JSON.parse(
      execFileSync(
        'ogr2ogr',
        [
          '-f',
          'GeoJSON',
          // DXF does not name its system.
          ...(path.endsWith('.dxf') ? [] : ['-t_srs', 'EPSG:4326']),
          '-lco',
          'COORDINATE_PRECISION=12',
          '/vsistdout/',
          path,
          name,
        ],
        { encoding: 'utf8', maxBuffer: 1e8 },
      ),
    ) as GeoJson;
  return new Map(names.map((name) => [name, read(name).features]));
}

/** 1 mm on the ground is more than 8e-9 of a degree. */
const expectSameExtent = (found: LonLat | undefined, [geometry]: Row) => {
  if (found === undefined) throw new Error('there is no geometry');
  for (const [at, value] of geometryExtent(found).entries())
    expect(Math.abs(value - (geometryExtent(geometry)[at] ?? Number.NaN))).toBeLessThan(8e-9);
};

const crsToTry = ['EPSG:4326', 'EPSG:3857', 'EPSG:3059', 'EPSG:25835', 'EPSG:3301'] as const;

test.skipIf(!hasGdal).each(crsToTry)('GDAL reads a GeoPackage in %s to the millimetre', async (crs) => {
  const path = await writeFile('gpkg', [point, line, polygon], { crs });
  const layers = readLayers(path);
  expect([...layers.keys()].sort()).toEqual(
    ['Mežaudzes_lines', 'Mežaudzes_points', 'Mežaudzes_polygons', 'layer_styles'].sort(),
  );
  const rows = { points: point, lines: line, polygons: polygon };
  for (const [kind, row] of Object.entries(rows)) {
    const [feature] = layers.get(`Mežaudzes_${kind}`) ?? [];
    expectSameExtent(feature?.geometry, row);
    const [, id, name, , isPublic, area, first, second] = row;
    expect(feature?.properties).toEqual({
      id,
      name,
      added: expect.stringMatching(/^2026.11.22.09:30:00/),
      public: isPublic,
      area,
      valdosaSugaNosaukums: first,
      valdosaSugaNo: second,
    });
  }
});

test('a GeoPackage has what the standard demands: identity, contents, a filled index with its triggers', async () => {
  const path = await writeFile('gpkg', [point, [...point], [...point]], {
    crs: 'EPSG:3059',
    layerName: 'gpkg_"x',
  });
  using database = new DatabaseSync(path, { readOnly: true });
  const get = (sql: string) => database.prepare(sql).get() as Record<string, unknown>;
  expect(get('PRAGMA application_id').application_id).toBe(0x47504b47);
  expect(get('PRAGMA integrity_check').integrity_check).toBe('ok');
  expect(get('SELECT count(*) AS n FROM "rtree_layer_gpkg_""x_geom"').n).toBe(3);
  expect(get(`SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger'`).n).toBe(6);
  expect(get('SELECT geometry_type_name AS type, srs_id AS srid FROM gpkg_geometry_columns')).toEqual({
    type: 'POINT',
    srid: 3059,
  });
  const { min_x: minX } = get(`SELECT min_x FROM gpkg_contents WHERE data_type = 'features'`);
  expect(minX).toBeCloseTo(506082.931, 3);
});

test.skipIf(!hasGdal)(
  'GDAL reads a shapefile for each kind: UTF-8, short names that differ, and what was cut is said',
  async () => {
    const path = await writeFile('shp', [point, line, polygon], { crs: 'EPSG:3059' });
    const layers = readLayers(`/vsizip/${path}`);
    const [feature] = layers.get('Mežaudzes_polygons') ?? [];
    expectSameExtent(feature?.geometry, polygon);
    expect(feature?.properties).toMatchObject({
      id: 4294967299,
      public: 'T',
      area: 12.5,
      valdosaSug: 'Priede',
    });
    const [first] = layers.get('Mežaudzes_points') ?? [];
    expectSameExtent(first?.geometry, point);
    expect(first?.properties).toMatchObject({ name: 'Ķekava', valdosaSug: 'Egle', valdosaS_2: 'дуб' });
    expectSameExtent(layers.get('Mežaudzes_lines')?.[0]?.geometry, line);
    const cut = String(feature?.properties.valdosaS_2);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(254);
    expect(nasty.startsWith(cut)).toBe(true);
    const entries = readZip(readFileSync(path));
    expect(entries.get('fields.txt')).toContain(
      'valdosaS_2\tvaldosaSugaNo\tteksti, kas saīsināti līdz 254 baitiem: 1',
    );
    expect(entries.get('Mežaudzes_points.cpg')).toBe('UTF-8');
    expect(entries.get('Mežaudzes_points.prj')).toContain('LKS_1992_Latvia_TM');
  },
);

test.skipIf(!hasGdal)('GDAL reads KML with every text as it is', async () => {
  const features = [...readLayers(await writeFile('kml', [point, line, polygon])).values()].flat();
  expect(features.map(({ properties }) => properties.valdosaSugaNo)).toEqual(['дуб', '', nasty]);
  for (const [at, row] of [point, line, polygon].entries()) expectSameExtent(features[at]?.geometry, row);
});

test.skipIf(!hasGdal)(
  'GDAL reads GPX: points are waypoints, lines tracks, and polygons are not there',
  async () => {
    const layers = readLayers(await writeFile('gpx', [polygon, line, point]));
    expectSameExtent(layers.get('waypoints')?.[0]?.geometry, point);
    expect(layers.get('waypoints')?.[0]?.properties).toMatchObject({
      name: 'Ķekava',
      ogr_valdosaSugaNo: 'дуб',
    });
    expectSameExtent(layers.get('tracks')?.[0]?.geometry, line);
    expect([layers.get('waypoints')?.length, layers.get('tracks')?.length]).toEqual([1, 1]);
  },
);

test.skipIf(!hasGdal)('GDAL reads DXF: outlines, and labels as texts that begin no group', async () => {
  const geomStyle = JSON.stringify({ objLabel: '{name}' });
  const [features = []] = readLayers(
    await writeFile('dxf', [point, line, polygon], { crs: 'EPSG:3059', geomStyle }),
  ).values();
  const isText = ({ SubClasses }: Readonly<Record<string, unknown>>) => SubClasses === 'AcDbText';
  const layersOf = features.map(({ properties }) => properties.Layer);
  expect(new Set(layersOf)).toEqual(new Set(['MEZAUDZES', 'MEZAUDZES_LABEL']));
  const texts = features.flatMap(({ properties }) => (properties.Text ? [String(properties.Text)] : []));
  expect(texts.slice(0, 2)).toEqual(['Ķekava', 'Līnija']);
  expect(texts).toHaveLength(3);
  expect(features.filter(({ properties }) => !isText(properties) && !properties.Text)).toHaveLength(
    1 + 2 + 2,
  );
});

test('DXF: no text makes a line of its own', async () => {
  const geomStyle = JSON.stringify({ objLabel: '{name}' });
  const text = readFileSync(await writeFile('dxf', [polygon], { geomStyle }), 'latin1');
  const lines = text.trimEnd().split('\n');
  expect(lines.length % 2).toBe(0);
  expect(lines.filter((_, at) => at % 2 === 0).every((code) => /^\d+$/.test(code))).toBe(true);
  expect(text).toMatch(/^[\n -~\xa0-\xff]*$/);
  expect(lines.filter((one) => one === 'EOF')).toHaveLength(1);
});

const qmlOf = (path: string): string => {
  using database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare('SELECT styleQML AS qml, useAsDefault AS used FROM layer_styles').get();
  expect(row?.used).toBe(1);
  return String(row?.qml);
};

const styleOf = (labelRules: readonly object[], more: object = {}) =>
  JSON.stringify({ fillColor: 'rgba(10,20,30,0.5)', labelRules, ...more });

test('QML: one symbol with its colour, and a label from the columns of the file', async () => {
  const geomStyle = styleOf([], { objLabel: `{name} '<{data.valdosaSugaNo}{data.absent}` });
  const qml = qmlOf(await writeFile('gpkg', [polygon], { geomStyle }));
  expect(qml).toContain('<renderer-v2 type="singleSymbol"');
  expect(qml).toContain('name="color" value="10,20,30,128"');
  expect(qml).toContain(
    "fieldName=\"concat(coalesce(&quot;name&quot;,''),' ''&lt;',coalesce(&quot;valdosaSugaNo&quot;,''))\"",
  );
});

test('QML: values of one field are categories, with all others last', async () => {
  const geomStyle = styleOf([
    { rule: 'data.valdosaSugaNo=Egle "x"', ruleNameLv: 'Egles' },
    { rule: 'data.valdosaSugaNo=Priede' },
  ]);
  const qml = qmlOf(await writeFile('gpkg', [polygon], { geomStyle }));
  expect(qml).toContain('attr="lower(trim(coalesce(&quot;valdosaSugaNo&quot;,\'\')))"');
  expect(
    [...qml.matchAll(/<category symbol="(\d)" value="(.*?)" type="\w+" label="(.*?)"/g)].map((found) =>
      found.slice(1),
    ),
  ).toEqual([
    ['0', 'egle &quot;x&quot;', 'Egles'],
    ['1', 'priede', 'Priede'],
    ['2', '', 'Default'],
  ]);
});

const filtersOf = (qml: string) =>
  [...qml.matchAll(/<rule key="[^"]*" symbol="\d" filter="(.*?)"/g)].map(([, filter]) => filter);

test('QML: conditions are expressions, and every later rule excludes them', async () => {
  const field = 'valdosaSugaNo';
  const conditions = (condition: 'and' | 'or', ...rules: [operator: string, value: string][]) => ({
    condition,
    rules: rules.map(([operator, value]) => ({ field, operator, value })),
  });
  const geomStyle = styleOf([
    {
      rule: `data.${field}=a`,
      ruleConditions: conditions('or', ['startsWith', "D'"], ['in', 'Egle\nOzols']),
    },
    { rule: `data.${field}=b`, ruleConditions: conditions('and', ['>', '5'], ['<=', '26.11.2026']) },
    { rule: `data.${field}=c` },
  ]);
  const filters = filtersOf(qmlOf(await writeFile('gpkg', [polygon], { geomStyle })));
  const column = `&quot;${field}&quot;`;
  const comparable = `lower(trim(coalesce(${column},'')))`;
  const first = `(left(${comparable}, 2) = 'd''' OR ${comparable} IN ('egle', 'ozols'))`;
  expect(filters[0]).toBe(first);
  expect(filters[1]).toContain(
    `coalesce(try(to_real(replace(${column},',','.'))) &gt; 5, false) AND coalesce(`,
  );
  expect(filters[1]).toContain(`to_string(${column}) &lt; '2026-11-26~' AND regexp_match(`);
  expect(filters[1]).toContain(` AND NOT (${first})`);
  expect(filters[2]?.match(/NOT \(/g)).toHaveLength(2);
});

test('QML: ranges are rules, and an object that matches an earlier one is left to it', async () => {
  const geomStyle = styleOf([
    { rule: 'data.valdosaSugaNo=low', ruleRange: '[1,2)' },
    { rule: 'data.valdosaSugaNo=high', ruleRange: '[2,3]' },
    { rule: 'data.valdosaSugaNo=3' },
  ]);
  const qml = qmlOf(await writeFile('gpkg', [polygon], { geomStyle }));
  const filters = filtersOf(qml);
  expect(filters).toHaveLength(4);
  expect(filters[0]).toMatch(/&gt;= 1 AND .* &lt; 2, false\)$/);
  expect(filters[1]).not.toContain('NOT');
  expect(filters[2]?.match(/NOT/g)).toHaveLength(2);
  expect(filters[3]).toBe('ELSE');
});

test('a rule on a column that is not in the file reveals nothing of it', async () => {
  const geomStyle = styleOf([{ rule: 'data.secret=Egle', ruleNameLv: 'hidden' }]);
  expect(qmlOf(await writeFile('gpkg', [polygon], { geomStyle }))).not.toMatch(/secret|hidden/);
  rmSync(join(folder, 'out.gpkg'));
  const kml = readFileSync(await writeFile('kml', [polygon], { geomStyle }), 'utf8');
  expect(kml).not.toMatch(/secret|hidden/);
  expect(kml.match(/<Style /g)).toHaveLength(1);
});

test('KML: each object has the style of its rule', async () => {
  const geomStyle = styleOf([{ rule: 'data.valdosaSugaNo=ДУБ', fillColor: '#ff0000' }]);
  const kml = readFileSync(await writeFile('kml', [point, polygon], { geomStyle }), 'utf8');
  expect([...kml.matchAll(/<styleUrl>(.*?)</g)].map(([, url]) => url)).toEqual(['#s0', '#s1']);
  expect(kml).toContain('<PolyStyle><color>ff0000ff</color>');
  expect(kml).not.toContain('<description>');
  expect(kml).not.toContain('<script>');
});

test.each(['gpkg', 'shp', 'kml', 'gpx', 'dxf'] as const)(
  'a layer without objects is still a file: %s',
  async (format) => {
    const path = await writeFile(format, []);
    expect(readFileSync(path).length).toBeGreaterThan(100);
    if (hasGdal && format !== 'dxf' && format !== 'gpx')
      expect(readLayers(format === 'shp' ? `/vsizip/${path}` : path).has('Mežaudzes')).toBe(true);
  },
);

test.each(['gpkg', 'shp', 'kml', 'gpx', 'dxf'] as const)(
  'a file beyond its limit is a problem of its owner: %s',
  async (format) => {
    const rows = Array.from({ length: 1_000 }, () => (format === 'gpx' ? line : polygon));
    await expect(writeFile(format, rows, { maxBytes: 10_000 })).rejects.toMatchObject({
      problem: 'TOO_LARGE',
    });
  },
);

test('a stopped job ends the thread', async () => {
  const stop = new AbortController();
  const rowsPath = join(folder, 'rows');
  const wkb = toWkb(mapPositions(point[0], toMercator), Buffer.alloc(0)).toString('hex');
  writeFileSync(rowsPath, `${JSON.stringify([wkb])}\n`.repeat(300_000));
  const request: VectorRequest = {
    format: 'kml',
    rowsPath,
    path: join(folder, 'out.kml'),
    layerName: 'x',
    language: 'en',
    companyLanguage: 'en',
    crs: 'EPSG:4326',
    columns: [],
    geomStyle: '',
    maxBytes: 1e9,
  };
  const written = writeVectorFile(request, {
    rows: 300_000,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(written).rejects.toThrow(/abort/i);
  expect(readdirSync(folder)).toContain('out.kml');
  rmSync(request.path);
});

const multiPoint: Row = [
  {
    type: 'MultiPoint',
    coordinates: [
      [24, 57],
      [24.5, 57.25],
      [25, 57],
    ],
  },
  4294967300,
];

test.skipIf(!hasGdal).each(['gpkg', 'shp', 'kml', 'gpx', 'dxf'] as const)(
  'every point of a multipoint is in the file: %s',
  async (format) => {
    const path = await writeFile(format, [multiPoint]);
    const features = [...readLayers(format === 'shp' ? `/vsizip/${path}` : path).values()].flat();
    const points = features.flatMap(({ geometry }) => {
      // The table of styles in a GeoPackage has none.
      if (!geometry) return [];
      // GDAL reads several points of KML as a collection.
      const read = geometry as unknown as { coordinates?: unknown; geometries?: { coordinates: number[] }[] };
      if (read.geometries) return read.geometries.map(({ coordinates }) => coordinates);
      return geometry.type === 'Point' ? [read.coordinates as number[]] : (read.coordinates as number[][]);
    });
    expect(points.map(([lon = 0, lat = 0]) => [lon.toFixed(6), lat.toFixed(6)])).toEqual([
      ['24.000000', '57.000000'],
      ['24.500000', '57.250000'],
      ['25.000000', '57.000000'],
    ]);
  },
);

test('the shell of a tiny polygon runs clockwise in a shapefile', () => {
  const [x, y] = [2_682_000.123, 7_752_000.456];
  const size = 1e-6;
  const shell = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ] as const;
  const record = (coordinates: typeof shell | ReturnType<typeof shell.toReversed>) =>
    shapeRecord({ type: 'Polygon', coordinates: [coordinates] }, 5, [x, y, x + size, y + size]);
  const second = record(shell).subarray(48 + 16, 48 + 32);
  expect([second.readDoubleLE(0), second.readDoubleLE(8)]).toEqual([x, y + size]);
  expect(record(shell.toReversed())).toEqual(record(shell));
});

test('DXF: Cyrillic layers have Latin names, and a label is cut between escapes', async () => {
  const geomStyle = JSON.stringify({ objLabel: '{name}' });
  const row: Row = [point[0], 1, `5%%d ${'\u{1f333}'.repeat(40)}`];
  const text = readFileSync(await writeFile('dxf', [row], { geomStyle, layerName: 'Дороги' }), 'latin1');
  expect(text).toContain('\nDOROGI\n');
  const label = text.split('\n').find((one) => one.startsWith('5%')) ?? '';
  expect(label).toMatch(/^5%%%%%%d (?:\\U\+D83C\\U\+DF33)+$/);
  expect(label.length).toBeLessThanOrEqual(255);
});
