import { type CustomReport, exportFormats, type ReportExport } from '@pgis/contract';
import type { Database } from '@pgis/server';
import {
  addGroup,
  addLayer,
  describeOnDatabase,
  fuzzInputs,
  mapQuery,
  startTestApp,
  type TestApp,
  type TestEngine,
} from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMissingCases } from '../../../src/cases/caseRows.ts';
import { insertNotices } from '../../../src/notices/addNotices.ts';
import { aFile, filesFor, formHeaders } from '../../files/multipart.ts';
import { addCanary } from '../../objects/addCanary.ts';
import { newAddress } from '../../objects/ObjectWorld.ts';
import { readZip } from '../../reports/readZip.ts';
import { type ActorName, makeTestActors, type TestActors } from '../actors.ts';
import { addBlurredCase, blurredCorner, blurredText, blurredTraces } from '../blurredCase.ts';
import { addNotedCase, listNotedReadings, type NotedCase, note, type Reading } from '../notedCase.ts';
import { ObjectFixtures } from '../ObjectFixtures.ts';
import { around, canary, listCanaryReadings, listOfLayer } from './canaryReadings.ts';

/** Coordinate digits of an object that only its unit may see, and its text. */
const wkt = 'POINT(654321.25 123456.75)';
const traces = [canary, '654321', '123456'] as const;
const outsiders: readonly ActorName[] = [
  'visitor',
  'reporter',
  'nobody',
  'otherWriter',
  'otherAdmin',
  'foreignAdmin',
];

/** Tests on one database that no reading call shows a private object to outsiders. */
export const testCanary = (engine: TestEngine): void =>
  describeOnDatabase(engine, 'a private object', defineCanary);

const defineCanary = (getDatabase: () => Database): void => {
  let t: TestApp;
  let actors: TestActors;
  let id: number;
  let layerId: number;
  let viewId: number;
  let fileId: number;
  /** A public case with an internal comment, and its layer. */
  let noted: NotedCase;
  /** A public case whose position is blurred. */
  let blurred: NotedCase;
  /** The whole layer in each format, ordered by a reader and written to the end. */
  let exportIds: readonly number[];
  /** Lists the layer, made by a reader and shared with the company. */
  let reportId: number;
  /** Images of the layer as a visitor gets them, before and after the object was added. */
  const images: string[] = [];

  const imageQuery = (layer: number) =>
    `?${new URLSearchParams(mapQuery(`${layer}_points`, [around.minx, around.miny, around.maxx, around.maxy]))}`;
  const get = (actor: ActorName, url: string) =>
    t.call({ url, headers: { ...newAddress(), ...actors.headers[actor] } });
  /** Returns the text of an answer; of a ZIP archive the texts of its files. */
  const read = async (actor: ActorName, url: string): Promise<string> => {
    const { rawPayload } = await t.app.inject({
      url,
      headers: { ...newAddress(), ...actors.headers[actor] },
    });
    const isZip = rawPayload.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
    return isZip ? [...readZip(rawPayload).values()].join('\n') : rawPayload.toString();
  };
  const add = async <T>(actor: ActorName, url: string, payload: object): Promise<T> => {
    const headers = { ...newAddress(), ...actors.headers[actor] };
    const { status, text, json } = await t.call<T>({ method: 'POST', url, headers, payload });
    if (status !== 201) throw new Error(text);
    return json;
  };
  const readTile = async (actor: ActorName) =>
    (
      await t.app.inject({
        url: `/api/v1/tiles/${layerId}/1/12/2114/2035.png`,
        headers: actors.headers[actor],
      })
    ).rawPayload.toString('base64');
  const readImage = async (actor: ActorName) =>
    (
      await t.app.inject({
        url: `/api/v1/proxy/wmsLayers/${layerId}${imageQuery(layerId)}`,
        headers: actors.headers[actor],
      })
    ).rawPayload.toString('base64');

  beforeAll(async () => {
    const database = getDatabase();
    // Nobody's rights change here, and thousands of requests need not read them anew.
    t = await startTestApp(database, { env: { TRUST_PROXY: 'true', SESSION_RIGHTS_CACHE_SECONDS: '5' } });
    actors = await makeTestActors(database, t);
    const objects = await ObjectFixtures.make(database, t, actors);
    const { companyId, units } = actors.own;
    const groupId = await addGroup(database, { companyId, unitId: units.roads });
    const geomStyle = JSON.stringify({ objLabel: '{name} {data.state}' });
    const caseLayer = { dueDays: null, days: 'working' } as const;
    layerId = await addLayer(database, { groupId, fields: ['state'], geomStyle, caseLayer });
    viewId = await addLayer(database, { groupId, sourceId: layerId });
    images.push(await readImage('visitor'));
    id = await addCanary(database, { classId: layerId, wkt, canary });
    await openMissingCases(database.db, layerId);
    await tellEverybody(companyId);
    const { status, text, json } = await t.call<{ fileId: number }[]>({
      method: 'POST',
      url: '/api/v1/geom-files',
      headers: { ...newAddress(), ...actors.headers.writer, ...formHeaders },
      payload: filesFor(id, aFile(`${canary}.png`, objects.image)),
    });
    if (status !== 201) throw new Error(text);
    fileId = json[0]?.fileId ?? 0;
    images.push(await readImage('visitor'));
    noted = await addNotedCase(database, t, { actors, groupId });
    blurred = await addBlurredCase(getDatabase(), groupId);
    const ordered: number[] = [];
    for (const format of exportFormats) {
      const order = { classId: layerId, format };
      ordered.push((await add<ReportExport>('reader', '/api/v1/reports/exports', order)).id);
      // A user has few exports at once.
      await t.deps.background.idle();
    }
    exportIds = ordered;
    reportId = (
      await add<CustomReport>('reader', '/api/v1/reports/custom', {
        ...listOfLayer(layerId),
        name: 'Of the layer',
        description: '',
        shared: true,
      })
    ).id;
    await t.deps.background.idle();
  }, 120_000);
  afterAll(() => t[Symbol.asyncDispose]());

  /** Notices of a comment on the object: those who may not see it were told when they still could. */
  async function tellEverybody(companyId: number): Promise<void> {
    const { id: commentId } = await getDatabase()
      .db.selectFrom('comments')
      .select('id')
      .where('geom_id', '=', id)
      .executeTakeFirstOrThrow();
    const userIds = [...outsiders, 'reader' as const]
      .filter((actor) => actor !== 'foreignAdmin')
      .flatMap((actor) => actors.userIds[actor] ?? []);
    await insertNotices(getDatabase().db, t.clock, {
      ...{ companyId, kind: 'commented' },
      rows: sql`SELECT user_id, ${id}::bigint, ${commentId}::bigint, NULL::date, NULL::text
        FROM unnest(${userIds}::bigint[]) AS user_id`,
    });
  }

  const listReadings = () =>
    listCanaryReadings({
      ...{ id, layerId, viewId, fileId, exportIds, reportId },
      companyId: actors.own.companyId,
      userId: actors.own.users.writer.id,
    });

  const answerOf = async (actor: ActorName, { url, payload }: Reading): Promise<string> => {
    if (payload === undefined) return await read(actor, url);
    const headers = { ...newAddress(), ...actors.headers[actor] };
    return (await t.call({ method: 'POST', url, headers, payload })).text;
  };
  const listLeaks = async (
    actor: ActorName,
    readings: readonly Reading[],
    words: readonly string[] = traces,
  ) => {
    const leaks = new Set<string>();
    for (const reading of readings) {
      // The random id of a request holds the digits of the position once in about a million answers.
      const text = (await answerOf(actor, reading)).replace(/"requestId":"[^"]*"/, '');
      if (words.some((word) => text.includes(word))) leaks.add(reading.name);
    }
    return [...leaks].sort();
  };

  test.each(outsiders)(
    'D-PERM-02 D-PERM-06 D-OBJ-07: no reading route tells a trace of it to %s',
    async (actor) => {
      expect(await listLeaks(actor, fuzzInputs(getDatabase(), listReadings()))).toEqual([]);
      const mails = JSON.stringify(await t.mails());
      for (const trace of traces) expect(mails).not.toContain(trace);
      const exports = await getDatabase().db.selectFrom('report_exports').select('user_id').execute();
      expect(new Set(exports.map(({ user_id }) => user_id))).toEqual(new Set([actors.userIds.reader]));
    },
    120_000,
  );

  test('the same routes do tell it to a reader of its unit, so that the test above can fail', async () => {
    expect(await listLeaks('reader', listReadings())).toEqual(
      expect.arrayContaining([
        'compareCases',
        'exportCaseReport',
        'exportGeomCsv',
        'exportObjectReport',
        'findNearestGeom',
        'getCase',
        'getCaseReport',
        'getGeom',
        'getGeomExtent',
        'getGeomTimeline',
        'listClassObjectIds',
        'listClassObjects',
        'getLayerExtent',
        'getReportDashboard',
        'getLayerImage',
        'listCases',
        'listFeatures',
        'listGeomFiles',
        'listNotices',
        'loadPoints',
        'previewCustomReport',
        'runCustomReport',
        'exportCustomReport',
        'downloadReportExport',
        'searchPlaces',
      ]),
    );
  }, 120_000);

  test('D-UI-05: an internal comment of a public case is told to its unit, and to no outsider or mail', async () => {
    const readings = listNotedReadings(noted);
    expect(await listLeaks('reader', readings, [note])).toEqual(
      expect.arrayContaining(['getGeom', 'getGeomTimeline', 'loadPoints']),
    );
    for (const actor of outsiders)
      expect(await listLeaks(actor, fuzzInputs(getDatabase(), readings), [note]), actor).toEqual([]);
    expect(JSON.stringify(await t.mails())).not.toContain(note);
  }, 120_000);

  test('the exact position of a blurred case is told to its unit, and to no outsider', async () => {
    const readings = listNotedReadings(blurred, { searchText: blurredText, corner: blurredCorner });
    expect(await listLeaks('reader', readings, blurredTraces)).toEqual(
      expect.arrayContaining(['getGeom', 'getGeomExtent', 'getLayerExtent', 'listFeatures', 'loadPoints']),
    );
    for (const actor of outsiders)
      expect(await listLeaks(actor, fuzzInputs(getDatabase(), readings), blurredTraces), actor).toEqual([]);
  }, 120_000);

  test('D-PERM-02 D-PERM-06: each finished file holds it and is handed to nobody outside', async () => {
    for (const exportId of exportIds) {
      const url = `/api/v1/reports/exports/${exportId}`;
      expect((await get('reader', url)).json).toMatchObject({ state: 'done', rowsTotal: 1 });
      expect(await read('reader', `${url}/file`)).toContain(canary);
      for (const actor of outsiders)
        for (const path of [url, `${url}/file`])
          expect((await get(actor, path)).status).toBe(['visitor', 'reporter'].includes(actor) ? 401 : 404);
    }
  });

  test('it is in no image of its layer for a visitor, and in that of a reader', async () => {
    expect(images[1]).toBe(images[0]);
    expect(await readImage('reader')).not.toBe(images[0]);
    // The tile rendered for the reader is cached and given to nobody else.
    const visible = await readTile('reader');
    for (const actor of outsiders) expect(await readTile(actor)).not.toBe(visible);
    expect(await readTile('reader')).toBe(visible);
    for (const size of ['thumbnail', 'preview'])
      expect((await get('visitor', `/api/v1/geom-files/image/${fileId}/${size}`)).status).toBe(404);
  });

  test('D-PERM-06: a user who may not see it gets no image of its layer in a style of their own', async () => {
    const preview = (actor: ActorName) =>
      t.app.inject({
        method: 'POST',
        url: `/api/v1/proxy/wmsLayers/${layerId}/preview${imageQuery(layerId)}`,
        headers: { ...newAddress(), ...actors.headers[actor] },
        payload: { geomStyle: '{"objLabel":"{name}"}' },
      });
    expect((await preview('writer')).statusCode).toBe(200);
    for (const actor of outsiders)
      expect([401, 403, 404], actor).toContain((await preview(actor)).statusCode);
  });
};
