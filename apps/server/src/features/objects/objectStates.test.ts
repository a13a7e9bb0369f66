import { describe, expect, test } from 'vitest';
import { findState, type History, type StateRow } from './objectStates.ts';

const all = { classId: 1, name: 'a', description: 'd', isPublic: true, data: {}, geometry: {} };
const row = (id: number, version: number | undefined, parts: Partial<StateRow> = {}): StateRow => ({
  id,
  version,
  old: {},
  new: {},
  ...parts,
});
const inLog = (id: number, side: 'old' | 'new') => ({ in: 'log', id, side });
const inObject = { in: 'object' };

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
    // What the object was made with is known all the same.
    expect(
      findState({ rows: [added, row(9, 7, { old: { name: 'x' }, new: { name: 'y' } })], version: 9 }, 0),
    ).toMatchObject({
      name: inLog(1, 'new'),
    });
  });

  test('rows without a version count as a gap', () => {
    expect(findState({ rows: [row(2, undefined, { new: { name: 'b' } })], version: 2 }, 0)).toBeUndefined();
  });
});
