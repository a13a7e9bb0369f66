import type { Classifier, ErrorBody } from '@pgis/contract';
import { addLayer, addObject, describeOnEachDatabase } from '@pgis/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';
import { hostileRuleset, hostileStyle, styleText } from './randomStyles.ts';

describeOnEachDatabase('styles and filters by chance', (getDatabase) => {
  let world: ObjectWorld;
  let layer = 0;
  let headers: Record<string, string> = {};
  beforeAll(async () => {
    // Rights are no subject here: read once, the fuzz takes less time.
    world = await makeObjectWorld(getDatabase(), { SESSION_RIGHTS_CACHE_SECONDS: '5' });
    headers = world.headersOf('moduleAdmin');
    layer = await addLayer(getDatabase(), { groupId: world.roadsGroup, fields: ['a', 'b'] });
    await addObject(getDatabase(), { classId: layer, data: { a: 'x', b: 'y' } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const put = (body: object) =>
    world.t.call<Classifier & ErrorBody>({
      method: 'PUT',
      url: '/api/v1/classifiers/1',
      headers,
      payload: { id: layer, name: 'Layer', ...body },
    });
  const stored = async () =>
    (await world.t.call<Classifier>({ url: `/api/v1/classifiers/single/${layer}`, headers })).json;

  test('D-ERR-01 D-CLS-11: 5 000 hostile styles and filters are each refused with 400 and the path of what is wrong', async () => {
    const before = await stored();
    const sent = [
      ...fc.sample(hostileStyle, { numRuns: 2_500, seed: 2026 }).map((one) => ({ of: 'geomStyle', ...one })),
      ...fc.sample(hostileRuleset, { numRuns: 2_500, seed: 4 }).map((one) => ({ of: 'ruleset', ...one })),
    ];
    const wrong: string[] = [];
    for (const { of, sent: value, path } of sent) {
      const { status, json, text } = await put({ [of]: value });
      const isNamed = json.errors?.some((problem) => problem.path === `/${of}${path}`) ?? false;
      if (status !== 400 || json.error !== 'VALIDATION' || !isNamed)
        wrong.push(`${of}${path} ${JSON.stringify(value).slice(0, 300)}: ${status} ${text.slice(0, 300)}`);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(await stored()).toEqual(before);
  }, 120_000);

  test('D-CLS-18: 50 random styles are byte for byte what was saved, in every answer that carries them', async () => {
    const texts = fc.sample(styleText, { numRuns: 50, seed: 50 });
    expect(new Set(texts).size).toBe(50);
    for (const geomStyle of texts) {
      const saved = await put({ geomStyle });
      expect(saved.status, saved.text).toBe(200);
      expect(saved.json.geomStyle).toBe(geomStyle);
      const read = await stored();
      expect(read.geomStyle).toBe(geomStyle);
      // What GET gives, sent back whole, changes nothing (D-API-02).
      const again = await put(read);
      expect(again.json).toMatchObject({ geomStyle, version: read.version });
    }
  }, 60_000);
});
