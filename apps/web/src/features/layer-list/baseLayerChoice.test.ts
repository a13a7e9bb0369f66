import { expect, test } from 'vitest';
import {
  chooseAtStart,
  chooseBaseLayer,
  listOverlays,
  NO_BASE_MAP_ID,
  raiseOverlay,
  switchOverlay,
} from './baseLayerChoice.ts';

const base = (id: number) => ({ id, overlay: false, visibility: true });
const overlay = (id: number, visibility = false) => ({ id, overlay: true, visibility });

test('BASE-05: a base layer turns the others off and one stays in the saved list', () => {
  const layers = [base(1), base(2), overlay(8)];
  expect(chooseBaseLayer(layers, [1, 8], 2)).toEqual([2, 8]);
  expect(chooseBaseLayer(layers, [2, 8], 2)).toEqual([2, 8]);
});

test('BASE-06: an overlay is added to the saved list and taken out, beside others', () => {
  expect(switchOverlay([1], 8)).toEqual([1, 8]);
  expect(switchOverlay([1, 8], 9)).toEqual([1, 8, 9]);
  expect(switchOverlay([1, 8, 9], 8)).toEqual([1, 9]);
});

test('BASE-07: with no base layer remembered it is layer 1', () => {
  expect(chooseAtStart([base(3), base(1)], null)).toEqual([1]);
  expect(chooseAtStart([base(3), base(1), overlay(8)], [8])).toEqual([1, 8]);
  expect(chooseAtStart([base(3), base(1)], [77])).toEqual([1]);
});

test('what is remembered is shown, one base layer of it; the first base layer where there is no layer 1', () => {
  expect(chooseAtStart([base(1), base(3), base(4), overlay(8), overlay(9)], [4, 9, 3, 8])).toEqual([3, 9, 8]);
  expect(chooseAtStart([base(5), base(6)], null)).toEqual([5]);
  expect(chooseAtStart([], [1])).toEqual([]);
});

test('overlays marked visible show until something is remembered', () => {
  const layers = [base(1), overlay(8, true), overlay(9)];
  expect(chooseAtStart(layers, null)).toEqual([1, 8]);
  expect(chooseAtStart(layers, [1])).toEqual([1]);
});

test('BASE-05: no base map is remembered as one of the base layers', () => {
  const layers = [base(1), base(2), overlay(8)];
  const chosen = chooseBaseLayer(layers, [2, 8], NO_BASE_MAP_ID);
  expect(chosen).toEqual([NO_BASE_MAP_ID, 8]);
  expect(chooseAtStart(layers, chosen)).toEqual(chosen);
  expect(chooseBaseLayer(layers, chosen, 2)).toEqual([2, 8]);
});

test('overlays are listed topmost first, and each can be raised and lowered', () => {
  const layers = [base(1), overlay(7), overlay(8), overlay(9)];
  const idsOf = (visible: readonly number[]) => listOverlays(layers, visible).map(({ id }) => id);
  expect(idsOf([1, 9, 7])).toEqual([7, 9]);
  const visible = [1, 7, 8, 9];
  expect(idsOf(raiseOverlay(visible, { id: 7, by: 1 }))).toEqual([9, 7, 8]);
  expect(idsOf(raiseOverlay(visible, { id: 9, by: -1 }))).toEqual([8, 9, 7]);
});
