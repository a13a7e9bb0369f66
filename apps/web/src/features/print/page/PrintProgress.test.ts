import { expect, test } from 'vitest';
import { percentOf } from './PrintProgress.ts';

test('the bar grows with each step and each page, up to its end', () => {
  const steps = [
    { step: 'map' },
    { step: 'tables' },
    { step: 'pages', share: 0 },
    { step: 'pages', share: 0.4 },
    { step: 'pages', share: 1 },
  ] as const;
  const percents = steps.map(percentOf);
  expect(percents).toEqual([...new Set(percents)].toSorted((a, b) => a - b));
  expect(percents.at(-1)).toBe(100);
});
