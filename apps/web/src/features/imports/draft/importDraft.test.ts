import { findFieldNameProblem, type ImportInspection } from '@pgis/contract';
import { expect, test } from 'vitest';
import {
  changeDraft,
  fillFromRow,
  findFieldProblems,
  findUnknownFields,
  hasTarget,
  isFar,
  listComputed,
  listMatches,
  mergeDraft,
  toDraft,
  toSettings,
} from './importDraft.ts';

const field = (name: string, filled = 3) => ({
  name,
  filled,
  type: 'text' as const,
  misfits: 0,
  distinct: null,
  isUnique: false,
  maxLength: 10,
});

const inspection = (names: readonly string[]): ImportInspection => ({
  format: 'shapefile',
  layers: ['audzes'],
  layer: 'audzes',
  tables: [],
  join: null,
  encoding: null,
  sampleTexts: [],
  featureCount: 3,
  kinds: { point: 0, line: 0, polygon: 3 },
  crossing: 0,
  skipped: [],
  fields: names.map((name) => field(name)),
  rows: [],
  sampleCount: 3,
  candidates: [
    { crs: 'EPSG:3059', name: 'LKS92', isSwapped: true, isFromFile: false, inside: 3, distanceM: 0 },
  ],
});

test('the draft proposes the best coordinate system, a name, and the fields that mean something', () => {
  const draft = toDraft(inspection(['OBJECTID', 'nosaukums', 'kv']));
  expect(draft).toMatchObject({
    crs: 'EPSG:3059',
    isSwapped: true,
    name: '{nosaukums}',
    layerName: 'audzes',
  });
  expect(draft.fields.map(({ source, isTaken }) => [source, isTaken])).toEqual([
    ['OBJECTID', false],
    ['nosaukums', true],
    ['kv', true],
  ]);
});

test('a decision that is taken back leaves what is proposed, and the other decisions', () => {
  const located = changeDraft({ name: '{kv}' }, { crs: 'EPSG:4326', isSwapped: false });
  const changed = changeDraft(located, { crs: undefined, isSwapped: undefined });
  expect(changed).toEqual({ name: '{kv}' });
  expect(mergeDraft(inspection(['kv']), changed)).toMatchObject({ crs: 'EPSG:3059', isSwapped: true });
});

test('D-CLS-08: proposed names are such as fields may have, and different without regard to case', () => {
  const { fields } = toDraft(
    inspection(['a=b', '{id}', '_fid', 'constructor', '', 'x'.repeat(80), 'Name', 'name']),
  );
  for (const { name } of fields) expect([name, findFieldNameProblem(name)]).toEqual([name, undefined]);
  expect(new Set(fields.map(({ name }) => name.toLowerCase())).size).toBe(8);
});

test('no more fields are taken than a layer has', () => {
  const { fields } = toDraft(inspection(Array.from({ length: 130 }, (_, i) => `f${i}`)));
  expect(fields.filter(({ isTaken }) => isTaken)).toHaveLength(100);
});

test('names of taken fields are checked, those of the others are not', () => {
  const taken = (source: string, name: string, isTaken = true) => ({ source, name, isTaken });
  const problems = findFieldProblems([
    taken('a', ' '),
    taken('b', 'x'.repeat(51)),
    taken('c', 'k=v'),
    taken('d', 'Suga'),
    taken('e', 'suga'),
    taken('f', '', false),
  ]);
  expect([...problems]).toEqual([
    ['a', 'EMPTY'],
    ['b', 'TOO_LONG'],
    ['c', 'NOT_ALLOWED'],
    ['e', 'DUPLICATE'],
  ]);
});

test('a template is filled from a row and names fields of the file', () => {
  const fields = [field('kv'), field('nog')];
  expect(fillFromRow('{kv}-{nog}, {nav}', fields, ['12', null])).toBe('12-, ');
  expect(findUnknownFields('{kv}-{nav}', fields)).toEqual(['nav']);
});

test('a sample is far when less than half of it lies in the map area', () => {
  expect([isFar({ inside: 1 }, 3), isFar({ inside: 2 }, 3), isFar({ inside: 0 }, 0)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('settings have the taken fields, and a key for a new layer alone', () => {
  const draft = {
    ...toDraft(inspection(['OBJECTID', 'kv'])),
    keyFields: ['kv'],
    layerName: ' Audzes ',
    name: ' {kv} ',
  };
  expect(hasTarget(draft)).toBe(false);
  expect(() => toSettings(draft)).toThrow('destination');
  expect(toSettings({ ...draft, groupId: 7 })).toEqual({
    target: { kind: 'newLayer', groupId: 7, name: 'Audzes', isPublic: false },
    fields: [{ source: 'kv', name: 'kv' }],
    name: '{kv}',
    keyFields: ['kv'],
    crs: 'EPSG:3059',
    isSwapped: true,
    repairs: true,
    truncates: false,
  });
  const added = { ...draft, target: 'add' as const, layerId: 11 };
  expect(hasTarget(added)).toBe(true);
  expect(toSettings(added)).not.toHaveProperty('keyFields');
});

test('a comparison says how objects are matched: by a taken field, the key, or the place', () => {
  const draft = {
    ...toDraft(inspection(['OBJECTID', 'kv', 'nog'])),
    keyFields: ['kv', 'nog'],
    target: 'compare' as const,
    layerId: 11,
  };
  expect(listMatches(draft)).toEqual(['importKey', 'keyFields', 'field:kv', 'field:nog', 'place']);
  expect(listMatches({ ...draft, keyFields: [] })).toEqual(['field:kv', 'field:nog', 'place']);
  expect(hasTarget(draft)).toBe(false);
  const settingsOf = (match: 'importKey' | 'keyFields' | 'place' | 'field:kv', keepsShapes = false) => {
    const { target, keyFields } = toSettings({ ...draft, match, keepsShapes });
    return [target, keyFields];
  };
  const target = { kind: 'compare', layerId: 11 };
  expect(settingsOf('importKey')).toEqual([{ ...target, match: { by: 'importKey' } }, ['kv', 'nog']]);
  expect(settingsOf('field:kv', true)).toEqual([
    { ...target, match: { by: 'fields' }, keepsShapes: true },
    ['kv'],
  ]);
  expect(settingsOf('place')).toEqual([{ ...target, match: { by: 'place', distanceM: 1 } }, undefined]);
});

test('a comparison says what happens to values of existing objects, another import does not', () => {
  const start = toDraft(inspection(['kv', 'nog']));
  const fields = start.fields.map((field) =>
    field.source === 'nog' ? { ...field, update: 'keep' as const } : field,
  );
  const draft = { ...start, fields, layerId: 11, match: 'field:kv' as const };
  expect(toSettings({ ...draft, target: 'compare' }).fields).toEqual([
    { source: 'kv', name: 'kv' },
    { source: 'nog', name: 'nog', update: 'keep' },
  ]);
  expect(toSettings({ ...draft, target: 'add' }).fields).toEqual([
    { source: 'kv', name: 'kv' },
    { source: 'nog', name: 'nog' },
  ]);
});

test('a column for a field that the layer computes is not sent, and matches nothing', () => {
  const draft = {
    ...toDraft(inspection(['kv', 'area'])),
    ...({ target: 'compare', layerId: 11, match: 'field:area' } as const),
  };
  const computed = new Set(['area']);
  expect(listComputed(draft, computed).map(({ source }) => source)).toEqual(['area']);
  expect([hasTarget(draft), hasTarget(draft, computed)]).toEqual([true, false]);
  expect(listMatches(draft, computed)).toEqual(['field:kv', 'place']);
  expect(toSettings({ ...draft, match: 'field:kv' }, computed).fields).toEqual([
    { source: 'kv', name: 'kv' },
  ]);
});
