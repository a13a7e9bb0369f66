import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPixels } from './ImageWorld.ts';
import { makeWmsWorld, type WmsWorld, wmsBox } from './WmsWorld.ts';

const [left, bottom] = wmsBox;
/** Dots on the middle line of the box, which an image shows at 10 m a pixel. */
const VOTES = ['0', '40', '80', '', '400'];

describeOnEachDatabase('Sizes by the numbers of a field', (getDatabase) => {
  let world: WmsWorld;
  let layerId: number;
  beforeAll(async () => {
    const database = getDatabase();
    world = await makeWmsWorld(database);
    layerId = await addLayer(database, {
      groupId: world.groupId,
      name: 'Road damage',
      fields: ['votes', 'use'],
      geomStyle: JSON.stringify({
        ...{ sizeField: 'votes', sizeScale: 'width', sizeFrom: 0, sizeTo: 80, sizeMin: 4, sizeMax: 16 },
        ...{ pointColor: 'rgba(255,0,0,1)', pointRadius: 9, labelEnabled: false },
        labelRules: [{ rule: 'data.use=field', pointColor: 'rgba(0,0,255,1)' }],
      }),
    });
    await addObjects(
      database,
      VOTES.map((votes, i) => ({
        classId: layerId,
        wkt: `POINT(${left + 100 + 200 * i} ${bottom + 500})`,
        data: { votes, ...(i === 2 && { use: 'field' }) },
      })),
    );
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('an image draws each point in the size of its number and the colour of its rule', async () => {
    const query = world.mapQuery({ LAYERS: `${layerId}_points`, WIDTH: '100', HEIGHT: '100' }, layerId);
    const answer = await world.ask(query, {}, layerId);
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
    const { at } = await readPixels(answer.rawPayload);
    /** Width of the dot without its white rim. */
    const widthOf = (index: number, channel: 0 | 2) =>
      Array.from({ length: 20 }, (_, i) => at(index * 20 + i, 50)).filter(
        (color) => (color[channel] ?? 0) > 200 && (color[1] ?? 0) < 100,
      ).length;
    const widths = VOTES.map((_, index) => widthOf(index, index === 2 ? 2 : 0));
    // Without a number, a third of the radius of the rule.
    for (const [index, expected] of [4, 10, 16, 6, 16].entries())
      expect(Math.abs((widths[index] ?? 0) - expected), String(widths)).toBeLessThanOrEqual(1);
  });

  it('API-WMS-01: the legend ends with the sizes of some numbers, and the capabilities say how high it is', async () => {
    const legend = await world.ask(
      { VERSION: '1.3.0', REQUEST: 'GetLegendGraphic', LAYER: `${layerId}_points` },
      {},
      layerId,
    );
    const { width, height, at } = await readPixels(legend.rawPayload);
    // Two rules with their heading, the field, and the nested dots.
    expect(height).toBeGreaterThan(4 * 22 + 40);
    const reds = Array.from({ length: height - 88 }, (_, y) => at(4 + 10, 88 + y)).filter(
      ([red = 0, green = 0]) => red > 200 && green < 60,
    );
    expect(reds.length).toBeGreaterThan(8);
    const { body } = await world.ask({ VERSION: '1.3.0', REQUEST: 'GetCapabilities' }, {}, layerId);
    expect(body).toContain(`<LegendURL width="${width}" height="${height}">`);
  });
});
