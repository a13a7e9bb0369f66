import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitGeoJson } from './splitGeoJson.ts';

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function split(text: string, size = 7): Promise<{ features: unknown[]; head: unknown }> {
  let head: unknown;
  const features: unknown[] = [];
  for await (const feature of splitGeoJson(inChunks(text, size), (found) => (head = found)))
    features.push(typeof feature === 'string' ? JSON.parse(feature) : feature);
  return { features, head };
}

const feature = (name: string) => ({
  type: 'Feature',
  properties: { name, features: ['a"b\\', '[', '{'] },
  geometry: { type: 'Point', coordinates: [24, 57] },
});

describe('splitGeoJson', () => {
  const three = [feature('Rīga'), feature('"features":[{'), feature('\\')];

  it('cuts a collection into its features, whatever the chunks', async () => {
    const text = JSON.stringify({
      type: 'FeatureCollection',
      name: 'x',
      crs: { a: 1 },
      features: three,
      more: [{}],
    });
    for (const size of [1, 2, 3, 5, 64, 100_000])
      expect(await split(text, size)).toEqual({
        features: three,
        head: { type: 'FeatureCollection', name: 'x', crs: { a: 1 }, features: [] },
      });
  });

  it('takes features behind each other, and a single one', async () => {
    expect((await split(three.map((one) => JSON.stringify(one)).join('\n'))).features).toEqual(three);
    expect((await split(three.map((one) => `\u001e${JSON.stringify(one)}\n`).join(''))).features).toEqual(
      three,
    );
    expect((await split(JSON.stringify(three[0], null, 2))).features).toEqual([three[0]]);
  });

  it('takes features that fill a line, share one or go over several, with any end of line', async () => {
    const [a, b, c] = three.map((one) => JSON.stringify(one));
    const over = JSON.stringify(three[0], null, 2);
    for (const end of ['\n', '\r\n', ' \n'])
      for (const size of [9, 200, 100_000]) {
        const lines = [a, `${b},${c}`, over, b].join(`,${end}`);
        const text = `{"type":"FeatureCollection","features":[${end}${lines}${end}],"more":[${a}]}${end}`;
        expect((await split(text, size)).features).toEqual([...three, three[0], three[1]]);
        const bare = [a, over, `{"type":"FeatureCollection","features":[${b},${c}]}`, c].join(end);
        expect((await split(`${bare}${end}`, size)).features).toEqual([
          three[0],
          three[0],
          three[1],
          three[2],
          three[2],
        ]);
      }
  });

  it('gives what is no JSON as text, and goes on behind it', async () => {
    const features = [];
    for await (const feature of splitGeoJson(inChunks('{"features":[\n{"a":01},\n{"b":2}\n]}', 100)))
      features.push(feature);
    expect(features).toEqual(['{"a":01}', { b: 2 }]);
  });

  it('gives nothing for an empty collection or file', async () => {
    expect((await split('{"type":"FeatureCollection","features":[]}')).features).toEqual([]);
    expect((await split('')).features).toEqual([]);
  });

  it('says so when the file was cut off', async () => {
    const text = JSON.stringify({ type: 'FeatureCollection', features: three });
    await expect(split(text.slice(0, -30))).rejects.toThrow('cut off');
  });

  it('gives back any list of objects', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        fc.integer({ min: 1, max: 40 }),
        async (list, size) => {
          const same = JSON.parse(JSON.stringify(list));
          expect((await split(JSON.stringify({ features: list }), size)).features).toEqual(same);
        },
      ),
      { numRuns: 200 },
    );
  });
});
