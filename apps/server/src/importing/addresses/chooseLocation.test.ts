import type { Extent, Position } from '@pgis/geo';
import { expect, test } from 'vitest';
import { chooseLocation } from './chooseLocation.ts';

/** Around Latvia. */
const area: Extent = [2_300_000, 7_500_000, 3_200_000, 8_000_000];
const riga: Position = [24.1052, 56.946];
const rigaAgain: Position = [24.11, 56.95];
const valka: Position = [26.01, 57.77];
const elsewhere: Position = [-94.2, 32.9];
const elsewhereToo: Position = [10, 50];

test.each<[string, { objects?: Position[]; places?: Position[] }, ReturnType<typeof chooseLocation>]>([
  ['nothing has the name', {}, undefined],
  ['one object', { objects: [valka] }, valka],
  ['objects come before places', { objects: [valka], places: [riga] }, valka],
  ['a parcel and its building', { objects: [valka, [26.0101, 57.77]] }, valka],
  ['two objects far from each other', { objects: [valka, riga] }, 'ambiguous'],
  ['a place of the map area before one elsewhere', { places: [elsewhere, riga] }, riga],
  ['a place that the gazetteer has twice', { places: [riga, rigaAgain] }, riga],
  ['two places of the map area', { places: [riga, valka] }, 'ambiguous'],
  ['one place elsewhere', { places: [elsewhere] }, elsewhere],
  ['two places elsewhere', { places: [elsewhere, elsewhereToo] }, 'ambiguous'],
])('%s', (_, { objects = [], places = [] }, wanted) => {
  expect(chooseLocation({ objects, places }, area)).toEqual(wanted);
});
