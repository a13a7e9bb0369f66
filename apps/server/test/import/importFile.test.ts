import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { addActors, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ImportReport } from '../../src/cli/import/ImportReport.ts';
import { runImport } from '../../src/cli/import/importCommand.ts';
import { type ImportOptions, importFile } from '../../src/cli/import/importFile.ts';
import type { BrokenFeature } from '../../src/importing/sources/SourceFeature.ts';

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

describeOnEachDatabase('Import', (getDatabase, itOnce) => {
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

  it('stores the forms of strict fields; a row that does not fit stays out, and the object keeps what it had', async () => {
    const rows = (first: object, second: object) =>
      collection(
        feature({ key: 'a', ...first }, point(24, 57)),
        feature({ key: 'b', ...second }, point(25, 57)),
      );
    const path = await file('strict.geojson', rows({ width: '7' }, { width: 'wide' }));
    const { layerId } = await run(path, 'Strict', { keyField: 'key', fields: ['width'] });
    const schema = { type: 'integer', max: '10' };
    await getDatabase()
      .db.updateTable('classifiers')
      .set({ layer_fields: JSON.stringify([{ name: 'width', type: 'text', schema }]) })
      .where('id', '=', layerId)
      .execute();
    const next = await file('strict2.geojson', rows({ width: '0008' }, { width: 'wider' }));
    const again = await run(next, 'Strict', { keyField: 'key', fields: ['width'] });
    expect([again.updated, again.problems]).toEqual([
      1,
      [
        {
          rowNumber: 2,
          problem: 'width: "wider" does not fit the type or pattern of the field',
          reason: 'VALUE_MISFIT',
          key: 'b',
          properties: { width: 'wider' },
        },
      ],
    ]);
    expect((await rowsOf(layerId)).map(({ data }) => data)).toEqual([{ width: '8' }, { width: 'wide' }]);
  });

  itOnce('accounts for every feature: good ones go in, bad ones are named with their row', async () => {
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
    expect(result.problems.map(({ rowNumber }) => rowNumber).sort()).toEqual([2, 3, 4, 5]);
    expect(result.problems.find(({ rowNumber }) => rowNumber === 2)?.problem).toMatch(/intersection/i);
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

  it('draws a new layer thinned when more than 2 000 features come in, and leaves an older layer as it is', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => `${24 + (i % 50) / 1_000},${56 + i / 50_000}`).join('\n');
    const [few, many] = await Promise.all(
      [2_000, 2_001].map((count) => file(`${count}.csv`, `lon,lat\n${rows(count)}\n`)),
    );
    const columns = { lonField: 'lon', latField: 'lat' };
    const densityOf = async (layerId: number) =>
      await getDatabase()
        .db.selectFrom('classifiers')
        .select(['density', 'spacing'])
        .where('id', '=', layerId)
        .executeTakeFirstOrThrow();
    const open = await run(few as string, 'Few places', columns);
    expect(await densityOf(open.layerId)).toEqual({ density: { kind: 'asIs' }, spacing: null });
    await run(many as string, 'Few places', { ...columns, append: true });
    expect(await densityOf(open.layerId)).toMatchObject({ density: { kind: 'asIs' } });
    const dense = await run(many as string, 'Many places', columns);
    const { density, spacing } = await densityOf(dense.layerId);
    expect(density).toEqual({ kind: 'thinned' });
    expect(spacing?.pointM).toBeGreaterThan(30);
    expect(spacing?.pointM).toBeLessThan(300);
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

  itOnce('with a key field, running again updates what changed and doubles nothing', async () => {
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

  itOnce('without a key, a layer that has objects is left alone unless told to append', async () => {
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

  it('with --atomic, one feature that cannot go in leaves nothing', async () => {
    const path = await file('atomic.geojson', collection(feature({}, point(24, 57)), feature({}, bowTie)));
    await expect(run(path, 'Atomic', { atomic: true })).rejects.toThrow('1 of 2 features cannot be imported');
    expect(await nodesNamed('Atomic')).toEqual([]);
  });

  it('when nothing goes in, neither the layer nor its new group stays', async () => {
    const path = await file('bad.geojson', collection(feature({}, bowTie), feature({}, null)));
    const { layerId, added, broken } = await run(path, 'Bad layer', { group: 'Bad group' });
    expect({ added, broken }).toEqual({ added: 0, broken: 2 });
    expect(await nodesNamed('Bad layer')).toEqual([]);
    expect(await nodesNamed('Bad group')).toEqual([]);
    expect((await logOf(layerId)).map(({ action }) => action)).toContain('CLASSIFIER_DELETED');
    // A layer that was there before stays, whatever the file holds.
    await run(await file('good.geojson', collection(feature({}, point(24, 57)))), 'Bad layer');
    await run(path, 'Bad layer', { append: true });
    expect(await nodesNamed('Bad layer')).toHaveLength(1);
  });

  it('ends with exit code 1 when nothing goes in, with 0 when something does', async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const runCommandLine = async (...features: object[]) => {
      const path = await file('exit.geojson', collection(...features));
      const report = join(folder, 'exit.report.csv');
      const args = [path, '--layer', 'Exit code', '--company', company, '--append', '--report', report];
      return await runImport(getDatabase(), args);
    };
    expect(await runCommandLine(feature({}, null))).toBe(1);
    expect(error).toHaveBeenCalledWith('Nothing was imported.');
    expect(await runCommandLine(feature({}, null), feature({}, point(24, 57)))).toBe(0);
    vi.restoreAllMocks();
  });

  it('reads `crs` behind the features, too', async () => {
    const at = { type: 'Point', coordinates: [506_000, 312_000] };
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: [feature({ name: '"crs": {' }, at)],
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3059' } },
    });
    for (const [layer, content] of [
      ['CRS behind, one line', text],
      ['CRS behind, many lines', JSON.stringify(JSON.parse(text), null, 1)],
    ] as const) {
      const result = await run(await file('behind.geojson', content), layer);
      expect(result).toMatchObject({ added: 1, broken: 0 });
      expect(await lonLatOf(result.layerId)).toEqual([expect.closeTo(24.099, 2), expect.closeTo(56.95, 2)]);
    }
  });

  itOnce('says in plain words why a feature was left out', async () => {
    const ring = [
      [24, 57],
      [25, 57],
      [25, 58],
      [24, 58],
    ];
    const open = { type: 'Polygon', coordinates: [ring] };
    const { problems } = await run(await file('open.geojson', collection(feature({}, open))), 'Open ring');
    expect(problems).toMatchObject([{ problem: 'the outline of a polygon does not end where it starts' }]);
    await expect(run(join(folder, 'nothing.geojson'), 'None')).rejects.toThrow('there is no such file');
    const zip = await file('no.zip', 'not a zip');
    await expect(run(zip, 'None')).rejects.toThrow('not a zip archive');
  });

  it('takes the fullest fields with --top-fields, in the order of the file', async () => {
    const rows = [{ a: 1 }, { a: 1, b: 2, c: 3 }, { b: 2, c: 3, d: 4 }, { c: 3 }];
    const path = await file('top.geojson', collection(...rows.map((row) => feature(row, point(24, 57)))));
    const { layerId } = await run(path, 'Top', { topFields: 2 });
    expect((await rowsOf(layerId)).map(({ data }) => data)).toEqual([
      { a: 1 },
      { a: 1, c: 3 },
      { c: 3 },
      { c: 3 },
    ]);
  });

  const nodesNamed = (name: string) =>
    getDatabase()
      .db.selectFrom('classifiers')
      .select('id')
      .where('name', '=', name)
      .where('deleted_at', 'is', null)
      .execute();
  const lonLatOf = async (layerId: number) => {
    const { rows } = await sql<{ lon: number; lat: number }>`
      SELECT ST_X(g) AS lon, ST_Y(g) AS lat
      FROM (SELECT ST_Transform(geom, 4326) AS g FROM geoms WHERE class_id = ${layerId}) AS one`.execute(
      getDatabase().db,
    );
    return [rows[0]?.lon, rows[0]?.lat];
  };
  const logOf = (entityId: number) =>
    getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'user_name', 'entity_name', 'details'])
      .where('entity_id', '=', entityId)
      .orderBy('id')
      .execute();
  const points = (count: number) => Array.from({ length: count }, (_, i) => feature({ i }, point(24, 57)));

  itOnce(
    'D-LOG-01: an import is one row in the log with its counts, however many batches it takes',
    async () => {
      const path = await file('audit.geojson', collection(...points(900), feature({ i: 900 }, null)));
      const { layerId } = await run(path, 'Audit', { keyField: 'i' });
      const counts = { added: 900, updated: 0, unchanged: 0, leftOut: 1 };
      expect(await logOf(layerId)).toMatchObject([
        { action: 'CLASSIFIER_ADDED', user_name: 'pgis import' },
        { action: 'OBJECTS_IMPORTED', user_name: 'pgis import', details: counts },
      ]);
      expect((await logOf(layerId)).at(-1)?.details).toEqual(counts);
      await run(path, 'Audit', { keyField: 'i' });
      expect(await logOf(layerId)).toHaveLength(2);
    },
  );

  it('D-LOG-01: a layer and a group that an import adds, and fields it adds to a layer, have their rows', async () => {
    const options = { group: 'Logged group', append: true };
    const { layerId } = await run(
      await file('l1.geojson', collection(feature({ a: 1 }, square))),
      'L',
      options,
    );
    await run(await file('l2.geojson', collection(feature({ b: 1 }, square))), 'L', options);
    const { parent_id: groupId } = await getDatabase()
      .db.selectFrom('classifiers')
      .select('parent_id')
      .where('id', '=', layerId)
      .executeTakeFirstOrThrow();
    expect(await logOf(groupId ?? 0)).toMatchObject([
      {
        action: 'CLASSIFIER_ADDED',
        user_name: 'pgis import',
        details: { new: { kind: 'group', name: 'Logged group' } },
      },
    ]);
    expect((await logOf(layerId)).map(({ action }) => action)).toEqual([
      'CLASSIFIER_ADDED',
      'OBJECTS_IMPORTED',
      'CLASSIFIER_UPDATED',
      'OBJECTS_IMPORTED',
    ]);
    expect((await logOf(layerId))[2]?.details).toEqual({
      old: { layerFields: [{ name: 'a', type: 'text' }] },
      new: {
        layerFields: [
          { name: 'a', type: 'text' },
          { name: 'b', type: 'text' },
        ],
      },
    });
  });

  it('D-LOG-01: an import that fails or is stopped half way logs what went in', async () => {
    const { pool } = getDatabase();
    const path = await file(
      'half.ndjson',
      points(3_000)
        .map((one) => JSON.stringify(one))
        .join('\n'),
    );
    const { layerId } = await run(
      await file('one.ndjson', JSON.stringify(feature({ i: 'x' }, square))),
      'Half',
      {
        keyField: 'i',
      },
    );
    await pool.query(
      `ALTER TABLE geoms ADD CONSTRAINT no_2500 CHECK (class_id <> ${layerId} OR import_key <> '2500')`,
    );
    try {
      await expect(run(path, 'Half', { keyField: 'i' })).rejects.toThrow('no_2500');
    } finally {
      await pool.query('ALTER TABLE geoms DROP CONSTRAINT no_2500');
    }
    const written = (await rowsOf(layerId)).length - 1;
    expect(written).toBeGreaterThan(0);
    expect((await logOf(layerId)).at(-1)).toMatchObject({
      action: 'OBJECTS_IMPORTED',
      details: { added: written, isPartial: true },
    });
    await run(path, 'Half', { keyField: 'i' });
    expect((await logOf(layerId)).at(-1)?.details).toEqual({
      added: 3_000 - written,
      updated: 0,
      unchanged: written,
      leftOut: 0,
    });
  });

  itOnce(
    'names of a layer and a group take 100 characters, as in the application, and not one more',
    async () => {
      const path = await file('long.geojson', collection(feature({ a: 1 }, square)));
      const name = 'x'.repeat(100);
      expect(await run(path, name, { group: name })).toMatchObject({ added: 1 });
      await expect(run(path, `${name}x`)).rejects.toThrow(
        'The layer cannot be added: its name is longer than 100 characters',
      );
      await expect(run(path, 'Long', { group: `${name}x` })).rejects.toThrow('The group cannot be added');
      expect(
        await getDatabase().db.selectFrom('classifiers').select('id').where('name', '=', 'Long').execute(),
      ).toEqual([]);
    },
  );

  it('D-CLS-07: an import adds no layer that waits for a review of what nobody can add', async () => {
    const path = await file('review.geojson', collection(feature({ a: 1 }, square)));
    await expect(run(path, 'Closed review', { showsAfterReview: true })).rejects.toThrow(
      '--review needs --open',
    );
  });

  itOnce('stops between two batches when told', async () => {
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

  itOnce('reads CSV with coordinates or WKT, whatever the separator', async () => {
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
    await expect(run(join(folder, 'absent.geojson'), 'X')).rejects.toThrow('there is no such file');
    await expect(run(await file('x.doc', 'text'), 'X')).rejects.toThrow('GeoPackage');
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
    const report = new ImportReport(join(folder, 'report.csv'));
    report.add({ rowNumber: 3, problem: '=1+1', properties: { a: '"' } });
    await report.close();
    expect(await readFile(report.path, 'utf8')).toBe(
      '\ufefffeature,problem,properties\r\n"3","\'=1+1","{""a"":""\\""""}"\r\n',
    );
  });
});
