import { compileChooser } from '@pgis/cartography';
import { limits } from '@pgis/contract';
import { parseWkt } from '@pgis/geo';
import { describe, expect, it } from 'vitest';
import { demoGroups } from './demoLayers.ts';
import { demoObjects } from './demoObjects.ts';

const layers = new Map(demoGroups.flatMap((group) => group.layers.map((layer) => [layer.key, layer])));

describe('demo objects', () => {
  const objects = demoObjects();

  it('are the same at every start', () => {
    expect(demoObjects()).toEqual(objects);
  });

  it('are a few thousand, in every layer of the demo', () => {
    expect(objects.length).toBeGreaterThan(2_000);
    const owners = [...layers.values()].filter(({ viewOf }) => viewOf === undefined);
    expect(new Set(objects.map((object) => object.layer))).toEqual(new Set(owners.map(({ key }) => key)));
  });

  it('pass the geometry gate', () => {
    expect(objects.map((object) => parseWkt(object.wkt)).filter((parsed) => !parsed.ok)).toEqual([]);
  });

  it('keep the limits of address and topic, and fill only fields of their layer', () => {
    for (const object of objects) {
      expect(object.name.length).toBeLessThanOrEqual(limits.addressLength);
      expect(object.description.length).toBeLessThanOrEqual(limits.topicLength);
      expect(layers.get(object.layer)?.fields).toEqual(expect.arrayContaining(Object.keys(object.data)));
    }
  });

  it('show most colours of each thematic view', () => {
    for (const { viewOf, style } of layers.values()) {
      if (viewOf === undefined) continue;
      const chooseRule = compileChooser(style);
      const drawn = objects.filter(({ layer }) => layer === viewOf).map(({ data }) => chooseRule(data));
      const expected = { species: 32, volume: 7, bonity: 7, growth: 19, contours: 1 };
      const { theme } = style as { theme: keyof typeof expected };
      expect([theme, new Set(drawn).size]).toEqual([theme, expected[theme]]);
    }
  });

  it('GEN-04: parcels and stands carry a cadastre number of 11 digits in kadastrs', () => {
    const numbered = objects.filter((object) => ['parcels', 'stands'].includes(object.layer));
    expect(numbered.length).toBeGreaterThan(500);
    for (const { data } of numbered) expect(data.kadastrs).toMatch(/^\d{11}$/);
  });

  it('have come in over two years, so that reports by month show something; reports of citizens are the newest', () => {
    const reported = new Set(['roadDamage', 'lighting', 'dumping']);
    const months = new Map<number, number>();
    for (const { layer, ageDays } of objects) {
      if (reported.has(layer)) expect(ageDays).toBeLessThan(90);
      else months.set(Math.floor(ageDays / 30), (months.get(Math.floor(ageDays / 30)) ?? 0) + 1);
    }
    expect(Math.min(...months.keys())).toBe(3);
    expect(months.size).toBe(22);
    expect(Math.max(...months.values())).toBeLessThan(objects.length / 15);
  });
});
