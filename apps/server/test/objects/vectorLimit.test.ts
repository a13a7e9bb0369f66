import { type LoadReply, limits } from '@pgis/contract';
import { addLayer, addObject, addObjects, describeOnOneDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from './ObjectWorld.ts';

describeOnOneDatabase('how many vectors a view holds', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const kinds = {
    points: 'POINT(1 1)',
    lines: 'LINESTRING(0 0,9 9)',
    polygons: 'POLYGON((0 0,9 0,9 9,0 0))',
  };
  type Call = keyof typeof kinds;
  const layerWith = async (counts: Partial<Record<Call, number>>) => {
    const classId = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    for (const [call, count] of Object.entries(counts))
      await addObjects(
        getDatabase(),
        Array.from({ length: count }, () => ({ classId, wkt: kinds[call as Call] })),
      );
    return classId;
  };
  const load = async (call: string, classifiers: readonly number[]) => {
    const { json } = await world.t.call<LoadReply>({
      method: 'POST',
      url: `/api/v1/geoms/${call}`,
      payload: { minx: 0, miny: 0, maxx: 9, maxy: 9, zoom: 18, classifiers },
    });
    return { vectors: json.features.length, images: json.imageLayers };
  };

  test('D-OBJ-02: 10 000 objects of all layers and kinds are vectors; one more makes the largest layer an image', async () => {
    const even = await layerWith({ points: 2_000, polygons: limits.vectorPerLayer - 2_000 });
    const rest = await layerWith({ lines: 4_000, points: 999 });
    const few = await layerWith({ polygons: 1 });
    const classifiers = [few, even, rest];
    const all = { points: 2_999, lines: 4_000, polygons: 3_001 };
    expect(Object.values(all).reduce((a, b) => a + b)).toBe(limits.vectorPerView);
    for (const [call, vectors] of Object.entries(all))
      expect([call, await load(call, classifiers)]).toEqual([call, { vectors, images: [] }]);
    await addObject(getDatabase(), { classId: few, wkt: 'POINT(1 1)' });
    for (const [call, vectors] of Object.entries({ points: 1_000, lines: 4_000, polygons: 1 }))
      expect([call, await load(call, classifiers)]).toEqual([call, { vectors, images: [even] }]);
  });
});
