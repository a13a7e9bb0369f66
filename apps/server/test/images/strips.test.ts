import { addActors, addGroup, addLayer, addObjects, describeOnOneDatabase } from '@pgis/testkit';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { renderMap } from '../../src/features/images/renderMap.ts';
import { getLayerAccess } from '../../src/layers/getLayerAccess.ts';
import type { ImageRequest } from '../../src/rendering/job/ImageRequest.ts';
import { readImageJob } from '../../src/rendering/job/readImageJob.ts';
import { DenseAreaCache } from '../../src/rendering/metatiles/DenseAreaCache.ts';
import { createImagePool } from '../../src/rendering/pool/imagePool.ts';
import { renderInStrips } from '../../src/rendering/pool/renderInStrips.ts';
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
} as const satisfies ImageRequest;
const at = (x: number, y: number) => `${2_680_000 + x} ${7_740_000 + y}`;
/** Shapes that all cross the boundary between the strips. */
const shapes = [
  `POLYGON((${at(20.3, 40)},${at(150, 61.7)},${at(120, 280)},${at(31, 222.2)},${at(20.3, 40)}))`,
  `POLYGON((${at(100, 145)},${at(260, 148)},${at(255, 156)},${at(101, 153)},${at(100, 145)}))`,
  `LINESTRING(${at(180, 20)},${at(300, 160)},${at(210, 290)})`,
  `POINT(${at(350, 150)})`,
  `POINT(${at(330, 146)})`,
];
/** Plain shapes must be the same; a canvas clips lines at its edges, which moves dashes and slanted edges a little. */
const scenes = {
  'plain areas and lines': {
    style: plainStyle('rgba(200,30,60,0.5)'),
    kinds: [2, 3],
    tolerance: 1,
    maxDifferent: 0,
  },
  'all kinds, with dashes': {
    style: { ...plainStyle('rgba(20,90,160,1)'), fillPattern: 'hatch', lineDash: [8, 4], lineWidth: 3 },
    kinds: [1, 2, 3],
    tolerance: 60,
    maxDifferent: 10,
  },
} as const;

describeOnOneDatabase('Images in strips', (getDatabase) => {
  const pool = createImagePool(2);
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
    return await getLayerAccess(getDatabase().db, visitor, classId);
  }
  const { signal } = new AbortController();

  it.each(Object.entries(scenes))(
    'API-WMS-01: are the image rendered at once: %s',
    async (_, { style, kinds, tolerance, maxDifferent }) => {
      const scope = await newScope(style);
      const read = (part: ImageRequest) => readImageJob(getDatabase(), scope, part);
      const atOnce = await read({ ...map, kinds });
      if (atOnce === undefined) throw new Error('nothing was read');
      const inStrips = await renderInStrips({ ...map, kinds }, { pool, signal, maxObjects: Infinity, read });
      const [one, two] = await Promise.all(
        [await pool.render(atOnce.job), inStrips].map((file) =>
          sharp(file).flatten({ background: '#fff' }).raw().toBuffer(),
        ),
      );
      if (one === undefined || two === undefined) throw new Error('no pictures');
      expect(two.length).toBe(one.length);
      expect(one.filter((byte) => byte < 200).length).toBeGreaterThan(20_000);
      const different = one.filter((byte, i) => Math.abs(byte - (two[i] ?? 0)) > tolerance).length;
      expect(different).toBeLessThanOrEqual(maxDifferent);
    },
  );

  it('API-WMS-01: share the workers for one of the images that are requested at once', async () => {
    const scope = await newScope(scenes['plain areas and lines'].style);
    const render = vi.spyOn(pool, 'render');
    // Few objects: no metatile is needed.
    const deps = { database: getDatabase(), pool, metatiles: { denseAreas: new DenseAreaCache() } };
    const images = await Promise.all(
      Array.from({ length: 4 }, () =>
        renderMap(deps as never, scope, { request: map, limit: { signal, waitMs: 10_000 } }),
      ),
    );
    const formats = render.mock.calls.map(([job]) => 'format' in job && job.format);
    render.mockRestore();
    expect(formats.toSorted()).toEqual(['png', 'png', 'png', 'strip', 'strip']);
    for (const image of images) expect((await sharp(image).metadata()).height).toBe(map.height);
  });

  it('LOAD-08: are none when both together hold more objects than one map is drawn from', async () => {
    const scope = await newScope(scenes['plain areas and lines'].style);
    const maxObjects = shapes.length - 1;
    const read = (part: ImageRequest) => readImageJob(getDatabase(), scope, part, { maxObjects });
    expect(await renderInStrips(map, { pool, signal, maxObjects, read })).toBeUndefined();
    expect(await renderInStrips(map, { pool, signal, maxObjects: 2 * shapes.length, read })).toBeUndefined();
    const aborted = AbortSignal.abort(new Error('gone'));
    const all = (part: ImageRequest) => readImageJob(getDatabase(), scope, part);
    await expect(renderInStrips(map, { pool, signal: aborted, maxObjects: 99, read: all })).rejects.toThrow(
      'gone',
    );
  });
});
