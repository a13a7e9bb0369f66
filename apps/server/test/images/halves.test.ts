import { DrawingPool } from '@pgis/server/map-images/DrawingPool.ts';
import { addActors, addGroup, addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawHalves } from '../../src/features/images/drawHalves.ts';
import type { GetMap } from '../../src/features/images/parseGetMap.ts';
import { readImageJob } from '../../src/features/images/readImageJob.ts';
import { getScope } from '../../src/features/objects/index.ts';
import { plainStyle } from './ImageWorld.ts';

const map = {
  crs: 'EPSG:3857',
  extent: [2_680_000, 7_740_000, 2_680_400, 7_740_301],
  width: 400,
  // Halves of different height.
  height: 301,
  pixelRatio: 1,
  kinds: [1, 2, 3],
  background: undefined,
  format: 'png',
  hiddenRules: [],
} as const satisfies GetMap;
const at = (x: number, y: number) => `${2_680_000 + x} ${7_740_000 + y}`;
/** All of them lie across the middle. */
const shapes = [
  `POLYGON((${at(20.3, 40)},${at(150, 61.7)},${at(120, 280)},${at(31, 222.2)},${at(20.3, 40)}))`,
  `POLYGON((${at(100, 145)},${at(260, 148)},${at(255, 156)},${at(101, 153)},${at(100, 145)}))`,
  `LINESTRING(${at(180, 20)},${at(300, 160)},${at(210, 290)})`,
  `POINT(${at(350, 150)})`,
  `POINT(${at(330, 146)})`,
];
/** Areas on pixels are the same; a canvas cuts lines off at its edges, by which dashes and slanted edges move a little. */
const looks = {
  'plain areas': { style: plainStyle('rgba(200,30,60,0.5)'), kinds: [3], tolerance: 1, mostDifferent: 0 },
  'all kinds, with dashes': {
    style: { ...plainStyle('rgba(20,90,160,1)'), fillPattern: 'hatch', lineDash: [8, 4], lineWidth: 3 },
    kinds: [1, 2, 3],
    tolerance: 60,
    mostDifferent: 10,
  },
} as const;

describeOnEachDatabase('Pictures in halves', (getDatabase) => {
  const pool = new DrawingPool(2);
  let groupId: number;
  beforeAll(async () => {
    const { companyId, units } = await addActors(getDatabase(), 'Halves');
    groupId = await addGroup(getDatabase(), { companyId, unitId: units.roads });
  });
  afterAll(() => pool.close());

  async function newScope(geomStyle: object) {
    const classId = await addLayer(getDatabase(), { groupId, geomStyle: JSON.stringify(geomStyle) });
    await addObjects(
      getDatabase(),
      shapes.map((wkt) => ({ classId, wkt })),
    );
    const visitor = { kind: 'anonymous', visitorId: undefined, address: '' } as const;
    return await getScope(getDatabase().db, visitor, classId);
  }
  const { signal } = new AbortController();

  it.each(Object.entries(looks))(
    'API-WMS-01: are the picture drawn at once: %s',
    async (_, { style, kinds, tolerance, mostDifferent }) => {
      const scope = await newScope(style);
      const read = (part: GetMap) => readImageJob(getDatabase(), scope, part);
      const whole = await read({ ...map, kinds });
      if (whole === undefined) throw new Error('nothing was read');
      const halves = await drawHalves({ ...map, kinds }, { pool, signal, most: Infinity, read });
      const [one, two] = await Promise.all(
        [await pool.draw(whole.job), halves].map((file) =>
          sharp(file).flatten({ background: '#fff' }).raw().toBuffer(),
        ),
      );
      if (one === undefined || two === undefined) throw new Error('no pictures');
      expect(two.length).toBe(one.length);
      expect(one.filter((byte) => byte < 200).length).toBeGreaterThan(20_000);
      const different = one.filter((byte, i) => Math.abs(byte - (two[i] ?? 0)) > tolerance).length;
      expect(different).toBeLessThanOrEqual(mostDifferent);
    },
  );

  it('LOAD-08: are none when both together hold more objects than one map is drawn from', async () => {
    const scope = await newScope(looks['plain areas'].style);
    const most = shapes.length - 1;
    const read = (part: GetMap) => readImageJob(getDatabase(), scope, part, { most });
    expect(await drawHalves(map, { pool, signal, most, read })).toBeUndefined();
    expect(await drawHalves(map, { pool, signal, most: 2 * shapes.length, read })).toBeUndefined();
    const gone = AbortSignal.abort(new Error('gone'));
    const all = (part: GetMap) => readImageJob(getDatabase(), scope, part);
    await expect(drawHalves(map, { pool, signal: gone, most: 99, read: all })).rejects.toThrow('gone');
  });
});
