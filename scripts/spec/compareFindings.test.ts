import { expect, test } from 'vitest';
import { compareFindings } from './compareFindings.ts';
import { parseFindings } from './Finding.ts';

const header = 'id\tfinding\ttests\treason';
const compare = (lines: readonly string[], ...testNames: string[]) =>
  compareFindings(parseFindings([header, ...lines, ''].join('\n')), [{ path: 'x.test.ts', testNames }]);

test('a finding is proved by a test that is named by it, or that the table quotes, or has a reason', () => {
  const lines = [
    'M-H1\ta point jumps\tx.test.ts\t',
    'M-H2\tthe cross\tx.test.ts: DRAW-03: the cross asks | x.test.ts\t',
    'M-H3\tno focus ring\t\tas browsers do',
  ];
  const names = ['M-H1: a point stays', 'DRAW-03 M-H2: both', 'DRAW-03: the cross asks before it closes'];
  expect(compare(lines, ...names)).toEqual([]);
});

test.each([
  ['M-H1\ta\tx.test.ts\t', 'other', 'M-H1: x.test.ts has no test named by M-H1'],
  ['M-H1\ta\tx.test.ts: a point\t', 'no point', 'M-H1: x.test.ts has no test "a point"'],
  ['M-H1\ta\ty.test.ts: a point\t', 'a point', 'M-H1: y.test.ts has no test "a point"'],
  ['M-H1\ta\t\t', 'other', 'M-H1 has neither a test nor a reason'],
  ['M-H1\ta\t\tso', 'A-C9: gone', 'x.test.ts: there is no finding A-C9 ("A-C9: gone")'],
  ['M-H1\ta\t\tso', 'M-H1: gone', 'M-H1: x.test.ts is missing among its tests ("M-H1: gone")'],
])('%j beside the test %j is a problem', (line, name, problem) => {
  expect(compare([line], name)).toEqual([problem]);
});

test.each([
  ['id\tfinding\n', 'first line'],
  [`${header}\nM-H1\ta\n`, 'line 2'],
  [`${header}\nM-01\ta\t\tb\n`, 'line 2'],
  [`${header}\nM-H1\ta\t\tb\nM-H3\ta\t\tb\n`, 'M-H2 is expected in place of M-H3'],
  [`${header}\nM-H1\ta\t\tb\nM-H1\ta\t\tb\n`, 'M-H2 is expected in place of M-H1'],
])('%j is no list of findings', (tsv, reason) => {
  expect(() => parseFindings(tsv)).toThrow(reason);
});
