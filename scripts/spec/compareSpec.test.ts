import { expect, test } from 'vitest';
import { compareSpec } from './compareSpec.ts';
import { parseRules } from './Rule.ts';

const rules = parseRules(
  [
    'id\tarea\tlevel\trequirement\treading',
    'DRAW-03\tdraw modal\tui\tThe address is required.\t',
    'DRAW-05\tdraw modal\tui\tThe topic is required.\t',
    'API-GEOM-07\tapi\tapi\tLoading points.\tAs the table says.',
    'I18N-01\tlanguages\tui\tThree languages.\t',
    '',
  ].join('\n'),
);

const compare = (...testNames: string[]) => compareSpec(rules, [{ path: 'x.test.ts', testNames }]);

test('a name covers the ids at its start and no others', () => {
  const { open, covered, problems } = compare('DRAW-03 API-GEOM-07: both, unlike DRAW-05', 'see I18N-01: no');
  expect(open.map(({ id }) => id)).toEqual(['DRAW-05', 'I18N-01']);
  expect(covered).toBe(2);
  expect(problems).toEqual([]);
});

test.each([
  [
    'DRAW-99: a rule that is not there',
    'x.test.ts: there is no rule DRAW-99 ("DRAW-99: a rule that is not there")',
  ],
  [
    'DRAW-03 the colon is missing',
    'x.test.ts: "DRAW-03 the colon is missing" is not written as "ID ID: what it proves"',
  ],
  [
    'DRAW-03, DRAW-05: a comma',
    'x.test.ts: "DRAW-03, DRAW-05: a comma" is not written as "ID ID: what it proves"',
  ],
  ['DRAW-03:', 'x.test.ts: "DRAW-03:" is not written as "ID ID: what it proves"'],
])('%j is a problem and covers nothing', (name, problem) => {
  expect(compare(name)).toEqual({ open: rules, covered: 0, problems: [problem] });
});

test('after a run of all tests only what a passed test names is covered', () => {
  const files = [{ path: 'x.test.ts', testNames: ['DRAW-03 API-GEOM-07: both', 'DRAW-05: this one failed'] }];
  const { open, covered } = compareSpec(rules, files, new Set(['DRAW-03', 'API-GEOM-07', 'I18N-01']));
  expect(open.map(({ id }) => id)).toEqual(['DRAW-05', 'I18N-01']);
  expect(covered).toBe(2);
});

test.each(['D-OBJ-09: a decision', 'DRAW-031: not an id', 'UTF-8: neither'])('%j is left alone', (name) => {
  expect(compare(name)).toEqual({ open: rules, covered: 0, problems: [] });
});

test('decisions and families of them may stand beside rules', () => {
  expect(compare('DRAW-03 D-OBJ-12: both').covered).toBe(1);
  expect(compare('D-PERM DRAW-03: both', 'DRAW-05 D-PERM: both')).toMatchObject({ covered: 2, problems: [] });
});

test.each([
  ['id\tarea\n', 'first line'],
  ['id\tarea\tlevel\trequirement\treading\nA-01\ta\tb\tc\n', 'line 2'],
  ['id\tarea\tlevel\trequirement\treading\nA-01\ta\tb\tc\t\nA-01\ta\tb\tc\t\n', 'A-01 is there twice'],
])('%j is no list of rules', (tsv, reason) => {
  expect(() => parseRules(tsv)).toThrow(reason);
});
