import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTestSeed } from './testSeed.ts';

test('TEST_SEED is taken as it is; without it the commit gives one, always the same', () => {
  expect(findTestSeed({ TEST_SEED: '20261123' })).toBe(20_261_123);
  expect(findTestSeed({})).toBe(findTestSeed({}));
  expect(findTestSeed({})).toBeGreaterThanOrEqual(0);
});

test.each(['', 'abc', '1.5'])('TEST_SEED=%j is refused with a sentence', (text) => {
  expect(() => findTestSeed({ TEST_SEED: text })).toThrow('TEST_SEED is a whole number');
});

test('random input is made from the seed of the run', () => {
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: Number(process.env.TEST_SEED) });
});
