import { expect, test } from 'vitest';
import type { TFunction } from '../../../i18n/index.ts';
import { markTreeNodeProblems } from './markTreeNodeProblems.ts';
import type { TreeNodeValues } from './TreeNodeValues.ts';

const values = { name: '', group: {}, fields: [], filter: [], style: {} } as unknown as TreeNodeValues;
const t = ((key: string) => key) as unknown as TFunction;

function mark(...paths: readonly string[]) {
  const marked: string[] = [];
  const form = {
    values,
    setFieldError: (path: string, error: string) => void marked.push(`${path}: ${error}`),
  };
  const problems = paths.map((path) => ({ path, code: 'REQUIRED' as const }));
  return { areAllMarked: markTreeNodeProblems(form, problems, t), marked };
}

test.each([
  ['/name', 'name'],
  ['/id1', 'group'],
  ['/parentName', 'group'],
  ['/layerFields/2/name', 'fields.2.name'],
  ['/ruleset/rules/0/field', 'filter'],
  ['/geomStyle', 'style'],
  ['/geomStyle/labelRules/3/lineWidth', 'style.labelRules.3.lineWidth'],
])('D-CLS-11: a problem of %s stands at %s', (path, field) => {
  expect(mark(path)).toEqual({ areAllMarked: true, marked: [`${field}: PROBLEMS.REQUIRED`] });
});

test('D-CLS-11: a problem without a field of the form is left to the caller', () => {
  expect(mark('/name', '/version')).toEqual({ areAllMarked: false, marked: ['name: PROBLEMS.REQUIRED'] });
  expect(mark()).toEqual({ areAllMarked: false, marked: [] });
});
