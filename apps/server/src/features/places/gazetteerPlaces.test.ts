import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Language } from '@pgis/contract';
import { expect, test } from 'vitest';
import { encodeGazetteer } from '../../../scripts/gazetteer/encodeGazetteer.ts';
import { foldText } from '../../gazetteer/foldText.ts';
import { GAZETTEER_FILE, openGazetteer } from '../../gazetteer/Gazetteer.ts';
import { gazetteerPlaces } from './gazetteerPlaces.ts';

const riga = [24.1, 56.95] as const;
const find = (text: string, centerLonLat: readonly [number, number] = riga, language: Language = 'en') =>
  gazetteerPlaces.find({ text, folded: foldText(text), centerLonLat, language, limit: 6 });
const namesOf = async (text: string, center?: readonly [number, number]) =>
  (await find(text, center)).map(({ name }) => name);

test('the file is what the script makes of GeoNames', () => {
  expect(encodeGazetteer().equals(brotliDecompressSync(readFileSync(GAZETTEER_FILE)))).toBe(true);
});

test('D-OBJ-11: a place comes with its country in the language of the reader, and lies where it is', async () => {
  expect(await find('Cēsis')).toEqual([
    { name: 'Cēsis', detail: 'Latvia', lonLat: [25.2746, 57.3119], population: expect.any(Number) },
  ]);
  expect((await find('cesis', riga, 'lv'))[0]?.detail).toBe('Latvija');
  expect((await find('цесис', riga, 'ru'))[0]?.detail).toBe('Латвия');
});

test.each([
  ['cesis', 'Cēsis'],
  ['CĒSIS', 'Cēsis'],
  ['Елгава', 'Jelgava'],
  ['юрмала', 'Jūrmala'],
  ['Даугавпилс', 'Daugavpils'],
  ['Москва', 'Moskva'],
  ['Moscow', 'Moskva'],
  ['vangazi', 'Vangaži'],
  ['new yor', 'New York City'],
  ['yor new', 'New York City'],
])('BREAD-03: %j finds %s, whatever its case, accents and script', async (text, name) => {
  expect((await namesOf(text))[0]).toBe(name);
});

test('among equals the nearest comes first, and the whole name before a beginning', async () => {
  expect((await namesOf('Ogre'))[0]).toBe('Ogre');
  const inTheEast = await find('Valka', [27.7, 56.5]);
  expect(inTheEast[0]).toMatchObject({ name: 'Valka', detail: 'Latvia' });
  const springfields = async (at: readonly [number, number]) => (await find('Springfield', at))[0]?.lonLat[0];
  expect(await springfields([-72.6, 42.1])).toBeCloseTo(-72.59, 1);
  expect(await springfields([-93.3, 37.2])).toBeCloseTo(-93.29, 1);
});

test('a large place reaches further: Riga before the villages around', async () => {
  expect((await namesOf('ri', [24.9, 57.1]))[0]).toBe('Rīga');
});

test('a place with two names is found once, and nothing gives nothing', async () => {
  expect((await namesOf('mosk')).filter((name) => name === 'Moskva')).toHaveLength(1);
  expect(await namesOf('qqqqxx')).toEqual([]);
});

test('all places are there, and every line says what its place is', async () => {
  const gazetteer = await openGazetteer();
  const lines = gazetteer.foldedNames.split('\n').length - 1;
  expect(lines).toBeGreaterThan(130_000);
  for (const line of [0, 1, 70_000, lines - 1]) {
    expect(gazetteer.placeOf(line).country).toMatch(/^[A-Z]{2}$/);
  }
  const last = gazetteer.foldedNames.lastIndexOf('\n');
  expect(gazetteer.lineAt(last)).toBe(lines - 1);
});

test.each([
  [[25.28, 57.31], 'Cēsis'],
  [[21.57, 57.39], 'Ventspils'],
] as const)('the place nearest to %j is %s', async (lonLat, name) => {
  expect(await gazetteerPlaces.findNearest(lonLat, 'lv')).toMatchObject({ name, isAddress: false });
});
