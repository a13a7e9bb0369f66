import { expect, test } from 'vitest';
import { listSections, moveSection } from './sectionOrder.ts';

const field = (name: string, section?: string) => ({
  name,
  schema: section === undefined ? null : { section },
});
const fields = [field('a', 'One'), field('b'), field('c', 'Two'), field('d', ' One'), field('e', 'Three')];
const order = (from: number, to: number) => moveSection(fields, from, to).map(({ name }) => name);

test('a section moves with all its fields, which keep their order, and fields without one come first', () => {
  expect(listSections(fields)).toEqual(['One', 'Two', 'Three']);
  expect(order(0, 1)).toEqual(['b', 'c', 'a', 'd', 'e']);
  expect(order(2, 0)).toEqual(['b', 'e', 'a', 'd', 'c']);
  expect(listSections(moveSection(fields, 2, 0))).toEqual(['Three', 'One', 'Two']);
});
