import { expect, test } from 'vitest';
import { findAsvsProblems, parseAsvs } from './asvsCheck.ts';

const rows = parseAsvs('id,status,test\n1.2.3,tested,"a name, with ""quotes"""\n1.2.4,not applicable,\n');

test('a named test that exists is fine, and so is a row that names none', () => {
  expect(findAsvsProblems(rows, new Set(['a name, with "quotes"']))).toEqual([]);
});

test('a named test that does not exist is a problem', () => {
  expect(findAsvsProblems(rows, new Set())).toEqual(['1.2.3: there is no test "a name, with "quotes""']);
});

test('a row that says tested names its test', () => {
  expect(findAsvsProblems(parseAsvs('id,status,test\n1.2.3,tested,'), new Set())).toEqual([
    '1.2.3: is tested, but names no test',
  ]);
});
