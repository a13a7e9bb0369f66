import { expect, it } from 'vitest';
import { listPlaces } from './listPlaces.ts';

const places = listPlaces();
const find = (name: string) => places.find((place) => place.name === name && place.country === 'LV');

it('has the towns of Latvia where they are, by their Latvian names', () => {
  for (const [name, lon, lat] of [
    ['Rīga', 24.106, 56.946],
    ['Daugavpils', 26.533, 55.883],
    ['Jūrmala', 23.77, 56.968],
    ['Ķekava', 24.23, 56.827],
    ['Krāslava', 27.168, 55.895],
  ] as const) {
    expect(find(name)?.lonLat[0], name).toBeCloseTo(lon, 1);
    expect(find(name)?.lonLat[1], name).toBeCloseTo(lat, 1);
  }
  expect(find('Rīga')).toMatchObject({ kind: 'capital' });
  expect(find('Riga')).toBeUndefined();
});

it('begins with the most populous', () => {
  const populations = places.map(({ population }) => population);
  expect(populations).toEqual(populations.toSorted((a, b) => b - a));
  expect(places.filter(({ country }) => country === 'LV').length).toBeGreaterThan(120);
});
