import { describe, expect, test } from 'vitest';
import { chooseLabels } from './chooseLabels.ts';
import { joinLines } from './joinLines.ts';
import type { NameLabel } from './NameLabel.ts';
import { fontAt, isNameVisible } from './nameStyles.ts';
import { pickText } from './pickText.ts';
import { listPointsAlong, placeAlongLine } from './placeAlongLine.ts';

describe('the text of a name', () => {
  const riga = { name: 'Rīga', 'name:ru': 'Рига', name_en: 'Riga', 'name:latin': 'Riga' };
  test.for([
    ['lv', riga, 'Rīga'],
    ['ru', riga, 'Рига'],
    ['en', riga, 'Riga'],
    ['lv', { 'name:lv': 'Viļņa', name: 'Vilnius' }, 'Viļņa'],
    ['lv', { 'name:latin': 'Vaduz' }, 'Vaduz'],
    ['lv', { name: '東京', 'name:latin': 'Tōkyō' }, 'Tōkyō'],
    ['lv', { name: '東京', name_int: 'Tokyo' }, 'Tokyo'],
    ['lv', { name: '東京', 'pgf:name': '\ue001', name2: 'Tokyo' }, 'Tokyo'],
    ['lv', { name: '東京' }, undefined],
    ['en', { name: ' Brīvības \n iela\u202e ' }, 'Brīvības iela'],
    ['en', { name: 'a'.repeat(61), name_int: 'A' }, 'A'],
    ['en', { name: `A${' '.repeat(600)}` }, undefined],
    ['en', '12 k-2', '12 k-2'],
  ] as const)('%s %j', ([language, text, expected]) => {
    expect(pickText({ text }, language)).toBe(expected);
  });
});

const line = (...points: number[]): Float64Array => Float64Array.from(points);

describe('the parts of a street', () => {
  test('are joined in whatever order and direction they come', () => {
    const joined = joinLines([line(200, 0, 300, 0), line(0, 0, 100, 0), line(200, 0, 100, 0)]);
    expect(joined).toHaveLength(1);
    const [only] = joined as [Float64Array];
    expect([...only].filter((_, i) => i % 2 === 0).toSorted((a, b) => a - b)).toEqual([
      0, 100, 100, 200, 200, 300,
    ]);
  });

  test('go on straight at a junction', () => {
    const joined = joinLines([line(0, 0, 100, 0), line(100, 0, 100, 100), line(100, 0, 200, 5)]);
    expect(joined).toHaveLength(2);
    expect(Math.max(...(joined[0] as Float64Array).filter((_, i) => i % 2 === 0))).toBe(200);
  });

  test('that do not meet stay apart', () => {
    expect(joinLines([line(0, 0, 100, 0), line(150, 0, 300, 0)])).toHaveLength(2);
  });
});

describe('a name along a line', () => {
  const options = { text: 'Iela', widthPx: 40, measure: () => 10, stepPx: 10 };

  test('stands in the middle and reads from left to right, whichever way the line runs', () => {
    for (const path of [line(0, 0, 100, 0), line(100, 0, 0, 0)]) {
      const [placed] = placeAlongLine(path, options);
      expect(placed).toMatchObject({ x: 50, y: 0, runs: [{ text: 'Iela', x: 30, angle: 0 }] });
    }
  });

  test('needs a line that is long enough', () => {
    expect(placeAlongLine(line(0, 0, 45, 0), options)).toHaveLength(0);
    expect(placeAlongLine(line(0, 0, 47, 0), options)).toHaveLength(1);
  });

  test('comes once per 420 px', () => {
    const lengths = [400, 845, 850, 1_300];
    expect(lengths.map((length) => placeAlongLine(line(0, 0, length, 0), options).length)).toEqual([
      1, 1, 2, 3,
    ]);
  });

  test('and a shield are missing on a line that no tile can hold', () => {
    expect(placeAlongLine(line(0, 0, 60_000, 0), options)).toHaveLength(0);
    expect(listPointsAlong(line(0, 0, 4e12, 0), 420)).toHaveLength(0);
    expect(listPointsAlong(line(0, 0, 900, 0), 420)).toEqual([
      [225, 0],
      [675, 0],
    ]);
  });

  test('follows a bend letter by letter, and avoids a corner', () => {
    const bend = Array.from({ length: 21 }, (_, i) => [i * 5, (i - 10) ** 2 / 12]).flat();
    const [placed] = placeAlongLine(line(...bend), options);
    expect(placed?.runs.map(({ text }) => text)).toEqual([...'Iela']);
    expect(placeAlongLine(line(0, 0, 25, 0, 25, 25), options)).toHaveLength(0);
    const [beside] = placeAlongLine(line(0, 0, 100, 0, 100, 20), options);
    expect(beside?.runs).toEqual([expect.objectContaining({ text: 'Iela', angle: 0 })]);
  });
});

function makeLabel(values: Partial<NameLabel> & Pick<NameLabel, 'text' | 'x'>): NameLabel {
  const { x, y = 0 } = values;
  const box = [x - 20, y - 5, x + 20, y + 5] as const;
  return {
    ...{ nameClass: 'roadMinor', font: fontAt('roadMinor', 16), runs: [], rank: 0, hash: 0 },
    ...{ y, boxes: [box], bounds: box },
    ...values,
  };
}
const textsOf = (labels: readonly NameLabel[]) => labels.map(({ text }) => text).toSorted();

describe('which names stay', () => {
  test('the more important one of two that touch, then the lower rank, then the hash', () => {
    const city = makeLabel({ text: 'City', x: 10, nameClass: 'city' });
    const town = makeLabel({ text: 'Town', x: 20, nameClass: 'town' });
    const other = makeLabel({ text: 'Other', x: 30, nameClass: 'town', rank: -1 });
    expect(textsOf(chooseLabels([town, city]))).toEqual(['City']);
    expect(textsOf(chooseLabels([town, other]))).toEqual(['Other']);
    expect(textsOf(chooseLabels([town, { ...town, text: 'Same', hash: 1 }]))).toEqual(['Town']);
  });

  test('all that do not touch', () => {
    const labels = [0, 41, 82].map((x) => makeLabel({ text: `${x}`, x }));
    expect(chooseLabels(labels)).toHaveLength(3);
  });

  test('a name once within 260 px, a shield within 220 px, house numbers always', () => {
    const pair = (distance: number, nameClass: NameLabel['nameClass']) =>
      chooseLabels([0, distance].map((x) => makeLabel({ text: '7', x, nameClass }))).length;
    expect([pair(259, 'roadMinor'), pair(260, 'roadMinor')]).toEqual([1, 2]);
    expect([pair(219, 'shield'), pair(220, 'shield')]).toEqual([1, 2]);
    expect(pair(50, 'house')).toBe(2);
  });
});

test('a class is named from its first zoom to its last', () => {
  expect([4, 5, 15, 16].map((zoom) => isNameVisible('city', zoom))).toEqual([false, true, true, false]);
  expect([16, 17, 20].map((zoom) => isNameVisible('house', zoom))).toEqual([false, true, true]);
});

test('sizes of text are multiples of half a pixel and stop growing at zoom 18', () => {
  expect([11, 12, 18, 20].map((zoom) => fontAt('town', zoom).sizePx)).toEqual([13.5, 14.5, 17, 17]);
  expect(fontAt('house', 20).sizePx).toBe(10);
});
