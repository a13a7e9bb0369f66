import type { ErrorBody } from '@pgis/contract';
import { addLayer, addObject, describeOnEachDatabase, fuzzRuns } from '@pgis/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';
import { loadPoints } from './setUpClassifiers.ts';

/** Names and texts that mean something to JavaScript, JSON, SQL or templates. */
const nasty = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '_page',
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; DROP TABLE geoms; --",
  '$1',
  '%',
  '{data.a}',
  '{'.repeat(300),
  'data.a=b=c',
  'a'.repeat(5_000),
  '😀'.repeat(60),
  '../../etc',
  '<img src=x onerror=alert(1)>',
  '1e999',
  'NaN',
  'null',
  'new_field',
  '\u202e',
);
const text = fc.oneof(nasty, fc.string({ maxLength: 60 }));
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-1, 1e308, -0, 2 ** 53, 0.1));
const anyJson = fc.oneof(
  { weight: 3, arbitrary: text },
  number,
  fc.boolean(),
  fc.constant(null),
  fc.anything({ maxDepth: 3, maxKeys: 4, withNullPrototype: false }),
);
const or = <T>(good: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: good as fc.Arbitrary<unknown> }, anyJson);

const styleProperties = {
  lineWidth: or(number),
  fillColor: or(fc.constantFrom('red', 'rgba(1,2,3,0.4)', 'none', 'url(x)')),
  pointForm: or(fc.constantFrom('circle', 'ban', 'star')),
  labelEnabled: anyJson,
  objLabel: or(text),
  theme: anyJson,
  rule: or(fc.constantFrom('data.a=x', 'data.a', 'Default', 'data.', '')),
};
const some = <T extends Record<string, fc.Arbitrary<unknown>>>(model: T) =>
  fc.record(model, { requiredKeys: [] });
const styleValue = some({
  ...styleProperties,
  labelRules: or(fc.array(or(some(styleProperties)), { maxLength: 5 })),
  [`__proto__`]: anyJson,
});
const geomStyle = fc.oneof(
  styleValue.map((value) => JSON.stringify(value) ?? ''),
  fc.json({ maxDepth: 4 }),
  text,
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth)),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`),
);
const fieldChange = some({
  name: or(text),
  type: or(fc.constant('text')),
  oldValue: or(fc.constantFrom('', 'a', 'b', 'new_field', 'nowhere')),
  hint: or(
    some({ kind: or(fc.constantFrom('number', 'choices')), choices: or(fc.array(text)), help: or(text) }),
  ),
});
const ruleset = some({
  condition: or(fc.constantFrom('and', 'or')),
  rules: or(
    fc.array(
      or(
        some({
          field: or(fc.constantFrom('a', 'b')),
          operator: or(fc.constantFrom('=', '!=', '<')),
          value: or(text),
        }),
      ),
      { maxLength: 6 },
    ),
  ),
});
const hostile = {
  name: or(text),
  description: or(text),
  names: anyJson,
  statusType: anyJson,
  id1: anyJson,
  parentName: or(fc.constant('')),
  unitId: anyJson,
  zoomFrom: or(number),
  zoomTo: or(number),
  zIndex: or(number),
  serverside: or(fc.boolean()),
  allowPublicRegistration: or(fc.boolean()),
  showAfterReview: or(fc.boolean()),
  showDefault: or(fc.boolean()),
  allObjectsPublic: or(fc.constantFrom(true, false, null)),
  geomStyle: or(geomStyle),
  caseLayer: or(
    some({ dueDays: or(fc.constantFrom(null, 1, 0, 366)), days: or(fc.constantFrom('working', 'some')) }),
  ),
  density: or(some({ kind: or(fc.constantFrom('asIs', 'thinned', 'sparse')) })),
  layerFields: or(fc.array(or(fieldChange), { maxLength: 4 })),
  ruleset: or(ruleset),
  version: anyJson,
};
/** A few properties at once: more of them are refused nearly always. */
const body = fc
  .subarray(Object.keys(hostile) as (keyof typeof hostile)[], { minLength: 1, maxLength: 3 })
  .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, hostile[key]]))))
  .map((some) => ({ name: 'Layer', ...some }));

describeOnEachDatabase('hostile classifiers', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  let layer = 0;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    layer = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields: ['a', 'b'],
      allObjectsPublic: true,
    });
    await addObject(getDatabase(), { classId: layer, data: { a: 'x', b: 'y' } });
  });

  const ask = (method: 'PUT' | 'POST', url: string, payload: object | string) =>
    world.t.call<ErrorBody>({
      method,
      url,
      headers: { ...world.headersOf('moduleAdmin'), 'content-type': 'application/json' },
      payload,
    });

  /** Loads the layer: a stored label or rule that breaks the SQL would break every load. */
  const load = () => loadPoints(world.t, layer);

  const problemsOf = ({ error, errors = [] }: ErrorBody): string | undefined => {
    if (error !== 'VALIDATION') return undefined;
    return errors.length > 0 && errors.every(({ path }) => path.startsWith('/')) ? undefined : 'no paths';
  };

  test('D-ERR-01 D-CLS-11: whatever a classifier is made of, it is saved or refused with paths, never a 5xx', async () => {
    const numRuns = fuzzRuns(getDatabase(), 400);
    const outcomes = { saved: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const {
          status,
          json,
          text: answer,
        } = await ask('PUT', '/api/v1/classifiers/1', JSON.stringify({ id: layer, ...sent }));
        expect([200, 400, 403, 409], answer).toContain(status);
        if (status === 400) expect(problemsOf(json)).toBeUndefined();
        if (status === 200) {
          outcomes.saved += 1;
          expect((await load()).status).toBe(200);
        } else outcomes.refused += 1;
      }),
      { numRuns, seed: 2026 },
    );
    // Both outcomes occurred often enough.
    expect(outcomes.saved).toBeGreaterThan(numRuns / 40);
    expect(outcomes.refused).toBeGreaterThan(numRuns / 4);
  }, 240_000);

  test('D-STYLE-01: hostile styles are refused with paths below /geomStyle, or drawn', async () => {
    await fc.assert(
      fc.asyncProperty(geomStyle, async (style) => {
        const sent = JSON.stringify({ id: layer, name: 'Layer', geomStyle: style });
        const { status, json, text: answer } = await ask('PUT', '/api/v1/classifiers/1', sent);
        expect([200, 400], answer).toContain(status);
        if (status === 400)
          expect(
            json.errors?.every(({ path }) => path.startsWith('/geomStyle')) ?? json.error === 'BAD_JSON',
            answer,
          ).toBe(true);
        else expect((await load()).status).toBe(200);
      }),
      { numRuns: fuzzRuns(getDatabase(), 600), seed: 7 },
    );
  }, 240_000);

  itOnce(
    'DATA-22: hostile sources of base layers are refused with paths, never a 5xx',
    async () => {
      const source = fc.oneof(
        some({
          url: or(fc.webUrl()),
          params: anyJson,
          key: anyJson,
          minZoom: number,
          attributions: anyJson,
          other: anyJson,
        }).map((value) => JSON.stringify(value)),
        text,
        fc.json(),
      );
      await fc.assert(
        fc.asyncProperty(
          source,
          fc.constantFrom('XYZ', 'TileWMS', 'BingMaps'),
          async (sourceJson, sourceType) => {
            const {
              status,
              json,
              text: answer,
            } = await ask('POST', '/api/v1/layers', JSON.stringify({ name: 'Map', sourceType, sourceJson }));
            expect([201, 400], answer).toContain(status);
            if (status === 400) expect(problemsOf(json)).toBeUndefined();
          },
        ),
        { numRuns: fuzzRuns(getDatabase(), 300), seed: 11 },
      );
    },
    120_000,
  );
});
