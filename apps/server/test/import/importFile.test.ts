import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { addActors, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BrokenReport } from '../../src/cli/import/BrokenReport.ts';
import { type ImportOptions, importFile } from '../../src/cli/import/importFile.ts';
import type { BrokenFeature } from '../../src/cli/import/SourceFeature.ts';

const shared = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));

const feature = (properties: object, geometry: object | null) => ({ type: 'Feature', properties, geometry });
const point = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat, 12.5] });
const bowTie = {
  type: 'Polygon',
  coordinates: [
    [
      [24, 57],
      [25, 58],
      [25, 57],
      [24, 58],
      [24, 57],
    ],
  ],
};
const square = {
  type: 'Polygon',
  coordinates: [
    [
      [24, 57],
      [25, 57],
      [25, 58],
      [24, 58],
      [24, 57],
    ],
  ],
};

describeOnEachDatabase('Import', (getDatabase) => {
  let folder: string;
  let company: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pgis-import-'));
    company = String((await addActors(getDatabase(), 'Importer')).companyId);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const file = async (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });

  const run = async (path: string, layer: string, more: Partial<ImportOptions> = {}) => {
    const broken: BrokenFeature[] = [];
    const result = await importFile(
      getDatabase(),
      {
        path,
        layer,
        group: 'Imported',
        company,
        truncate: false,
        atomic: false,
        append: false,
        isPublic: false,
        ...more,
      },
      { onBroken: (one) => broken.push(one) },
    );
    return { ...result, problems: broken };
  };
  const rowsOf = (layerId: number) =>
    getDatabase()
      .db.selectFrom('geoms')
      .select(['name', 'description', 'data', 'kind', 'import_key', 'version', 'is_public'])
      .where('class_id', '=', layerId)
      .orderBy('id')
      .execute();

  it('accounts for every feature: good ones go in, bad ones are named with their place', async () => {
    const path = await file(
      'mixed.geojson',
      collection(
        feature({ n: 'first', a: 1, nested: { x: [1] } }, point(24.1, 56.9)),
        feature({ n: 'crossing' }, bowTie),
        feature({ n: 'nowhere' }, null),
        feature({ n: 'x'.repeat(41) }, square),
        feature({ n: 'far' }, point(400, 10)),
        feature({ n: 'last', a: null }, square),
      ),
    );
    const result = await run(path, 'Mixed', { nameField: 'n' });
    expect(result).toMatchObject({ total: 6, added: 2, broken: 4, updated: 0, stopped: false });
    expect(result.problems.map(({ place }) => place).sort()).toEqual([2, 3, 4, 5]);
    expect(result.problems.find(({ place }) => place === 2)?.problem).toMatch(/intersection/i);
    expect(await rowsOf(result.layerId)).toMatchObject([
      { name: 'first', data: { a: 1, nested: '{"x":[1]}' }, kind: 1 },
      { name: 'last', data: {}, kind: 3 },
    ]);
  });

  it('D-CLS-08: a column that rules could not name gets another name, again and again the same, and it is said', async () => {
    const path = await file('names.csv', 'lon,lat,a=b,{id},_fid\n24.1,56.9,x,y,z\n');
    const more = { lonField: 'lon', latField: 'lat', fields: ['a=b', '{id}', '_fid'] };
    for (const keyed of [{ keyField: '{id}' }, { keyField: '{id}' }]) {
      const result = await run(path, 'Odd names', { ...more, ...keyed });
      expect(Object.fromEntries(result.renamed)).toEqual({ 'a=b': 'a_b', '{id}': '(id)', _fid: 'fid' });
      expect(await rowsOf(result.layerId)).toMatchObject([{ data: { a_b: 'x', '(id)': 'y', fid: 'z' } }]);
      const { layer_fields: fields } = await getDatabase()
        .db.selectFrom('classifiers')
        .select('layer_fields')
        .where('id', '=', result.layerId)
        .executeTakeFirstOrThrow();
      expect(fields.map(({ name }) => name)).toEqual(['a_b', '(id)', 'fid']);
    }
  });

  it('stores every kind of geometry as the file has it, with holes and parts', async () => {
    const hole = square.coordinates.map((ring) =>
      ring.map(([lon = 0, lat = 0]) => [24.5 + (lon - 24.5) / 4, 57.5 + (lat - 57.5) / 4]).reverse(),
    );
    const geometries = [
      { type: 'Point', coordinates: [24, 57] },
      {
        type: 'MultiPoint',
        coordinates: [
          [24, 57],
          [-24.25, -57],
        ],
      },
      {
        type: 'LineString',
        coordinates: [
          [24, 57],
          [25, 58],
          [0, 0],
        ],
      },
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [24, 57],
            [25, 58],
          ],
          [
            [1, 2],
            [3, 4],
            [5, 6],
          ],
        ],
      },
      { type: 'Polygon', coordinates: [...square.coordinates, ...hole] },
      {
        type: 'MultiPolygon',
        coordinates: [
          [...square.coordinates, ...hole],
          [
            [
              [1, 1],
              [2, 1],
              [2, 2],
              [1, 1],
            ],
          ],
        ],
      },
      {
        type: 'LineString',
        coordinates: Array.from({ length: 9_000 }, (_, i) => [(20_000 + i) / 1_000, 57]),
      },
    ];
    const path = await file(
      'kinds.geojson',
      collection(...geometries.map((geometry, i) => feature({ i }, geometry))),
    );
    const { layerId, added } = await run(path, 'Kinds');
    expect(added).toBe(geometries.length);
    const { rows } = await getDatabase().pool.query(
      `SELECT ST_AsGeoJSON(ST_Transform(geom, 4326), 6)::json AS geometry FROM geoms WHERE class_id = $1 ORDER BY id`,
      [layerId],
    );
    expect(rows.map(({ geometry }) => [geometry.type, geometry.coordinates])).toEqual(
      geometries.map(({ type, coordinates }) => [type, coordinates]),
    );
    // Reports sum it: the import writes what the trigger would.
    const measures = await getDatabase().pool.query(
      'SELECT measure, shape_measure(geom) AS expected, kind FROM geoms WHERE class_id = $1',
      [layerId],
    );
    for (const { measure, expected, kind } of measures.rows) {
      expect(measure).toBe(expected);
      expect(measure > 0).toBe(kind > 1);
    }
  });

  it('stores any text as it is', async () => {
    const texts = ['"', '\\', '{}', ',', 'NULL', "'", '\\"', 'a\nb', '$1', 'Rīga {"a"}', '\\x41'];
    const path = await file(
      'texts.geojson',
      collection(...texts.map((n) => feature({ n, d: n, k: n, v: n }, point(24, 57)))),
    );
    const { layerId } = await run(path, 'Texts', { nameField: 'n', descriptionField: 'd', keyField: 'k' });
    expect(await rowsOf(layerId)).toEqual(
      texts.map((text) =>
        expect.objectContaining({
          name: text,
          description: text,
          import_key: text,
          data: { k: text, v: text },
        }),
      ),
    );
  });

  it('writes many batches, each object once, and search finds them when it has ended', async () => {
    const many = Array.from({ length: 5_000 }, (_, i) =>
      feature({ n: `Ķekavas ${i}`, k: i }, point(24 + i / 10_000, 57)),
    );
    const path = await file('many.ndjson', many.map((one) => JSON.stringify(one)).join('\n'));
    const options = { nameField: 'n', keyField: 'k' };
    const { layerId, added } = await run(path, 'Many', options);
    expect(added).toBe(5_000);
    const { rows } = await getDatabase().pool.query(
      `SELECT count(DISTINCT import_key)::integer AS keys,
              count(*) FILTER (WHERE folded_words(name) @@ '''kekavas'':*'::tsquery)::integer AS found
       FROM geoms WHERE class_id = $1`,
      [layerId],
    );
    expect(rows).toEqual([{ keys: 5_000, found: 5_000 }]);
    expect(await run(path, 'Many', options)).toMatchObject({ added: 0, updated: 0, unchanged: 5_000 });
  });

  it('an error of the database ends it with that error, and what was written before is whole', async () => {
    const many = Array.from({ length: 3_000 }, (_, i) => feature({ k: i }, point(24, 57)));
    const path = await file('refused.ndjson', many.map((one) => JSON.stringify(one)).join('\n'));
    const { pool } = getDatabase();
    const { layerId } = await run(
      await file('one.ndjson', JSON.stringify(feature({ k: 'x' }, square))),
      'Refused',
      { keyField: 'k' },
    );
    await pool.query(
      `ALTER TABLE geoms ADD CONSTRAINT no_1500 CHECK (class_id <> ${layerId} OR import_key <> '1500')`,
    );
    try {
      await expect(run(path, 'Refused', { keyField: 'k' })).rejects.toThrow('no_1500');
      const written = await rowsOf(layerId);
      expect(written.length).toBeLessThan(3_000);
    } finally {
      await pool.query('ALTER TABLE geoms DROP CONSTRAINT no_1500');
    }
    expect(await run(path, 'Refused', { keyField: 'k' })).toMatchObject({ broken: 0, stopped: false });
    expect(await rowsOf(layerId)).toHaveLength(3_001);
  });

  it('D-CLS-07: a new layer can be opened to visitors, with a review of what they add', async () => {
    const path = await file('open.geojson', collection(feature({ n: 'first' }, point(24.1, 56.9))));
    const switchesOf = async (name: string, options: Partial<ImportOptions>) => {
      const { layerId } = await run(path, name, options);
      return await getDatabase()
        .db.selectFrom('classifiers')
        .select(['allow_public_registration as isOpen', 'show_after_review as waits'])
        .where('id', '=', layerId)
        .executeTakeFirst();
    };
    expect(await switchesOf('Closed', {})).toEqual({ isOpen: false, waits: false });
    expect(await switchesOf('Open', { isOpen: true, showsAfterReview: true })).toEqual({
      isOpen: true,
      waits: true,
    });
  });

  it('fields become layer fields, and the kinds of geometry are remembered', async () => {
    const path = await file(
      'fields.geojson',
      collection(feature({ _id: 1, 'SHAPE.AREA': 2, empty: null }, square)),
    );
    const { layerId } = await run(path, 'Fields');
    const layer = await getDatabase()
      .db.selectFrom('classifiers')
      .select(['layer_fields', 'kinds'])
      .where('id', '=', layerId)
      .executeTakeFirstOrThrow();
    expect(layer).toEqual({
      layer_fields: [
        { name: 'id', type: 'text' },
        { name: 'SHAPE.AREA', type: 'text' },
      ],
      kinds: 4,
    });
  });

  it('with a key field, running again updates what changed and doubles nothing', async () => {
    const text = (b: string) =>
      [
        feature({ k: 'a', v: 1 }, point(24, 57)),
        feature({ k: 'b', v: b }, point(24, 57)),
        feature({ k: 'a' }, square),
      ]
        .map((one) => JSON.stringify(one))
        .join('\n');
    const options = { keyField: 'k' };
    const first = await run(await file('keys.ndjson', text('old')), 'Keys', options);
    expect(first).toMatchObject({ added: 2, broken: 1 });
    const again = await run(await file('keys.ndjson.gz', gzipSync(text('new'))), 'Keys', options);
    expect(again).toMatchObject({ added: 0, updated: 1, unchanged: 1, broken: 1, layerId: first.layerId });
    expect(await rowsOf(first.layerId)).toMatchObject([
      { import_key: 'a', data: { v: 1 }, version: 1 },
      { import_key: 'b', data: { v: 'new' }, version: 2 },
    ]);
  });

  it('an object that somebody else has put into the new layer under the same key is updated, not doubled', async () => {
    const { pool } = getDatabase();
    await pool.query(`
      CREATE FUNCTION come_before() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, data, is_public, import_key)
        VALUES (NEW.company_id, new_id(NEW.company_id, 'geom_seq'), NEW.id, 1, 'SRID=3857;POINT(0 0)', '', '', '{}', true, 'b');
        RETURN NULL;
      END $$`);
    await pool.query(`CREATE TRIGGER come_before AFTER INSERT ON classifiers
      FOR EACH ROW WHEN (NEW.name = 'Both at once') EXECUTE FUNCTION come_before()`);
    try {
      const text = collection(
        ...['a', 'b', 'c'].map((k) => feature({ k, v: `${k} of the file` }, point(24, 57))),
      );
      const result = await run(await file('both.geojson', text), 'Both at once', {
        keyField: 'k',
        append: true,
      });
      expect(result).toMatchObject({ added: 2, updated: 1, broken: 0 });
      expect(await rowsOf(result.layerId)).toMatchObject([
        { import_key: 'b', data: { v: 'b of the file' }, version: 2 },
        { import_key: 'a', version: 1 },
        { import_key: 'c', version: 1 },
      ]);
    } finally {
      await pool.query('DROP TRIGGER come_before ON classifiers');
      await pool.query('DROP FUNCTION come_before');
    }
  });

  it('without a key, a layer that has objects is left alone unless told to append', async () => {
    const path = await file('twice.geojson', collection(feature({}, point(24, 57))));
    const { layerId } = await run(path, 'Twice');
    await expect(run(path, 'Twice')).rejects.toThrow('--append');
    expect(await rowsOf(layerId)).toHaveLength(1);
    await run(path, 'Twice', { append: true });
    expect(await rowsOf(layerId)).toHaveLength(2);
  });

  it('with --atomic, an import that fails half way leaves nothing', async () => {
    const good = Array.from({ length: 600 }, (_, i) => feature({ i }, point(24, 57)));
    const path = await file('cut.geojson', collection(...good).slice(0, -40));
    await expect(run(path, 'Cut', { atomic: true })).rejects.toThrow('cut off');
    const layers = await getDatabase()
      .db.selectFrom('classifiers')
      .select('id')
      .where('name', '=', 'Cut')
      .execute();
    expect(layers).toEqual([]);
  });

  it('writes one audit row a batch', async () => {
    const path = await file(
      'audit.geojson',
      collection(...[1, 2, 3].map((i) => feature({ i }, point(24, 57)))),
    );
    const { layerId } = await run(path, 'Audit');
    const rows = await getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'details'])
      .where('entity_id', '=', layerId)
      .execute();
    expect(rows).toEqual([{ action: 'OBJECTS_IMPORTED', details: { added: 3, updated: 0, from: 1, to: 3 } }]);
  });

  it('stops between two batches when told', async () => {
    const many = Array.from({ length: 900 }, (_, i) => feature({ i }, point(24, 57)));
    const path = await file('stop.geojson', collection(...many));
    const abort = new AbortController();
    const result = await importFile(
      getDatabase(),
      {
        path,
        layer: 'Stop',
        group: 'G',
        company,
        truncate: false,
        atomic: false,
        append: false,
        isPublic: false,
      },
      { signal: abort.signal, onProgress: () => abort.abort() },
    );
    expect(result.stopped).toBe(true);
    expect(result.added).toBeGreaterThan(0);
    expect(result.added).toBeLessThan(900);
    expect(await rowsOf(result.layerId)).toHaveLength(result.added);
  });

  it('reads CSV with coordinates or WKT, whatever the separator', async () => {
    const points = await run(
      await file('p.csv', '\ufeffid;name;lat;lon\n1;Rīga;56,95;24,1\n2;;x;24\n'),
      'Csv',
      {
        nameField: 'name',
      },
    );
    expect(points).toMatchObject({ added: 1, broken: 1 });
    const lines = await run(
      await file('w.csv', 'id,wkt\n7,"LINESTRING(24 57,25 58)"\n8,"LINESTRING(24 57)"\n'),
      'Wkt',
    );
    expect(lines).toMatchObject({ added: 1, broken: 1 });
    expect(await rowsOf(lines.layerId)).toMatchObject([{ kind: 2, data: { id: '7' } }]);
  });

  it('says what is wrong with the file or the options', async () => {
    const path = await file('x.geojson', collection(feature({ a: 1 }, square)));
    await expect(run(path, 'X', { nameField: 'b' })).rejects.toThrow('"b"');
    await expect(run(path, 'X', { crs: 'EPSG:1' })).rejects.toThrow('not known');
    await expect(run(join(folder, 'absent.geojson'), 'X')).rejects.toThrow('ENOENT');
    await expect(run(await file('x.kml', '<kml/>'), 'X')).rejects.toThrow('.geojson');
    await expect(run(await file('empty.geojson', collection()), 'X')).rejects.toThrow('no features');
    expect(
      await getDatabase().db.selectFrom('classifiers').select('id').where('name', '=', 'X').execute(),
    ).toEqual([]);
    const wide = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, i]));
    await expect(run(await file('wide.geojson', collection(feature(wide, square))), 'X')).rejects.toThrow(
      '--fields',
    );
  });

  it('a report lists what was left out, with no formula for a spreadsheet to run', async () => {
    const report = new BrokenReport(join(folder, 'report.csv'));
    report.add({ place: 3, problem: '=1+1', properties: { a: '"' } });
    await report.close();
    expect(await readFile(report.path, 'utf8')).toBe(
      '\ufefffeature,problem,properties\r\n"3","\'=1+1","{""a"":""\\""""}"\r\n',
    );
  });

  it.runIf(existsSync(shared)).each([
    { path: 'lv_osm_places_2019.geojson.gz', total: 79_183, nameField: 'name' },
    { path: 'riga_public_transport_routes.geojson.gz', total: 318, nameField: 'name' },
    { path: 'lv_eurocrops_fields_2021_sample.geojson', total: 100, nameField: undefined },
    { path: 'lv_eurocrops_fields_2021_sample_shp.zip', total: 100, nameField: undefined },
  ])(
    'accounts for each of the $total features of $path',
    async ({ path, total, nameField }) => {
      const result = await run(join(shared, 'latvia', path), `Whole ${path}`, { nameField });
      expect(result).toMatchObject({ total, updated: 0, unchanged: 0, stopped: false });
      expect(result.added + result.broken).toBe(total);
      expect(result.problems).toHaveLength(result.broken);
      const { rows } = await getDatabase().pool.query(
        'SELECT count(*)::integer AS stored FROM geoms WHERE class_id = $1',
        [result.layerId],
      );
      expect(rows).toEqual([{ stored: result.added }]);
    },
    120_000,
  );

  it.runIf(existsSync(shared))(
    'the Shapefile in LKS-92 and the GeoJSON of the same fields lie in the same places',
    async () => {
      const geojson = await run(
        join(shared, 'latvia/lv_eurocrops_fields_2021_sample.geojson'),
        'Fields GeoJSON',
      );
      const shapefile = await run(
        join(shared, 'latvia/lv_eurocrops_fields_2021_sample_shp.zip'),
        'Fields Shapefile',
      );
      expect(geojson.added + geojson.broken).toBe(100);
      expect(shapefile.added + shapefile.broken).toBe(100);
      const { rows } = await getDatabase().pool.query(
        `SELECT count(*)::integer AS pairs, max(ST_HausdorffDistance(a.geom, b.geom)) AS apart FROM geoms a JOIN geoms b
         ON a.data ->> 'PARCEL_ID' = b.data ->> 'PARCEL_ID' AND a.data ->> 'OBJECTID' = b.data ->> 'OBJECTID'
       WHERE a.class_id = $1 AND b.class_id = $2`,
        [geojson.layerId, shapefile.layerId],
      );
      expect(rows[0].pairs).toBeGreaterThan(80);
      // Coordinates of the GeoJSON have six decimals: a decimetre, twice that in EPSG:3857.
      expect(rows[0].apart).toBeLessThan(0.5);
    },
  );
});
