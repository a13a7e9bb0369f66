import { describe, expect, test } from 'vitest';
import { findState, findStateBefore, type History, type StateRow, withSettings } from './objectStates.ts';

const all = { classId: 1, name: 'a', description: 'd', isPublic: true, data: {}, geometry: {} };
const row = (id: number, version: number | undefined, parts: Partial<StateRow> = {}): StateRow => ({
  id,
  version,
  old: {},
  new: {},
  ...parts,
});
const inLog = (id: number, side: 'old' | 'new') => ({ in: 'log', id, side, settings: [] });
const inObject = { in: 'object', settings: [] };

const added = row(1, 1, { new: all });
const renamed = row(2, 2, { old: { name: 'a' }, new: { name: 'b' } });
const moved = row(3, 3, { old: { geometry: {} }, new: { geometry: {} } });

describe('the states of an object', () => {
  const drawn: History = { rows: [added, renamed, moved], version: 3 };

  test('of one that was drawn each is known from what was put there last', () => {
    expect(findState(drawn, 0)).toMatchObject({ name: inLog(1, 'new'), geometry: inLog(1, 'new') });
    expect(findState(drawn, 1)).toMatchObject({ name: inLog(2, 'new'), geometry: inLog(1, 'new') });
    expect(findState(drawn, 2)).toMatchObject({ name: inLog(2, 'new'), geometry: inLog(3, 'new') });
  });

  test('of an imported one from what the next change replaced, and from what is still there', () => {
    const imported: History = { rows: [renamed, moved], version: 3 };
    expect(findState(imported, 0)).toMatchObject({
      name: inLog(2, 'new'),
      geometry: inLog(3, 'old'),
      description: inObject,
    });
  });

  test('a change that is not in the log, such as an import again, makes none up', () => {
    const again: History = {
      rows: [renamed, row(3, 5, { old: { geometry: {} }, new: { geometry: {} } })],
      version: 5,
    };
    expect(findState(again, 0)).toBeUndefined();
    expect(findState(again, 1)).toMatchObject({ name: inObject, geometry: inLog(3, 'new') });
    expect(findState({ ...drawn, rows: [renamed], version: 4 }, 0)).toBeUndefined();
    // The values with which the object was added are known all the same.
    expect(
      findState({ rows: [added, row(9, 7, { old: { name: 'x' }, new: { name: 'y' } })], version: 9 }, 0),
    ).toMatchObject({
      name: inLog(1, 'new'),
    });
  });

  test('a change of one value leads from the data before or after it', () => {
    const patch = (id: number, version: number, old: unknown, now: unknown) =>
      row(id, version, { patch: { field: 'state', old, new: now } });
    const rows = [added, patch(2, 2, undefined, 'x'), patch(3, 3, 'x', 'y')];
    const settings = ['x', 'y'].map((value) => ({ field: 'state', value }));
    expect(findState({ rows, version: 3 }, 2)?.data).toEqual({ in: 'log', id: 1, side: 'new', settings });
    const imported: History = { rows: rows.slice(1), version: 3 };
    expect(findState(imported, 0)?.data).toEqual({
      in: 'object',
      settings: [{ field: 'state', value: 'x' }],
    });
    expect(withSettings({ state: 'y', width: 1 }, [{ field: 'state', value: 'x' }])).toEqual({
      state: 'x',
      width: 1,
    });
    expect(withSettings({ state: 'y' }, [{ field: 'state', value: undefined }])).toEqual({});
  });

  test('the state before the first change of an imported object is what that replaced, and what is still there', () => {
    const imported: History = { rows: [renamed, moved], version: 3 };
    expect(findStateBefore(imported, 0)).toMatchObject({
      name: inLog(2, 'old'),
      geometry: inLog(3, 'old'),
      description: inObject,
    });
    // The version before the second change is the result of the first.
    expect(findStateBefore(imported, 1)).toBeUndefined();
    expect(findStateBefore(drawn, 0)).toBeUndefined();
    expect(findStateBefore(drawn, 1)).toBeUndefined();
    expect(findStateBefore({ rows: [renamed], version: 3 }, 0)).toBeUndefined();
    expect(
      findStateBefore({ rows: [row(1, 2), row(2, 3), row(3, 4, { old: { name: 'a' } })], version: 4 }, 2),
    ).toMatchObject({ name: inLog(3, 'old') });
  });

  test('rows without a version count as a gap', () => {
    expect(findState({ rows: [row(2, undefined, { new: { name: 'b' } })], version: 2 }, 0)).toBeUndefined();
  });
});
