import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aGeom } from '../../../testing/aGeom.ts';
import { type DrawValues, findFieldProblem, toAddBody, toDataText, toUpdateBody } from './DrawValues.ts';
import { valuesOf } from './startValues.ts';
import type { AddableGroup } from './useAddableLayers.ts';

const values: DrawValues & { readonly classId: number } = {
  objectId: 1,
  classId: 11,
  name: ' Brīvības iela 1 ',
  description: 'Hole ',
  userEmail: '',
  isPublic: false,
  data: { width: ' 60 ', surface: '' },
};

test('DRAW-03 DRAW-05: address and topic are required, blanks do not count', () => {
  for (const field of ['name', 'description'] as const) {
    expect(findFieldProblem(field, '')).toBe('REQUIRED');
    expect(findFieldProblem(field, ' \t ')).toBe('REQUIRED');
    expect(findFieldProblem(field, 'x')).toBeNull();
  }
});

test.each([
  ['DRAW-04: the address takes 40 characters and no more', 'name', 40],
  ['DRAW-06: the topic takes 50 characters and no more', 'description', 50],
  ['DRAW-07: the e-mail takes 50 characters and no more, and may be empty', 'userEmail', 50],
] as const)('%s', (_name, field, limit) => {
  expect(findFieldProblem(field, 'ž'.repeat(limit))).toBeNull();
  expect(findFieldProblem(field, `  ${'ž'.repeat(limit)}  `)).toBeNull();
  expect(findFieldProblem(field, 'ž'.repeat(limit + 1))).toBe('TOO_LONG');
  // UTF-16 units: this face is two of them.
  expect(findFieldProblem(field, '🙂'.repeat(limit / 2))).toBeNull();
  expect(findFieldProblem(field, `${'🙂'.repeat(limit / 2)}x`)).toBe('TOO_LONG');
  expect(findFieldProblem('userEmail', '')).toBeNull();
});

test('DRAW-10: an object of an anonymous visitor is always public', () => {
  expect(toAddBody(values, { wkt: 'POINT(1 2)', isAnonymous: true }).isPublic).toBe(true);
  expect(toAddBody(values, { wkt: 'POINT(1 2)', isAnonymous: false }).isPublic).toBe(false);
});

test('DATA-09: texts are sent trimmed, and an empty e-mail not at all', () => {
  const body = toAddBody(values, { wkt: 'POINT(1 2)', isAnonymous: false });
  expect(body).toEqual({
    wkt: 'POINT(1 2)',
    name: 'Brīvības iela 1',
    description: 'Hole',
    classId: 11,
    isPublic: false,
    data: '{"width":"60"}',
  });
  const withEmail = { ...values, userEmail: ' a@b.lv ' };
  expect(toAddBody(withEmail, { wkt: 'POINT(1 2)', isAnonymous: false }).userEmail).toBe('a@b.lv');
});

test('DATA-23: an opened object is held with its classifiers, texts, e-mail and parsed data, and sent with the class it had', () => {
  const geom = aGeom({
    classId: 11,
    name: 'Brīvības iela 1',
    description: 'Hole',
    userEmail: 'a@b.lv',
    isPublic: true,
    data: '{"width":60,"surface":"gravel"}',
  });
  const layer = { id: 11, name: 'Road damage' };
  const groups = [
    { id: 5, name: 'Reports', childClassifiers: [layer] },
  ] as unknown as readonly AddableGroup[];
  const opened = valuesOf(geom, groups);
  expect(opened).toEqual({
    objectId: 5,
    classId: 11,
    name: 'Brīvības iela 1',
    description: 'Hole',
    userEmail: 'a@b.lv',
    isPublic: true,
    data: { width: '60', surface: 'gravel' },
  });
  const sent = toUpdateBody({ ...opened, classId: 12 }, geom);
  expect(sent).toMatchObject({ classId: 12, oldClassId: 11, data: geom.data });
});

test('DATA-05: an update sends the class the object had, and no geometry', () => {
  const body = toUpdateBody(values, { classId: 10, data: '{}' });
  expect(body).toMatchObject({ classId: 11, oldClassId: 10, wkt: null });
});

test('data that the form does not show is kept, and a value left alone keeps its type', () => {
  const before = { width: 60, depth: 12, hidden: { a: 1 }, gone: 'x', none: null };
  const text = toDataText({ width: '60', depth: '13', gone: ' ', none: '' }, before);
  expect(JSON.parse(text)).toEqual({ width: 60, depth: '13', hidden: { a: 1 } });
});

test('opening and saving without a change changes nothing', () => {
  const value = fc.oneof(
    fc.string({ minLength: 1 }).filter((text) => text.trim() === text),
    fc.integer(),
    fc.boolean(),
  );
  const data = fc.dictionary(
    fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
    value,
  );
  fc.assert(
    fc.property(data, (before) => {
      const fieldTexts = Object.fromEntries(Object.entries(before).map(([key, one]) => [key, String(one)]));
      expect(JSON.parse(toDataText(fieldTexts, before))).toEqual(before);
    }),
  );
});
