import type { Database } from '@pgis/server';
import {
  type ActorCompany,
  addActors,
  addGroup,
  addLayer,
  addObjects,
  mapQuery,
  startTestApp,
  type TestApp,
} from '@pgis/testkit';
import proj4 from 'proj4';
import { expect } from 'vitest';
import { plainStyle, readPixels } from './ImageWorld.ts';

type Query = Record<string, string>;

/** Box near Rīga, where a metre of EPSG:3857 is about half a metre on the ground. */
const [left, bottom, sideM] = [2_680_000, 7_750_000, 1_000];
export const wmsBox = [left, bottom, left + sideM, bottom + sideM] as const;

const lks92 =
  '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=-6000000 +ellps=GRS80 +units=m +no_defs';
export const toLks92 = proj4('EPSG:3857', lks92).forward;

export const wmsStyle = {
  ...plainStyle('rgba(255,0,0,1)'),
  labelRules: [
    { rule: 'data.use=field', fillColor: 'rgba(0,0,255,1)', lineColor: 'rgba(0,0,255,1)' },
    { rule: 'Default' },
  ],
};

/** Returns a square a fifth of the box wide; column and row count fifths from the lower left corner. */
export const wmsSquare = (column: number, row: number) => {
  const [x, y, step] = [left + (column * sideM) / 5, bottom + (row * sideM) / 5, sideM / 5];
  return `POLYGON((${x} ${y},${x + step} ${y},${x + step} ${y + step},${x} ${y + step},${x} ${y}))`;
};

/** Returns the corners of the box in another reference system, in both orders of axes. */
export const boxIn = (convert: (position: [number, number]) => readonly number[]) => {
  const [west = 0, south = 0] = convert([wmsBox[0], wmsBox[1]]);
  const [east = 0, north = 0] = convert([wmsBox[2], wmsBox[3]]);
  return { eastFirst: [west, south, east, north].join(), northFirst: [south, west, north, east].join() };
};

/** Layer with squares in the corners of the box, one of them private, requested as a WMS. */
export class WmsWorld {
  readonly server: TestApp;
  readonly company: ActorCompany;
  readonly groupId: number;
  /** Of the layer. */
  readonly id: number;

  constructor({ server, company, groupId, id }: Pick<WmsWorld, 'server' | 'company' | 'groupId' | 'id'>) {
    this.server = server;
    this.company = company;
    this.groupId = groupId;
    this.id = id;
  }

  /** Of a picture of the whole box. */
  mapQuery(more: Query = {}, layerId = this.id) {
    return mapQuery(`${layerId}_polygons`, wmsBox, more);
  }

  ask(query: Query, headers: Record<string, string> = {}, layerId = this.id) {
    return this.server.app.inject({
      url: `/api/v1/proxy/wmsLayers/${layerId}`,
      query: { SERVICE: 'WMS', ...query },
      headers,
    });
  }

  async draw(query: Query) {
    const answer = await this.ask(this.mapQuery(query));
    expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
    return await readPixels(answer.rawPayload);
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.server[Symbol.asyncDispose]();
  }
}

/** Records that a layer has held points, lines and polygons, so that the service lists all three. */
export async function addObjectsOfEveryKind({ db }: Database, layerId: number): Promise<void> {
  await db.updateTable('classifiers').set({ kinds: 7 }).where('id', '=', layerId).execute();
}

export async function makeWmsWorld(database: Database): Promise<WmsWorld> {
  const server = await startTestApp(database);
  const company = await addActors(database, 'Maps');
  const { companyId, units } = company;
  const groupId = await addGroup(database, { companyId, unitId: units.roads, name: 'Land & water' });
  const id = await addLayer(database, {
    groupId,
    name: 'Fields <1> & "more"',
    fields: ['use'],
    geomStyle: JSON.stringify(wmsStyle),
  });
  await addObjects(database, [
    { classId: id, wkt: wmsSquare(0, 0), name: 'South west', data: { use: 'field', hidden: 'secret' } },
    { classId: id, wkt: wmsSquare(4, 4), name: 'North east' },
    { classId: id, wkt: wmsSquare(0, 4), name: 'Private', isPublic: false },
  ]);
  await addObjectsOfEveryKind(database, id);
  return new WmsWorld({ server, company, groupId, id });
}
