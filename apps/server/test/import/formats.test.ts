import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { listPaths, type Position } from '@pgis/geo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { toMercatorFrom } from '../../src/importing/reprojection.ts';
import { openSource } from '../../src/importing/sources/openSource.ts';
import { isBroken, type SourceFeature } from '../../src/importing/sources/SourceFeature.ts';
import type { SourceOptions } from '../../src/importing/sources/SourceOptions.ts';
import { collect } from './collect.ts';

const hasGdal = existsSync('/usr/bin/ogr2ogr');

const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [24.1, 56.9],
      [24.2, 56.9],
      [24.2, 57],
      [24.1, 56.9],
    ],
    [
      [24.15, 56.91],
      [24.17, 56.92],
      [24.18, 56.92],
      [24.15, 56.91],
    ],
  ],
};
const feature = (properties: object, geometry: unknown) => ({ type: 'Feature', properties, geometry });
const polygons = [
  feature({ nosauk: 'Šķūņu iela', gads: 2021, platiba: 1.25 }, polygon),
  feature(
    { nosauk: 'Ķeguma novads', gads: 1999, platiba: 3 },
    { ...polygon, type: 'MultiPolygon', coordinates: [polygon.coordinates] },
  ),
];
const points = [
  feature({ nosauk: 'Ģertrūdes iela' }, { type: 'Point', coordinates: [24.12, 56.95] }),
  feature({ nosauk: 'Čiekurkalns' }, { type: 'Point', coordinates: [24.18, 56.99] }),
];
const collection = (features: readonly object[]) => JSON.stringify({ type: 'FeatureCollection', features });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgis-formats-'));
  await writeFile(join(folder, 'polygons.geojson'), collection(polygons));
  await writeFile(join(folder, 'points.geojson'), collection(points));
});
afterAll(() => rm(folder, { recursive: true }));

const ogr = (target: string, source: string, ...more: string[]) => {
  execFileSync('ogr2ogr', [join(folder, target), join(folder, source), ...more], { stdio: 'ignore' });
  return join(folder, target);
};
const zip = async (name: string, files: Readonly<Record<string, Buffer>>) => {
  const archive = new yazl.ZipFile();
  for (const [entry, bytes] of Object.entries(files)) archive.addBuffer(bytes, entry);
  archive.end();
  const path = join(folder, name);
  await writeFile(path, Buffer.concat(await collect(archive.outputStream as AsyncIterable<Buffer>)));
  return path;
};
const write = async (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

const open = (paths: string | readonly string[], options: SourceOptions = {}) =>
  openSource(
    [paths].flat().map((path) => ({ name: basename(path), path })),
    options,
  );

async function read(paths: string | readonly string[], options: SourceOptions = {}) {
  const source = await open(paths, options);
  const all = await collect(source.features);
  return { ...source, all, features: all.filter((one): one is SourceFeature => !isBroken(one)) };
}

/** Positions in EPSG:3857, each rounded to a millimetre, of all features. */
function positionsOf(
  features: readonly Pick<SourceFeature, 'geometry'>[],
  crs: string | undefined,
): Position[] {
  const toMap = toMercatorFrom(crs);
  return features.flatMap(({ geometry }) => listPaths(toMap(geometry)).flat());
}
const expected = (features: readonly object[]) => positionsOf(features as SourceFeature[], undefined);

function expectNear(found: readonly Position[], wanted: readonly Position[]): void {
  expect(found.length).toBe(wanted.length);
  // Rings may turn the other way round.
  const sorted = (list: readonly Position[]) => list.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  for (const [i, [x, y]] of sorted(found).entries()) {
    const [wantedX, wantedY] = sorted(wanted)[i] ?? [Number.NaN, Number.NaN];
    expect(Math.hypot(x - wantedX, y - wantedY)).toBeLessThan(0.002);
  }
}

describe.skipIf(!hasGdal)('what GDAL writes is read with its geometries, texts and numbers', () => {
  it('GeoPackage: several layers, and the coordinate system of each', async () => {
    const path = ogr('both.gpkg', 'polygons.geojson', '-nln', 'laukumi', '-t_srs', 'EPSG:3059');
    ogr('both.gpkg', 'points.geojson', '-update', '-nln', 'punkti', '-nlt', 'POINT25D');
    const first = await read(path);
    expect([first.layers, first.layer, first.declaredCrs()]).toEqual([
      ['laukumi', 'punkti'],
      'laukumi',
      'EPSG:3059',
    ]);
    expect(first.features.map(({ properties }) => properties)).toEqual(
      polygons.map(({ properties }) => properties),
    );
    expectNear(positionsOf(first.features, 'EPSG:3059'), expected(polygons));
    const second = await read(path, { layer: 'punkti' });
    expectNear(positionsOf(second.features, second.declaredCrs()), expected(points));
  });

  it.each([
    ['UTF-8', 'utf-8'],
    ['CP1257', 'windows-1257'],
  ])('Shapefile in %s: zipped and loose, and the encoding can be changed', async (written, name) => {
    ogr(`s-${name}.shp`, 'polygons.geojson', '-t_srs', 'EPSG:3059', '-lco', `ENCODING=${written}`);
    const parts = (await readdir(folder)).filter((part) => part.startsWith(`s-${name}.`));
    const bytes = await Promise.all(
      parts.map(async (part) => [part, await readFile(join(folder, part))] as const),
    );
    const zipped = await zip(`${name}.zip`, Object.fromEntries(bytes));
    for (const paths of [zipped, parts.map((part) => join(folder, part))]) {
      const found = await read(paths);
      expect(found.encoding).toEqual({ name, origin: 'cpg' });
      expect(found.features.map(({ properties }) => properties)).toEqual(
        polygons.map(({ properties }) => properties),
      );
      expectNear(positionsOf(found.features, found.declaredCrs()), expected(polygons));
    }
    const wrong = await read(zipped, { encoding: 'windows-1252' });
    expect(wrong.features[0]?.properties.nosauk).not.toBe('Šķūņu iela');
    await expect(
      open(parts.filter((part) => !part.endsWith('.shp')).map((part) => join(folder, part))),
    ).rejects.toThrow('the .shp file is missing');
  });

  it('Shapefile: a second .dbf is joined by a key, as registers deliver it', async () => {
    ogr('audzes.shp', 'polygons.geojson', '-lco', 'ENCODING=UTF-8');
    await write('extra.geojson', collection([feature({ gads: 1999, suga: 'Bērzs', platiba: 9 }, null)]));
    ogr('register.dbf', 'extra.geojson', '-nlt', 'NONE', '-lco', 'ENCODING=UTF-8');
    const paths = (await readdir(folder))
      .filter((name) => /^(audzes|register)\./.test(name))
      .map((name) => join(folder, name));
    const plain = await read(paths);
    expect(plain.tables).toEqual([{ name: 'register', fields: ['gads', 'suga', 'platiba'] }]);
    const joined = await read(paths, { join: { table: 'register', key: 'gads', tableKey: 'gads' } });
    expect(joined.features.map(({ properties }) => properties)).toEqual([
      { nosauk: 'Šķūņu iela', gads: 2021, platiba: 1.25, suga: null },
      { nosauk: 'Ķeguma novads', gads: 1999, platiba: 3, suga: 'Bērzs' },
    ]);
    const unknown = read(paths, { join: { table: 'nav', key: 'gads', tableKey: 'gads' } });
    await expect(unknown).rejects.toMatchObject({ code: 'NO_LAYER' });
  });

  it('KML and KMZ, GPX, DXF and XLSX', async () => {
    const kml = await read(ogr('p.kml', 'polygons.geojson'));
    expect(kml.features.map(({ properties }) => properties.nosauk)).toEqual(['Šķūņu iela', 'Ķeguma novads']);
    expectNear(positionsOf(kml.features, undefined), expected(polygons));
    const kmz = await read(await zip('p.kmz', { 'doc.kml': await readFile(join(folder, 'p.kml')) }));
    expect(kmz.features).toEqual(kml.features);

    const gpx = await read(ogr('p.gpx', 'points.geojson', '-dsco', 'GPX_USE_EXTENSIONS=YES'));
    expect([gpx.layers, gpx.features[0]?.properties]).toEqual([
      ['waypoints'],
      { ogr_nosauk: 'Ģertrūdes iela' },
    ]);
    expectNear(positionsOf(gpx.features, undefined), expected(points));

    const dxf = await read(ogr('p.dxf', 'points.geojson'));
    expectNear(positionsOf(dxf.features, undefined), expected(points));

    const xlsx = await read(
      ogr(
        'p.xlsx',
        'points.geojson',
        '-lco',
        'OGR_XLSX_FIELD_TYPES=STRING',
        '-sql',
        'SELECT nosauk, CAST(24.5 AS float) AS lon, CAST(57 AS integer) AS lat FROM points',
      ),
    );
    expect(xlsx.features[0]).toMatchObject({
      rowNumber: 2,
      properties: { nosauk: 'Ģertrūdes iela' },
      geometry: { type: 'Point', coordinates: [24.5, 57] },
    });
  });
});

describe('GeoJSON and CSV', () => {
  it('a collection, a feature, a geometry and lines of features, also compressed or in UTF-16', async () => {
    const [first] = points;
    const lines = points.map((one) => JSON.stringify(one)).join('\n');
    const forms: readonly [string, string | Buffer, number][] = [
      ['a.geojson', collection(points), 2],
      ['b.json', JSON.stringify(first), 1],
      ['c.json', JSON.stringify(first?.geometry), 1],
      ['d.ndjson', lines, 2],
      ['e.geojson.gz', gzipSync(collection(points)), 2],
      ['f.geojson', Buffer.from(`\ufeff${collection(points)}`, 'utf16le'), 2],
    ];
    for (const [name, content, count] of forms) {
      const found = await read(await write(name, content));
      expect([name, found.features.length]).toEqual([name, count]);
      expectNear(positionsOf(found.features, undefined), expected(points.slice(0, count)));
    }
  });

  it('a decimal comma in a file with semicolons stays in its column', async () => {
    const found = await read(await write('k.csv', 'nosauk;x;y;piez\r\n"Rīga; centrs";24,1;56,95;a,b\r\n'));
    expect(found.all).toEqual([
      {
        rowNumber: 2,
        geometry: { type: 'Point', coordinates: [24.1, 56.95] },
        properties: { nosauk: 'Rīga; centrs', piez: 'a,b' },
      },
    ]);
  });
});

it('KML: values have the types of their schema, and a collection becomes one object of each kind', async () => {
  const coordinates = (text: string) => `<coordinates>${text}</coordinates>`;
  const point = (x: number) => `<Point>${coordinates(`${x},57`)}</Point>`;
  const line = `<LineString>${coordinates('24,57 25,57')}</LineString>`;
  const value = (name: string, text: string) => `<SimpleData name="${name}">${text}</SimpleData>`;
  const placemark = (shapes: string) => `<Placemark><ExtendedData><SchemaData schemaUrl="#s">
    ${value('gads', '2021')}${value('platiba', '1.25')}${value('kods', '0012')}</SchemaData></ExtendedData>
    <MultiGeometry>${shapes}</MultiGeometry></Placemark>`;
  const kml = `<kml><Document><Schema name="s" id="s"><SimpleField name="gads" type="int"/>
    <SimpleField name="platiba" type="float"/><SimpleField name="kods" type="string"/></Schema>
    ${placemark(point(24) + line + point(25))}${placemark(point(26) + point(27))}</Document></kml>`;
  const { all } = await read(await write('typed.kml', kml));
  const properties = { gads: 2021, platiba: 1.25, kods: '0012' };
  expect(all).toEqual([
    {
      rowNumber: 1,
      properties,
      geometry: {
        type: 'MultiPoint',
        coordinates: [
          [24, 57],
          [25, 57],
        ],
      },
    },
    {
      rowNumber: 2,
      properties,
      geometry: {
        type: 'LineString',
        coordinates: [
          [24, 57],
          [25, 57],
        ],
      },
    },
    {
      rowNumber: 3,
      properties,
      geometry: {
        type: 'MultiPoint',
        coordinates: [
          [26, 57],
          [27, 57],
        ],
      },
    },
  ]);
});

it('columns of the same name are all kept, in CSV and XLSX', async () => {
  const wanted = { nosauk: 'A', nosauk_2: 'B', nosauk_3: 'C', 'column 6': 'D', nosauk_4: 'E' };
  const csv = 'nosauk,x,y,nosauk,nosauk,,nosauk\nA,24,57,B,C,D,E\n'.replace('nosauk\n', 'nosauk_2\n');
  expect((await read(await write('twice.csv', csv))).features[0]?.properties).toEqual({
    ...{ nosauk: 'A', nosauk_3: 'B', nosauk_4: 'C', 'column 6': 'D', nosauk_2: 'E' },
  });
  const cell = (value: string) => `<c t="${Number(value) ? 'n' : 'str'}"><v>${value}</v></c>`;
  const row = (values: readonly string[]) => `<row>${values.map(cell).join('')}</row>`;
  const sheet = [
    ['nosauk', 'x', 'y', 'nosauk', 'nosauk', '', 'nosauk'],
    ['A', '24', '57', 'B', 'C', 'D', 'E'],
  ].map(row);
  const workbook = await zip('twice.xlsx', {
    'xl/workbook.xml': Buffer.from(
      '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': Buffer.from(
      '<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>',
    ),
    'xl/s.xml': Buffer.from(`<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`),
  });
  expect((await read(workbook)).features[0]?.properties).toEqual(wanted);
});

describe('hostile files end with a sentence', () => {
  const fails = async (path: string, code: string) => {
    const reading = read(path);
    await expect(reading).rejects.toMatchObject({ code });
  };

  it('XML: entities that multiply, nesting, an end in the middle', async () => {
    const laughs = `<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><kml><Placemark>&b;</Placemark></kml>`;
    await fails(await write('laughs.kml', laughs), 'DOCTYPE');
    await fails(await write('deep.kml', `<kml>${'<Folder>'.repeat(5_000)}`), 'TOO_DEEP');
    await fails(await write('cut.gpx', '<gpx><wpt lat="57" lon="24"><name>a'), 'DAMAGED');
    await fails(await write('entity.kml', '<kml><Placemark>&file;</Placemark></kml>'), 'DAMAGED');
  });

  it('GeoPackage: no database, damaged blobs, a view and a trigger', async () => {
    await fails(await write('no.gpkg', 'SQLite format 3\0 and nothing more'), 'DAMAGED');
    const path = join(folder, 'bad.gpkg');
    const database = new DatabaseSync(path);
    database.exec(`
      CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER, definition TEXT);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
      CREATE TABLE shapes (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT,
        bomb BLOB GENERATED ALWAYS AS (zeroblob(900000000)) VIRTUAL);
      CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, x'00' AS geom FROM n;
      CREATE TRIGGER t AFTER INSERT ON shapes BEGIN DELETE FROM shapes; END;
      INSERT INTO gpkg_geometry_columns VALUES ('endless', 'geom', 4326), ('shapes', 'geom', 4326);
      DROP TRIGGER t`);
    const insert = database.prepare('INSERT INTO shapes (geom, name) VALUES (?, ?)');
    const header = Buffer.from('47500001e6100000', 'hex');
    // A line of four thousand million points, a collection, a text instead of a blob.
    insert.run(Buffer.concat([header, Buffer.from('0102000000ffffffff', 'hex')]), 'long');
    insert.run(Buffer.concat([header, Buffer.from('010700000000000000', 'hex')]), 'collection');
    insert.run('text', 'text');
    insert.run(null, 'none');
    // A polygon of many parts whose part is a point, and points whose part is a line.
    insert.run(
      Buffer.concat([header, Buffer.from(`0106000000010000000101000000${'00'.repeat(16)}`, 'hex')]),
      'part',
    );
    insert.run(Buffer.concat([header, Buffer.from('010400000001000000010200000000000000', 'hex')]), 'part');
    database.close();
    const found = await read(path);
    expect(found.layers).toEqual(['shapes']);
    expect(found.all.map((one) => isBroken(one) && one.reason)).toEqual([
      'NOT_READABLE',
      'GEOMETRY_TYPE',
      'NOT_READABLE',
      'NO_GEOMETRY',
      'NOT_READABLE',
      'NOT_READABLE',
    ]);
    expect(found.all.flatMap((one) => Object.keys(one.properties ?? {}))).not.toContain('bomb');
  });

  it('GeoPackage: a row with a text or geometry above 64 MB is named, other blobs do not matter', async () => {
    const path = join(folder, 'long.gpkg');
    const database = new DatabaseSync(path);
    const point = `x'47500001e6100000${'0101000000'}${'00'.repeat(16)}'`;
    database.exec(`
      CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER, definition TEXT);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
      CREATE TABLE shapes (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, photo BLOB, flag TEXT);
      INSERT INTO gpkg_geometry_columns VALUES ('shapes', 'geom', 4326);
      INSERT INTO shapes (geom, name, photo) VALUES
        (${point}, printf('%.*c', 64000001, 'x'), NULL), (zeroblob(64000001), 'shape', NULL),
        (${point}, 'photo', zeroblob(64000001)), (${point}, 'a', NULL)`);
    database.close();
    const { all } = await read(path);
    expect(all.map((one) => [isBroken(one) && one.reason, one.properties?.name])).toEqual([
      ['VALUE_TOO_LONG', null],
      ['TOO_LARGE', 'shape'],
      [false, 'photo'],
      [false, 'a'],
    ]);
  });

  it.each(['gpkg_geometry_columns', 'gpkg_spatial_ref_sys'])(
    'GeoPackage: SQL of the file behind %s is not run',
    async (name) => {
      const path = join(folder, `${name}.gpkg`);
      const database = new DatabaseSync(path);
      database.exec(`
        CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER, definition TEXT);
        CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
        CREATE TABLE shapes (fid INTEGER PRIMARY KEY, geom BLOB);
        INSERT INTO gpkg_geometry_columns VALUES ('shapes', 'geom', 4326);
        ALTER TABLE ${name} RENAME TO kept;
        CREATE VIEW ${name} AS SELECT * FROM kept`);
      database.close();
      await fails(path, 'DAMAGED');
    },
  );

  it('DXF: blocks that contain each other, and ones that multiply', async () => {
    const block = (name: string, inner: string, times: number) =>
      `0\nBLOCK\n8\n0\n2\n${name}\n10\n0\n20\n0\n${`0\nINSERT\n8\n0\n2\n${inner}\n10\n0\n20\n0\n`.repeat(times)}0\nENDBLK\n`;
    const drawing = (blocks: string) =>
      `0\nSECTION\n2\nBLOCKS\n${blocks}0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nINSERT\n8\n0\n2\nb0\n10\n0\n20\n0\n0\nENDSEC\n0\nEOF\n`;
    await fails(await write('circle.dxf', drawing(block('b0', 'b1', 1) + block('b1', 'b0', 1))), 'TOO_DEEP');
    const doubling = Array.from({ length: 8 }, (_, i) => block(`b${i}`, `b${i + 1}`, 10)).join('');
    await fails(await write('doubling.dxf', drawing(doubling)), 'TOO_LARGE');
  });

  it('XLSX and zip: no archive, no workbook, a document type', async () => {
    await fails(await write('no.xlsx', 'PK'), 'ARCHIVE_DAMAGED');
    await fails(await zip('empty.xlsx', { 'a.txt': Buffer.from('a') }), 'DAMAGED');
    const workbook = '<!DOCTYPE w [<!ENTITY a "b">]><workbook><sheets/></workbook>';
    await fails(await zip('laughs.xlsx', { 'xl/workbook.xml': Buffer.from(workbook) }), 'DOCTYPE');
    await fails(await zip('nothing.zip', { 'read.me': Buffer.from('a') }), 'UNKNOWN_FORMAT');
  });
});
