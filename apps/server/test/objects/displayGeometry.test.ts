import type { LoadReply } from '@pgis/contract';
import { parseWkt, resolutionFromZoom } from '@pgis/geo';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from './ObjectWorld.ts';

const corner = { x: 2_670_000, y: 7_740_000 };
/** Returns a closed curve of many vertices around a position, `size` metres across and wavy by a tenth of that. */
function wavyRing(x: number, y: number, size: number, vertices = 200): string {
  const at = (i: number) => {
    const angle = (2 * Math.PI * (i % vertices)) / vertices;
    const radius = (size / 2) * (1 + 0.1 * Math.sin(angle * 17));
    return `${x + radius * Math.cos(angle)} ${y + radius * Math.sin(angle)}`;
  };
  return `(${Array.from({ length: vertices + 1 }, (_, i) => at(i)).join(',')})`;
}

const { x, y } = corner;
const shapes = {
  line: `LINESTRING${wavyRing(x, y, 5_000)}`,
  'tiny line': `LINESTRING(${x} ${y},${x + 0.01} ${y + 0.01})`,
  'two lines': `MULTILINESTRING(${wavyRing(x, y, 900)},(${x} ${y},${x + 1} ${y}))`,
  polygon: `POLYGON(${wavyRing(x, y, 3_000)})`,
  'with a hole': `POLYGON(${wavyRing(x, y, 9_000)},${wavyRing(x, y, 2_000)})`,
  'tiny polygon': `POLYGON(${wavyRing(x, y, 0.05)})`,
  'many parts': `MULTIPOLYGON((${wavyRing(x, y, 3_000)}),(${wavyRing(x + 5_000, y, 40)}),(${wavyRing(x, y + 5_000, 0.5)}))`,
} as const;

describeOnEachDatabase('geometry for display', (getDatabase) => {
  let world: ObjectWorld;
  let layerId: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layerId = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    await addObjects(
      getDatabase(),
      Object.entries(shapes).map(([name, wkt]) => ({ classId: layerId, name, wkt })),
    );
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function load(zoom: number): Promise<Map<string, string>> {
    const extent = { minx: x - 2e4, miny: y - 2e4, maxx: x + 2e4, maxy: y + 2e4 };
    const features = [];
    for (const kind of ['lines', 'polygons']) {
      const { json } = await world.t.call<LoadReply>({
        method: 'POST',
        url: `/api/v1/geoms/${kind}`,
        payload: { ...extent, zoom, classifiers: [layerId] },
      });
      features.push(...json.features);
    }
    return new Map(features.map(({ name, wkt }) => [name, wkt]));
  }

  /** Largest distance from any vertex of either shape to the other one, in metres. */
  async function distanceBetween(a: string, b: string): Promise<number> {
    const { rows } = await sql<{ distance: number }>`
      SELECT ST_HausdorffDistance(${a}::text::geometry, ${b}::text::geometry, 0.05) AS distance`.execute(
      getDatabase().db,
    );
    return rows[0]?.distance ?? Number.NaN;
  }

  test.each([4, 8, 11, 14, 17, 20, 24.5, 28])(
    'D-OBJ-02: at zoom %d lines and polygons are simplified by half a pixel at most, and none is empty',
    async (zoom) => {
      const displayed = await load(zoom);
      expect([...displayed.keys()].sort()).toEqual(Object.keys(shapes).sort());
      const halfPixel = resolutionFromZoom(zoom) / 2;
      for (const [name, wkt] of displayed) {
        const original = shapes[name as keyof typeof shapes];
        const parsed = parseWkt(wkt);
        expect([name, parsed.ok]).toEqual([name, true]);
        // Decimals are cut to half a pixel too, to either side of a vertex.
        const distance = await distanceBetween(wkt, original);
        expect([name, distance <= halfPixel * (1 + Math.SQRT1_2)]).toEqual([name, true]);
      }
    },
  );

  test('D-OBJ-02: fewer vertices and digits the farther away, all of them close by', async () => {
    const [far, near] = [await load(8), await load(28)];
    expect(far.get('polygon')?.length).toBeLessThan(200);
    expect(far.get('polygon')).not.toMatch(/\./);
    const parsed = parseWkt(near.get('polygon') ?? '');
    expect(parsed.ok && parsed.vertexCount).toBe(201);
  });

  test('D-OBJ-02: simplified for display only: one object is read with every vertex', async () => {
    const { json } = await world.t.call<LoadReply>({
      method: 'POST',
      url: '/api/v1/geoms/polygons',
      payload: { minx: x, miny: y, maxx: x, maxy: y, zoom: 8, classifiers: [layerId] },
    });
    const feature = json.features.find(({ name }) => name === 'polygon');
    const read = await world.t.call<{ wkt: string }>({ method: 'GET', url: `/api/v1/geoms/${feature?.id}` });
    expect(read.json.wkt).toBe(shapes.polygon);
    expect(feature?.wkt.length).toBeLessThan(read.json.wkt.length / 10);
  });

  test('a hole that cannot be seen is left out, one that can stays', async () => {
    const holes = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    const wkt = `POLYGON(${wavyRing(x, y, 9_000)},${wavyRing(x, y, 2_000)},${wavyRing(x + 2_000, y, 3)})`;
    await addObjects(getDatabase(), [{ classId: holes, wkt }]);
    const { json } = await world.t.call<LoadReply>({
      method: 'POST',
      url: '/api/v1/geoms/polygons',
      payload: { minx: x, miny: y, maxx: x, maxy: y, zoom: 12, classifiers: [holes] },
    });
    expect(json.features[0]?.wkt.match(/\(/g)).toHaveLength(3);
  });

  test('points keep a centimetre at every zoom', async () => {
    const points = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    await addObjects(getDatabase(), [{ classId: points, wkt: `POINT(${x}.12345 ${y}.5)` }]);
    const { json } = await world.t.call<LoadReply>({
      method: 'POST',
      url: '/api/v1/geoms/points',
      payload: { minx: x - 9, miny: y - 9, maxx: x + 9, maxy: y + 9, zoom: 3, classifiers: [points] },
    });
    expect(json.features[0]?.wkt).toBe(`POINT(${x}.12 ${y}.5)`);
  });
});
