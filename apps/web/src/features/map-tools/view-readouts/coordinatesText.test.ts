import { expect, test } from 'vitest';
import type { TFunction } from '../../../i18n/index.ts';
import { coordinatesText } from './coordinatesText.ts';

const t = ((key: string) => key.replace('MAP.', '')) as unknown as TFunction;

test.each([
  [[23.98908, 56.97139], 'en', '56.9714° NORTH, 23.9891° EAST'],
  [[23.98908, 56.97139], 'lv', '56,9714° NORTH; 23,9891° EAST'],
  [[-70.5, -33.25], 'en', '33.2500° SOUTH, 70.5000° WEST'],
  [[383.98908, 0], 'en', '0.0000° NORTH, 23.9891° EAST'],
  [[-190, 0], 'en', '0.0000° NORTH, 170.0000° EAST'],
] as const)('%j in %s is %s', (lonLat, language, text) => {
  expect(coordinatesText(lonLat, { t, language })).toBe(text);
});
