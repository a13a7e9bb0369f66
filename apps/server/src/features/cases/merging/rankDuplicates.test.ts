import { expect, test } from 'vitest';
import { rankDuplicates } from './rankDuplicates.ts';

const subject = { classId: 1, text: 'Brīvības iela 5 Deep hole', distanceM: 50 };
const candidate = (id: number, more: object = {}) => ({
  ...{ id, classId: 1, text: '', distanceM: 10 },
  ...more,
});

test('words count more than nearness, nearness more than nothing', () => {
  const ranked = rankDuplicates(subject, [
    candidate(1, { distanceM: 0 }),
    candidate(2, { distanceM: 40, text: 'Hole, Brīvības iela 5' }),
    candidate(3, { distanceM: 30 }),
  ]);
  expect(ranked.map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(ranked[1]?.likeness).toBe(0);
});

test('another layer has to read alike', () => {
  const ranked = rankDuplicates(subject, [
    candidate(1, { classId: 2, text: 'Lamp is off' }),
    candidate(2, { classId: 2, text: 'Deep hole at Brīvības iela 5' }),
  ]);
  expect(ranked.map(({ id }) => id)).toEqual([2]);
});

test('of two that are equal the older comes first', () => {
  expect(rankDuplicates(subject, [candidate(9), candidate(4)]).map(({ id }) => id)).toEqual([4, 9]);
});
