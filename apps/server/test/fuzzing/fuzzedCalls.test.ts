import { addLayer, addObjects, describeOnEachDatabase, fuzzRuns } from '@pgis/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeObjectWorld, newAddress, requesters } from '../objects/ObjectWorld.ts';
import { readHostileTexts } from '../objects/readHostileTexts.ts';
import { fuzzedRequest, type KnownValues } from './fuzzedRequest.ts';

/** After so many requests the companies, users and objects of the test are made anew: some requests delete them. */
const BATCH = 400;

const nasty = await readHostileTexts();
const texts = {
  wkt: ['POINT(1 2)', 'LINESTRING(0 0,5 5)', 'POLYGON((0 0,9 0,9 9,0 0))', ...nasty.wkts.slice(0, 200)],
  name: ['Oak', ...nasty.strings],
  description: ['In streets', ...nasty.strings],
  content: ['Looked at', ...nasty.strings],
  data: ['{"state":"good"}', '{}', '{"state":1e999}'],
  geomStyle: ['', '{"lineWidth":2}', '{"labelRules":[{"rule":"data.state=good"}]}'],
  sourceJson: ['{"url":"https://tiles.example/{z}/{x}/{y}.png"}', '{"url":"/\t/e.example"}'],
  email: ['reader@example.org', 'a;b@c.example'],
  userEmail: ['', 'a@b.example'],
  password: ['quite my own words'],
  newPassword: ['quite my own words'],
  field: ['state'],
  _field: ['state'],
  ruleKey: ['state'],
  _value: ['good'],
  userStatus: ['enabled', 'disabled', 'invited'],
  q: ['riga', '80960020123', ...nasty.strings],
  SERVICE: ['WMS'],
  REQUEST: ['GetMap', 'GetCapabilities', 'GetFeatureInfo', 'GetLegendGraphic'],
  FORMAT: ['image/png', 'image/svg+xml'],
  CRS: ['EPSG:3857', 'EPSG:4326'],
  BBOX: ['0,0,100,100', '100,0,0,NaN'],
  WIDTH: ['20', '0', '1e9'],
  HEIGHT: ['20', '-1'],
} satisfies KnownValues['texts'];

describeOnEachDatabase('fuzzed requests', (getDatabase) => {
  // FUZZ_RUNS asks for more requests, which take longer.
  const timeout = 180_000 + 100 * Number(process.env.FUZZ_RUNS ?? 0);
  test('D-ERR-01: whatever is wrong with a request of any call, it is answered with no 5xx', {
    timeout,
  }, async () => {
    // Fewer would not hold enough of each kind for the counts at the end.
    const runs = Math.max(200, fuzzRuns(getDatabase(), 400));
    const statuses = new Map<number, number>();
    for (let done = 0; done < runs; done += BATCH) {
      await using world = await makeObjectWorld(getDatabase());
      const layer = await addLayer(getDatabase(), {
        groupId: world.roadsGroup,
        fields: ['state'],
        allowPublicRegistration: true,
      });
      const objects = await addObjects(
        getDatabase(),
        Array.from({ length: 10 }, () => ({ classId: layer, data: { state: 'good' } })),
      );
      const { companyId, units, users } = world.own;
      const userIds = Object.values(users).map(({ id }) => id);
      const ids = [
        1,
        2,
        3,
        companyId,
        ...Object.values(units),
        ...userIds,
        world.roadsGroup,
        layer,
        ...objects,
      ];
      const request = fuzzedRequest({ ids, texts });
      await fc.assert(
        fc.asyncProperty(request, fc.constantFrom(...requesters), async (sent, requester) => {
          const { name, method, url, headers, payload } = sent;
          const { status, text } = await world.t.call<unknown>({
            method,
            url,
            headers: { ...newAddress(), ...headers, ...world.headersOf(requester) },
            ...(payload !== undefined && { payload }),
          });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          expect(status, `${name} as ${requester}: ${text.slice(0, 300)}`).toBeLessThan(500);
        }),
        { numRuns: Math.min(BATCH, runs - done), seed: Number(process.env.TEST_SEED) + done },
      );
    }
    console.log(`fuzzed requests: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
    // Some requests are right, and others are wrong in many ways.
    expect(statuses.get(200)).toBeGreaterThan(runs / 40);
    expect(statuses.get(400)).toBeGreaterThan(runs / 10);
  });
});
