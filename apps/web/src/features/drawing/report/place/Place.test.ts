import { expect, test } from 'vitest';
import { isUsable, type Place, typedAt } from './Place.ts';

const fix = { lonLat: [24, 57], accuracyM: 8 } as const;
/** Degrees of latitude for metres. */
const north = (metres: number) => [24, 57 + metres / 111_200] as const;
const suggested = (metres: number): Place => ({ lonLat: north(metres), accuracyM: null, isSuggested: true });

test.each([
  ['the device knows it', fix, null, true],
  ['the device knows no more than the town', { ...fix, accuracyM: 2000 }, null, false],
  ['the device knows it to 100 m', { ...fix, accuracyM: 100 }, null, true],
  ['the user looks at where they are', fix, suggested(40), true],
  ['the user has moved the map elsewhere', fix, suggested(60), false],
] as const)('a position of the device is used: %s', (_, device, place, isUsed) => {
  expect(isUsable(device, place)).toBe(isUsed);
});

test('an address that was typed belongs to about the position for which it was typed', () => {
  const typed = { text: 'Meža ceļš 7', lonLat: north(0) };
  expect(typedAt(typed, north(8))).toBe('Meža ceļš 7');
  expect(typedAt(typed, north(12))).toBeNull();
  expect(typedAt(typed, null)).toBeNull();
  expect(typedAt(null, north(0))).toBeNull();
});
