import { expect, test } from 'vitest';
import { hasShape, listChanges } from './listChanges.ts';

test('D-LOG-01: a change is told field by field, fields of the layer for themselves', () => {
  const details = {
    old: { name: 'a', data: { state: 'bad', width: 5 }, isPublic: true },
    new: { name: 'b', data: { state: 'good', width: 5, length: null }, isPublic: true },
    version: 3,
    restoredFrom: 17,
  };
  expect(listChanges(details)).toEqual([
    { key: 'name', old: 'a', new: 'b' },
    { key: 'data.state', old: 'bad', new: 'good' },
    { key: 'data.length', old: undefined, new: null },
    { key: 'restoredFrom', old: undefined, new: 17 },
  ]);
});

test('what was added has no before, what was deleted no after, and a single value is one', () => {
  expect(listChanges({ new: { name: 'a' } })).toEqual([{ key: 'name', old: undefined, new: 'a' }]);
  expect(listChanges({ old: { name: 'a' } })).toEqual([{ key: 'name', old: 'a', new: undefined }]);
  expect(listChanges({ old: 'enabled', new: 'disabled' })).toEqual([
    { key: 'value', old: 'enabled', new: 'disabled' },
  ]);
  expect(listChanges({})).toEqual([]);
});

test('a shape is worth an image when it changed', () => {
  const geometry = { kind: 1, vertexCount: 1 };
  expect(hasShape({ new: { geometry } })).toBe(true);
  expect(hasShape({ old: { name: 'a' }, new: { name: 'b' } })).toBe(false);
});
