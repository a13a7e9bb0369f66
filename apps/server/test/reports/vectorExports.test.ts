import { type ErrorBody, exportFormats, limits, type ReportExport } from '@pgis/contract';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';
import { openGeoPackage } from './openGeoPackage.ts';
import { readZip } from './readZip.ts';

describeOnEachDatabase('files of geometries', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  let layer: number;
  let ids: number[];
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      name: 'Koki',
      fields: ['a"b', 'secret'],
    });
    const data = { 'a"b': '\u2028<x>\n0\nEOF', secret: 's3cret' };
    ids = await addObjects(getDatabase(), [
      { classId: layer, name: 'Ķekava', data, wkt: 'POINT(2682000 7752000)' },
      { classId: layer, name: 'hidden', data, wkt: 'POINT(2682000 7752000)', isPublic: false },
      { classId: layer, name: 'Līnija', data, wkt: 'LINESTRING(2682000 7752000,2683000 7752000)' },
      {
        classId: layer,
        name: 'Lauks',
        data,
        wkt: 'POLYGON((2682000 7752000,2683000 7752000,2683000 7753000,2682000 7752000))',
      },
    ]);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const headers = () => ({ ...world.headersOf('reader'), 'accept-language': 'en' });
  const order = (body: object) =>
    world.t.call<ReportExport & ErrorBody>({
      method: 'POST',
      url: '/api/v1/reports/exports',
      headers: headers(),
      payload: { classId: layer, ...body },
    });
  async function finish(body: object): Promise<ReportExport> {
    const { json, status, text } = await order(body);
    expect(status, text).toBe(201);
    await world.t.deps.background.idle();
    const url = `/api/v1/reports/exports/${json.id}`;
    return (await world.t.call<ReportExport>({ url, headers: headers() })).json;
  }
  async function fileOf(body: object): Promise<Buffer> {
    const { id, state } = await finish(body);
    expect(state).toBe('done');
    const url = `/api/v1/reports/exports/${id}/file`;
    return (await world.t.app.inject({ url, headers: headers() })).rawPayload;
  }

  const columns = ['name', 'data.a"b'];
  const namesIn = (bytes: Buffer): readonly string[] => {
    using file = openGeoPackage(bytes);
    const tables = file.database.prepare('SELECT table_name AS name FROM gpkg_geometry_columns').all();
    return tables
      .flatMap(({ name }) =>
        file.database
          .prepare(`SELECT name FROM "${String(name)}"`)
          .all()
          .map((row) => String(row.name)),
      )
      .sort();
  };

  test('a GeoPackage has the columns that were asked for, in the system that was asked for', async () => {
    const bytes = await fileOf({ format: 'gpkg', columns, crs: 'EPSG:3059', ids: [ids[0]] });
    using file = openGeoPackage(bytes);
    const [row] = file.database.prepare('SELECT * FROM "Koki"').all();
    expect(Object.keys(row ?? {})).toEqual(['fid', 'geom', 'name', 'a"b']);
    const contents = file.database
      .prepare(`SELECT srs_id, min_x, min_y FROM gpkg_contents WHERE data_type = 'features'`)
      .get();
    expect([
      contents?.srs_id,
      Math.round(Number(contents?.min_x)),
      Math.round(Number(contents?.min_y)),
    ]).toEqual([3059, 505644, 312966]);
  });

  test.each(['gpkg', 'shp', 'kml', 'gpx', 'dxf'])(
    'a file without a column beside the geometry is written: %s',
    async (format) => {
      expect((await finish({ format, columns: ['wkt'] })).state).toBe('done');
    },
  );

  test('all rows, those of a filter, and those that were selected', async () => {
    expect(namesIn(await fileOf({ format: 'gpkg' }))).toEqual(['Lauks', 'Līnija', 'hidden', 'Ķekava'].sort());
    expect(namesIn(await fileOf({ format: 'gpkg', filter: { _q: 'l' } }))).toEqual(['Lauks', 'Līnija']);
    expect(namesIn(await fileOf({ format: 'gpkg', ids: [ids[0], ids[3]] }))).toEqual(['Lauks', 'Ķekava']);
    const both = { filter: { _id: String(ids[2]) }, ids: [ids[0], ids[2]] };
    expect(namesIn(await fileOf({ format: 'gpkg', ...both }))).toEqual(['Līnija']);
  });

  itOnce('an object of another layer is not in the file, whatever ids are asked for', async () => {
    const other = await addLayer(getDatabase(), { groupId: world.forestsGroup, allObjectsPublic: false });
    const [foreign] = await addObjects(getDatabase(), [{ classId: other, name: 'foreign' }]);
    expect(namesIn(await fileOf({ format: 'gpkg', ids: [foreign, ids[0]] }))).toEqual(['Ķekava']);
  });

  itOnce('GPX counts and holds points and lines only', async () => {
    const { rowsDone, rowsTotal } = await finish({ format: 'gpx' });
    expect([rowsDone, rowsTotal]).toEqual([3, 3]);
    const text = String(await fileOf({ format: 'gpx', columns }));
    expect([text.match(/<wpt /g)?.length, text.match(/<trk>/g)?.length]).toEqual([2, 1]);
  });

  test.each(exportFormats.filter((format) => format !== 'gpkg'))(
    'a column that was not asked for is nowhere: %s',
    async (format) => {
      const bytes = await fileOf({ format, columns, sort: 'id' });
      const text = bytes.subarray(0, 2).equals(Buffer.from('PK'))
        ? [...readZip(bytes).values()].join('\n')
        : String(bytes);
      expect(text).not.toContain('s3cret');
      expect(text).not.toContain('secret');
    },
  );

  test('a file that would become too large fails, and says so', async () => {
    const { exportBytes } = limits;
    const setLimit = (bytes: number) => Object.assign(limits, { exportBytes: bytes });
    try {
      setLimit(1_000);
      const { state, problem } = await finish({ format: 'kml' });
      expect([state, problem]).toEqual(['failed', 'TOO_LARGE']);
    } finally {
      setLimit(exportBytes);
    }
  });

  test.each([
    [{ format: 'gpkg', crs: 'EPSG:1' }, '/crs'],
    [{ format: 'gpkg', ids: [] }, '/ids'],
    [{ format: 'tiff' }, '/format'],
  ])('D-ERR-01: %j is refused', async (body, path) => {
    const { status, json } = await order(body);
    expect([status, json.errors?.[0]?.path]).toEqual([400, path]);
  });
});
