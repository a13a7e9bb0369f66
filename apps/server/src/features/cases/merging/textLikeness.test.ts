import { expect, test } from 'vitest';
import { likenessTo } from './textLikeness.ts';

test('the same words in another order, case and alphabet are the same', () => {
  const likeness = likenessTo('Bedre, Brīvības gatve 214');
  expect(likeness('brivibas GATVE 214 bedre')).toBe(1);
  expect(likenessTo('Юрмала')('Jūrmala')).toBe(1);
});

test('endings cost less than other words', () => {
  const likeness = likenessTo('Dziļa bedre uz ielas');
  const ending = likeness('Dziļas bedres uz ielām');
  const other = likeness('Nedeg laterna pie ielas');
  expect(ending).toBeGreaterThan(0.5);
  expect(other).toBeLessThan(0.3);
  expect(ending).toBeLessThan(1);
});

test('texts without words are not alike', () => {
  expect(likenessTo('')('')).toBe(0);
  expect(likenessTo('...')('!')).toBe(0);
  expect(likenessTo('a')('b')).toBe(0);
});
