import { type Call, type CustomReport, callPath, exportFormats, type ReportExport } from '@pgis/contract';
import { calls } from '@pgis/contract/calls';
import {
  addComment,
  addGroup,
  addLayer,
  addObject,
  describeOnEachDatabase,
  mapQuery,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFile, filesFor, formHeaders } from '../files/multipart.ts';
import { newAddress } from '../objects/ObjectWorld.ts';
import { readZip } from '../reports/readZip.ts';
import { reportContent } from '../reports/reportContent.ts';
import { Objects } from './objects.ts';
import { type Crowd, gatherCrowd, type Who } from './people.ts';

/** In every text of an object that only its unit may see; and its place, as far as digits tell it. */
const canary = 'c4nary';
const wkt = 'POINT(654321.25 123456.75)';
const traces = [canary, '654321', '123456'] as const;
/** Half of it is enough to find it, and is no trace when an error repeats it. */
const half = 'c4na';
const outsiders: readonly Who[] = [
  'visitor',
  'reporter',
  'nobody',
  'otherWriter',
  'otherAdmin',
  'foreignAdmin',
];
const around = { minx: 650_000, miny: 120_000, maxx: 660_000, maxy: 130_000, zoom: 18 };
/** What reads though it is sent with a body. */
const readingPosts = [
  'loadPoints',
  'loadLines',
  'loadPolygons',
  'listFeatures',
  'findNearestGeom',
  'exportGeomCsv',
  'exportObjectReport',
  'previewCustomReport',
  'addReportExport',
  'runCustomReport',
];

describeOnEachDatabase('a private object', (getDatabase) => {
  let t: TestApp;
  let crowd: Crowd;
  let id: number;
  let layerId: number;
  let viewId: number;
  let fileId: number;
  /** The whole layer in each format, ordered by a reader and written to the end. */
  let exportIds: readonly number[];
  /** Lists the layer, made by a reader and shared with the company. */
  let reportId: number;
  /** Of the layer before the object was there, and with it, as a visitor gets them. */
  const pictures: string[] = [];

  const picture = (layer: number) =>
    `?${new URLSearchParams(mapQuery(`${layer}_points`, [around.minx, around.miny, around.maxx, around.maxy]))}`;
  const get = (who: Who, url: string) => t.call({ url, headers: { ...newAddress(), ...crowd.headers[who] } });
  /** A packed file is read inside. */
  const read = async (who: Who, url: string): Promise<string> => {
    const { rawPayload } = await t.app.inject({ url, headers: { ...newAddress(), ...crowd.headers[who] } });
    const isZip = rawPayload.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
    return isZip ? [...readZip(rawPayload).values()].join('\n') : rawPayload.toString();
  };
  const add = async <T>(who: Who, url: string, payload: object): Promise<T> => {
    const headers = { ...newAddress(), ...crowd.headers[who] };
    const { status, text, json } = await t.call<T>({ method: 'POST', url, headers, payload });
    if (status !== 201) throw new Error(text);
    return json;
  };
  const readTile = async (who: Who) =>
    (
      await t.app.inject({
        url: `/api/v1/tiles/${layerId}/1/12/2114/2035.png`,
        headers: crowd.headers[who],
      })
    ).rawPayload.toString('base64');
  const readPicture = async (who: Who) =>
    (
      await t.app.inject({
        url: `/api/v1/proxy/wmsLayers/${layerId}${picture(layerId)}`,
        headers: crowd.headers[who],
      })
    ).rawPayload.toString('base64');

  beforeAll(async () => {
    const database = getDatabase();
    t = await startTestApp(database, { env: { TRUST_PROXY: 'true' } });
    crowd = await gatherCrowd(database, t);
    const objects = await Objects.make(database, t, crowd);
    const { companyId, units } = crowd.own;
    const groupId = await addGroup(database, { companyId, unitId: units.roads });
    const geomStyle = JSON.stringify({ objLabel: '{name} {data.state}' });
    layerId = await addLayer(database, { groupId, fields: ['state'], geomStyle });
    viewId = await addLayer(database, { groupId, sourceId: layerId });
    pictures.push(await readPicture('visitor'));
    id = await addObject(database, {
      classId: layerId,
      wkt,
      name: canary,
      description: canary,
      data: { state: canary },
      isPublic: false,
      userEmail: `${canary}@example.com`,
    });
    await addComment(database, { geomId: id, content: canary, isPublic: true });
    const { status, text, json } = await t.call<{ fileId: number }[]>({
      method: 'POST',
      url: '/api/v1/geom-files',
      headers: { ...newAddress(), ...crowd.headers.writer, ...formHeaders },
      payload: filesFor(id, aFile(`${canary}.png`, objects.picture)),
    });
    if (status !== 201) throw new Error(text);
    fileId = json[0]?.fileId ?? 0;
    pictures.push(await readPicture('visitor'));
    const orders = exportFormats.map((format) =>
      add<ReportExport>('reader', '/api/v1/reports/exports', { classId: layerId, format }),
    );
    exportIds = (await Promise.all(orders)).map((order) => order.id);
    reportId = (
      await add<CustomReport>('reader', '/api/v1/reports/custom', {
        ...listOfLayer(),
        name: 'Of the layer',
        description: '',
        shared: true,
      })
    ).id;
    await t.deps.background.idle();
  }, 120_000);
  afterAll(() => t[Symbol.asyncDispose]());

  /** What `:id` in a path means. */
  const idsOf = ({ path }: Call): readonly number[] => {
    if (path.startsWith('/api/v1/reports/exports/')) return exportIds;
    return path.startsWith('/api/v1/reports/custom/') ? [reportId] : [id];
  };
  const listOfLayer = () => ({
    ...reportContent,
    layerIds: [layerId],
    columns: ['name'],
    groupBy: null,
  });

  /** Whatever a path may ask about is the object, or what it belongs to. */
  function listAddresses(call: Call): readonly string[] {
    const { own } = crowd;
    const known: Record<string, readonly (string | number)[]> = {
      classifierId: [layerId, viewId],
      layerId: [layerId, viewId],
      classId: [layerId, viewId],
      baseId: [1, layerId],
      fileId: [fileId],
      size: ['thumbnail', 'preview'],
      companyId: [own.companyId],
      userCompanyId: [own.companyId],
      userId: [own.users.writer.id],
      scheme: ['light'],
      version: [1],
      z: [12],
      x: [2114],
      file: ['2035.png'],
    };
    const names = [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const choices = names.reduce<readonly Readonly<Record<string, string | number>>[]>(
      (made, name) =>
        made.flatMap((one) => (known[name] ?? idsOf(call)).map((value) => ({ ...one, [name]: value }))),
      [{}],
    );
    const filter = `?_class=${layerId}&_field=state&_value=${canary}`;
    const reference = `${own.companyId}-${id % 2 ** 32}`;
    const near = '&lon=5.9&lat=1.1';
    const featureInfo = `?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetFeatureInfo&CRS=EPSG:3857&STYLES=&FORMAT=image/png&WIDTH=100&HEIGHT=100&I=43&J=65&INFO_FORMAT=application/json&BBOX=${around.minx},${around.miny},${around.maxx},${around.maxy}&LAYERS=${layerId}_points&QUERY_LAYERS=${layerId}_points`;
    const queries = [
      '',
      filter,
      `?q=${half}${near}`,
      `?q=${reference}${near}`,
      `?search=${half}`,
      `?text=${half}`,
      featureInfo,
    ];
    return choices.flatMap((params) => queries.map((query) => callPath(call, params) + query));
  }

  const bodies = () => {
    const classifiers = [layerId, viewId];
    const objectFilter = [{ classId: layerId, field: 'state', value: canary }];
    return [
      { ...around, classifiers },
      { ...around, classifiers, objectFilter },
      { x: 654_321, y: 123_456, zoom: 18, classifiers },
      { classId: layerId, format: 'xlsx' },
      listOfLayer(),
      {},
    ];
  };

  /** Every answer of every reading route, with the route that gave it. */
  async function readAll(who: Who): Promise<readonly { readonly name: string; readonly text: string }[]> {
    const found: { name: string; text: string }[] = [];
    for (const call of calls.filter(({ method }) => method === 'GET'))
      for (const url of listAddresses(call)) found.push({ name: call.name, text: await read(who, url) });
    for (const call of calls.filter(({ name }) => readingPosts.includes(name)))
      for (const payload of bodies()) {
        const { text } = await t.call({
          method: 'POST',
          url: callPath(call, { id: idsOf(call)[0] ?? id, classifierId: layerId }),
          headers: { ...newAddress(), ...crowd.headers[who] },
          payload,
        });
        found.push({ name: call.name, text });
      }
    return found;
  }
  const listLeaks = async (who: Who) => {
    const leaks = (await readAll(who)).filter(({ text }) => traces.some((trace) => text.includes(trace)));
    return [...new Set(leaks.map(({ name }) => name))].sort();
  };

  test.each(outsiders)(
    'D-PERM-02 D-PERM-06 D-OBJ-07: no reading route tells a trace of it to %s',
    async (who) => expect(await listLeaks(who)).toEqual([]),
    120_000,
  );

  test('the same routes do tell it to a reader of its unit, so that the test above can fail', async () => {
    expect(await listLeaks('reader')).toEqual(
      expect.arrayContaining([
        'exportGeomCsv',
        'exportObjectReport',
        'findNearestGeom',
        'getGeom',
        'getGeomExtent',
        'listClassObjectIds',
        'listClassObjects',
        'getLayerExtent',
        'getReportDashboard',
        'getLayerImage',
        'listFeatures',
        'listGeomFiles',
        'loadPoints',
        'previewCustomReport',
        'runCustomReport',
        'exportCustomReport',
        'downloadReportExport',
        'searchPlaces',
      ]),
    );
  }, 120_000);

  test('D-PERM-02 D-PERM-06: each finished file holds it and is handed to nobody outside', async () => {
    for (const exportId of exportIds) {
      const url = `/api/v1/reports/exports/${exportId}`;
      expect((await get('reader', url)).json).toMatchObject({ state: 'done', rowsTotal: 1 });
      expect(await read('reader', `${url}/file`)).toContain(canary);
      for (const who of outsiders)
        for (const path of [url, `${url}/file`])
          expect((await get(who, path)).status).toBe(['visitor', 'reporter'].includes(who) ? 401 : 404);
    }
  });

  test('D-PERM-02 D-OBJ-07: no mail tells a trace of it, and nobody outside has got an export', async () => {
    const mails = JSON.stringify(await t.mails());
    for (const trace of traces) expect(mails).not.toContain(trace);
    const owners = await getDatabase().db.selectFrom('report_exports').select('user_id').execute();
    const own = ['reader'].map((who) => crowd.userIds[who as Who]);
    expect(owners.filter(({ user_id }) => !own.includes(user_id))).toEqual([]);
  });

  test('it is in no picture of its layer for a visitor, and in that of a reader', async () => {
    expect(pictures[1]).toBe(pictures[0]);
    expect(await readPicture('reader')).not.toBe(pictures[0]);
    // What was drawn for the reader is kept, and given to nobody else.
    const seen = await readTile('reader');
    for (const who of outsiders) expect(await readTile(who)).not.toBe(seen);
    expect(await readTile('reader')).toBe(seen);
    for (const size of ['thumbnail', 'preview'])
      expect((await get('visitor', `/api/v1/geom-files/image/${fileId}/${size}`)).status).toBe(404);
  });

  test('D-PERM-06: whoever may not see it gets no picture of its layer in a style of his own', async () => {
    const preview = (who: Who) =>
      t.app.inject({
        method: 'POST',
        url: `/api/v1/proxy/wmsLayers/${layerId}/preview${picture(layerId)}`,
        headers: { ...newAddress(), ...crowd.headers[who] },
        payload: { geomStyle: '{"objLabel":"{name}"}' },
      });
    expect((await preview('writer')).statusCode).toBe(200);
    for (const who of outsiders) expect([401, 403, 404], who).toContain((await preview(who)).statusCode);
  });
});
