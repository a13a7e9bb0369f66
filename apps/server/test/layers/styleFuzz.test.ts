import { ruleName } from '@pgis/cartography';
import type { Classifier, ErrorBody } from '@pgis/contract';
import { addLayer, addObject, describeOnEachDatabase, fuzzRuns } from '@pgis/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';
import { readHostileTexts } from '../objects/readHostileTexts.ts';
import { hostileRuleset, hostileStyle, styleText } from './randomStyles.ts';

const nasty = await readHostileTexts();

describeOnEachDatabase('styles and filters by chance', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  let layer = 0;
  let headers: Record<string, string> = {};
  beforeAll(async () => {
    // Rights are no subject here: read once, the fuzz takes less time.
    world = await makeObjectWorld(getDatabase(), { SESSION_RIGHTS_CACHE_SECONDS: '5' });
    headers = world.headersOf('moduleAdmin');
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    layer = await addLayer(getDatabase(), { groupId: world.roadsGroup, fields: ['a', 'b'] });
    await addObject(getDatabase(), { classId: layer, data: { a: 'x', b: 'y' } });
  });

  const put = (body: object) =>
    world.t.call<Classifier & ErrorBody>({
      method: 'PUT',
      url: '/api/v1/classifiers/1',
      headers,
      payload: { id: layer, name: 'Layer', ...body },
    });
  const stored = async () =>
    (await world.t.call<Classifier>({ url: `/api/v1/classifiers/single/${layer}`, headers })).json;

  itOnce(
    'D-ERR-01 D-CLS-11: thousands of hostile styles and filters are each refused with 400 and the path of what is wrong',
    async () => {
      const before = await stored();
      const numRuns = fuzzRuns(getDatabase(), 1_000);
      const sent = [
        ...fc.sample(hostileStyle, { numRuns, seed: 2026 }).map((one) => ({ of: 'geomStyle', ...one })),
        ...fc.sample(hostileRuleset, { numRuns, seed: 4 }).map((one) => ({ of: 'ruleset', ...one })),
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
    },
    120_000,
  );

  test.skipIf(nasty.strings.length === 0)(
    `D-CLS-18 D-ERR-01: texts that have broken other programs are kept as they are in styles and filters, or refused by their paths (${nasty.note})`,
    async () => {
      const outcomes = { kept: 0, refused: 0 };
      for (let at = 0; at < nasty.strings.length; at += 20) {
        const values = nasty.strings.slice(at, at + 20);
        const [labelFont = '', pointIcon = ''] = values;
        const geomStyle = JSON.stringify({
          labelFont,
          pointIcon,
          labelRules: values.map((value) => ({ rule: ruleName('a', value), objLabel: value.slice(0, 100) })),
        });
        const rules = values.map((value) => ({ field: 'a', operator: '!=', value }));
        const { status, json, text } = await put({ geomStyle, ruleset: { condition: 'and', rules } });
        if (status === 400) {
          outcomes.refused += 1;
          expect(
            json.errors?.every(({ path }) => /^\/(geomStyle|ruleset)\//.test(path)),
            text,
          ).toBe(true);
          continue;
        }
        outcomes.kept += 1;
        expect([status, json.geomStyle, json.ruleset?.rules], text).toEqual([200, geomStyle, rules]);
        const counts = await world.t.call({ url: `/api/v1/classifiers/${layer}/rule-counts`, headers });
        expect([counts.status, counts.json]).toEqual([200, [expect.objectContaining({ count: 1 })]]);
      }
      expect(outcomes.kept).toBeGreaterThan(20);
    },
    60_000,
  );

  test('D-CLS-18: 50 random styles are byte for byte what was saved, in every answer that carries them', async () => {
    const texts = fc.sample(styleText, { numRuns: 50, seed: 50 });
    expect(new Set(texts).size).toBe(50);
    for (const geomStyle of texts) {
      const saved = await put({ geomStyle });
      expect(saved.status, saved.text).toBe(200);
      expect(saved.json.geomStyle).toBe(geomStyle);
      const read = await stored();
      expect(read.geomStyle).toBe(geomStyle);
      // Sending back the body of GET changes nothing (D-API-02).
      const again = await put(read);
      expect(again.json).toMatchObject({ geomStyle, version: read.version });
    }
  }, 60_000);
});
