/**
 * Choosing and building the styles of 20 000 features, from the saved text to OpenLayers styles: with 3, 60 and 200 rules on
 * one field, each rule with an icon and a pattern, with 60 on three fields, and with a theme. All sides take turns in each round.
 * Symbols and patterns that were drawn once are kept for all styles; `drawingMs` is with all of them to be drawn.
 */
import { createCanvas } from '@napi-rs/canvas';
import {
  type CreateCanvas,
  type GeomStyle,
  listRules,
  matchRule,
  PATTERNS,
  parseGeomStyle,
} from '@pgis/cartography';
import '@pgis/cartography/node';
import { createStyleFunction, type LayerStyleFunction } from '@pgis/cartography/ol';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import { median, quantile, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const features = 20_000;
const warmUps = 5;
const rounds = 41;
const targetMs = 100;

/** Returns the same random numbers at every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomFrom(20_000);
const randomInteger = (below: number) => Math.floor(random() * below);

function makeFeature(index: number): Feature {
  const [x, y] = [randomInteger(1_000), randomInteger(1_000)];
  const geometries = [
    new Point([x, y]),
    new LineString([
      [x, y],
      [x + 9, y + 5],
    ]),
    new Polygon([
      [
        [x, y],
        [x + 9, y],
        [x, y + 9],
        [x, y],
      ],
    ]),
  ];
  const data = {
    kind: `Value ${randomInteger(220)}`,
    owner: `Value ${randomInteger(30)}`,
    state: `Value ${randomInteger(30)}`,
    valdosaSuga: String(randomInteger(14)),
    valdosasSugasVecums: String(randomInteger(150)),
  };
  return new Feature({ geometry: geometries[index % 3], data, objectMapLabel: `Label ${index}` });
}

const rule = (field: string, value: number): GeomStyle => ({
  rule: `data.${field}=Value ${value}`,
  fillColor: `rgba(${value % 255},90,120,0.4)`,
  pointForm: 'circle',
  pointIcon: 'fa-tree',
  lineWidth: 2,
  fillPattern: PATTERNS[value % PATTERNS.length] ?? '',
  strokePattern: value % 3 === 0 ? 'hatch' : '',
});
const rulesOn = (fields: readonly string[], count: number): GeomStyle => ({
  objLabel: '{name}',
  labelRules: Array.from({ length: count }, (_, i) =>
    rule(fields[i % fields.length] ?? '', Math.floor(i / fields.length)),
  ),
});

const sides = {
  rules3: JSON.stringify(rulesOn(['kind'], 3)),
  rules60: JSON.stringify(rulesOn(['kind'], 60)),
  rules200: JSON.stringify(rulesOn(['kind'], 200)),
  rules60OnThreeFields: JSON.stringify(rulesOn(['kind', 'owner', 'state'], 60)),
  themeSpecies: JSON.stringify({ theme: 'species', objLabel: '{name}' } satisfies GeomStyle),
};
type Side = keyof typeof sides;
const names = Object.keys(sides) as Side[];

const all = Array.from({ length: features }, (_, i) => makeFeature(i));
const read = (text: string, maker: CreateCanvas = createCanvas): LayerStyleFunction =>
  createStyleFunction(parseGeomStyle(text).style, { createCanvas: maker });

/** Measures everything from the saved text on. */
function styleAll(text: string, maker?: CreateCanvas): number {
  const styleOf = read(text, maker);
  let parts = 0;
  for (const feature of all) parts += styleOf(feature, 1)?.length ?? 0;
  return parts;
}

/** Measures the work of every frame: the styles exist already. */
function chooseAll(styleOf: LayerStyleFunction): number {
  let parts = 0;
  for (const feature of all) parts += styleOf(feature, 1)?.length ?? 0;
  return parts;
}

/** Checks that each feature has the styles of the first rule that matches on its own. */
function check(text: string): void {
  const { style } = parseGeomStyle(text);
  if (style.theme !== undefined) return;
  const rules = listRules(style);
  const styleOf = read(text);
  const keyByStyles = new Map<unknown, string>();
  for (const feature of all) {
    const expected = rules.findIndex((one) => matchRule(one, feature.get('data')));
    const key = `${expected} ${feature.getGeometry()?.getType()}`;
    const styles = styleOf(feature, 1);
    if (keyByStyles.has(styles) && keyByStyles.get(styles) !== key)
      throw new Error(`${keyByStyles.get(styles)} is drawn as ${key}`);
    keyByStyles.set(styles, key);
  }
  if (keyByStyles.size !== new Set(keyByStyles.values()).size) throw new Error('a rule has two styles');
}

for (const text of Object.values(sides)) check(text);

const ready = Object.fromEntries(names.map((name) => [name, read(sides[name])])) as Record<
  Side,
  LayerStyleFunction
>;
const noTimes = () =>
  Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>;
const fromText = noTimes();
const drawing = noTimes();
const again = noTimes();
for (let round = -warmUps; round < rounds; round += 1)
  for (let turn = 0; turn < names.length; turn += 1) {
    const name = names[(turn + round + warmUps) % names.length] as Side;
    const started = performance.now();
    styleAll(sides[name]);
    const between = performance.now();
    chooseAll(ready[name]);
    const ended = performance.now();
    // A new `createCanvas` has nothing in its cache.
    styleAll(sides[name], (width, height) => createCanvas(width, height));
    const drawn = performance.now();
    if (round < 0) continue;
    drawing[name].push(drawn - ended);
    fromText[name].push(between - started);
    again[name].push(ended - between);
  }

const rounded = (value: number): number => Number(value.toPrecision(3));
const ratio = (these: readonly number[], those: readonly number[]) => ({
  ofMedians: rounded(median(these) / median(those)),
  ofFastestTenths: rounded(quantile(these, 0.1) / quantile(those, 0.1)),
});
const report = Object.fromEntries(
  names.map((name) => [
    name,
    {
      fromTextMs: spread(fromText[name]),
      drawingMs: spread(drawing[name]),
      againMs: spread(again[name]),
      microsecondsAFeature: rounded((1_000 * median(fromText[name])) / features),
      microsecondsAFeatureAgain: rounded((1_000 * median(again[name])) / features),
    },
  ]),
);
const growth = {
  fromText60To3: ratio(fromText.rules60, fromText.rules3),
  fromText200To3: ratio(fromText.rules200, fromText.rules3),
  drawing60To3: ratio(drawing.rules60, drawing.rules3),
  drawing200To3: ratio(drawing.rules200, drawing.rules3),
  again60To3: ratio(again.rules60, again.rules3),
  again200To3: ratio(again.rules200, again.rules3),
};
for (const [name, values] of Object.entries(report)) console.log(`${name}: ${JSON.stringify(values)}`);
console.log(`growth with the rules: ${JSON.stringify(growth)}`);
console.log(`60 rules: ${rounded(median(fromText.rules60))} ms of ${targetMs} ms`);
writeResult('style', { features, rounds, targetMs, sides: report, growth });
