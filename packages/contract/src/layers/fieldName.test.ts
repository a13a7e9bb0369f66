import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { canBeNamedInStyles, findFieldNameProblem } from './fieldName.ts';

test.each([
  ['species', undefined],
  ['Height (m)', undefined],
  ['ā', undefined],
  ['x'.repeat(limits.fieldNameLength), undefined],
  ['x'.repeat(limits.fieldNameLength + 1), 'TOO_LONG'],
  ['', 'REQUIRED'],
  ['__proto__', 'NOT_ALLOWED'],
  ['constructor', 'NOT_ALLOWED'],
  ['prototype', 'NOT_ALLOWED'],
  ['_hidden', 'FIELD_NAME'],
  ['hidden_', undefined],
  ['a=b', 'FIELD_NAME'],
  ['{a', 'FIELD_NAME'],
  ['a}', 'FIELD_NAME'],
])('D-CLS-08: the problem of the field name %j is %s', (name, problem) => {
  expect(findFieldNameProblem(name)).toBe(problem);
});

test('an older field can be named in styles unless its name has a divider', () => {
  expect(['_old', 'a=b', '{', '}'].map(canBeNamedInStyles)).toEqual([true, false, false, false]);
});
