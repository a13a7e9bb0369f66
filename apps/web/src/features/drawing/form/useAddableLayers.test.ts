// @vitest-environment jsdom
import type { Classifier } from '@pgis/contract';
import { expect, test } from 'vitest';
import { type AddableGroup, pickAddable } from './useAddableLayers.ts';

const layer = (id: number, canAdd: boolean) => ({ id, canAdd }) as Classifier;
const group = (id: number, ...childClassifiers: Classifier[]) => ({ id, childClassifiers }) as AddableGroup;
const ids = (groups: readonly AddableGroup[]) =>
  groups.map(({ id, childClassifiers }) => [id, ...childClassifiers.map((child) => child.id)]);

test('only layers with the right to add, and only groups that have one', () => {
  const groups = [group(1, layer(11, false)), group(2, layer(21, false), layer(22, true)), group(3)];
  expect(ids(pickAddable(groups))).toEqual([[2, 22]]);
});

test("an object's own layer stays in the list", () => {
  expect(ids(pickAddable([group(1, layer(11, false), layer(12, false))], 11))).toEqual([[1, 11]]);
});
