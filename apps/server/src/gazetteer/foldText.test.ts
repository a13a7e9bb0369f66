import { expect, test } from 'vitest';
import { foldText } from './foldText.ts';

test.each([
  ['Ķekavas  iela 12-3, „Ābeles”', 'kekavas iela 12 3 abeles'],
  ['RĪGA', 'riga'],
  ['Rīga', 'riga'],
  ['Юрмала, Майори', 'jurmala majori'],
  ['Елгава', 'jelgava'],
  ['Щецин ЁЛКА объезд', 'scecin jelka obezd'],
  ['Łódź Sjælland Weißenfels Örebro', 'lodz sjaelland weissenfels orebro'],
  ['Hawaiʻi', 'hawaii'],
  ["'); DROP--", 'drop'],
  ['–', ''],
])('BREAD-03: %j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
