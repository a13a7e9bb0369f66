import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Condition, type Operator, operators } from './Condition.ts';
import { meetsCondition, meetsRuleset } from './meetsConditions.ts';

const today = '2026-11-26';

/** Values out of `values` that meet the condition. */
const passing = (operator: Operator, value: string, values: readonly unknown[]) =>
  values.filter((one) => meetsCondition({ f: one }, { field: 'f', operator, value }, today));

describe('texts', () => {
  const values = ['Egle', ' EGLE\n', 'melnegle', 'eglaine', '', ' ', null, undefined, 5];
  test.each<[Operator, string, unknown[]]>([
    ['=', ' egle', ['Egle', ' EGLE\n']],
    ['!=', 'Egle', ['melnegle', 'eglaine', '', ' ', null, undefined, 5]],
    ['=', '', ['', ' ', null, undefined]],
    ['contains', ' EGL ', ['Egle', ' EGLE\n', 'melnegle', 'eglaine']],
    ['startsWith', 'egl', ['Egle', ' EGLE\n', 'eglaine']],
    ['in', ' Egle \n\n5\n', ['Egle', ' EGLE\n', 5]],
    ['empty', '', ['', ' ', null, undefined]],
    ['notEmpty', 'ignored', ['Egle', ' EGLE\n', 'melnegle', 'eglaine', 5]],
  ])('%s %j', (operator, value, expected) => expect(passing(operator, value, values)).toEqual(expected));

  test('D-CLS-06: != is exactly the opposite of =', () => {
    const text = fc.constantFrom('', ' ', 'a', 'A', ' a', 'b', '0');
    fc.assert(
      fc.property(text, fc.oneof(text, fc.constantFrom(undefined, null, 0, false)), (value, held) => {
        expect(passing('!=', value, [held]).length).toBe(1 - passing('=', value, [held]).length);
      }),
    );
  });
});

test.each<[Operator, string, unknown[]]>([
  ['hasAny', 'Oak\nelm', ['oak', 'ash; OAK', 'oak;ash;oak', 'elm ;x']],
  ['hasAll', 'Oak\nash', ['ash; OAK', 'oak;ash;oak']],
  ['hasAny', ' ', []],
  ['hasAll', '', []],
  ['hasAny', 'ash; OAK', []],
])('of several values %s %j', (operator, value, expected) => {
  const values = ['oak', 'ash; OAK', 'oak;ash;oak', 'elm ;x', 'oakum', '', null, 5];
  expect(passing(operator, value, values)).toEqual(expected);
});

describe('numbers', () => {
  const values = ['9', 10, '10,5', ' 11.0 ', '-3', 'x', '', null, '1e1', '2026-11-26'];
  test.each<[Operator, string, unknown[]]>([
    ['<', '10', ['9', '-3']],
    ['<=', '10', ['9', 10, '-3']],
    ['>', '10,0', ['10,5', ' 11.0 ']],
    ['>=', '10.5', ['10,5', ' 11.0 ']],
    ['between', '9\n10,5', ['9', 10, '10,5']],
    ['between', '10\n10', [10]],
    ['between', '9\n2026-11-26', []],
    ['between', '2026-11-26\n9', []],
    ['between', '9', []],
    ['between', '9\n10\n11', []],
    ['between', '10\n9', []],
    ['between', '9\n2026-11-26', []],
    ['<', 'x', []],
    ['<', '', []],
  ])('%s %j', (operator, value, expected) => expect(passing(operator, value, values)).toEqual(expected));
});

describe('dates', () => {
  const values = [
    '2026-11-25',
    '2026-11-25T23:59:59',
    '2026-11-26',
    '2026-11-26T09:30',
    '2026-11-26T09:30:15',
    '2026-11-27',
    '26.11.2026',
    '2026-11-26 ',
    '2026-11-2',
    20261126,
    '',
    null,
  ];
  const [before, beforeMidnight, day, time, seconds, after] = values;
  test.each<[Operator, string, unknown[]]>([
    ['<', '2026-11-26', [before, beforeMidnight]],
    ['<=', '26.11.2026', [before, beforeMidnight, day, time, seconds]],
    ['>', '2026-11-26', [after]],
    ['>=', '2026-11-26', [day, time, seconds, after]],
    ['<', '2026-11-26T09:30', [before, beforeMidnight, day]],
    ['<=', '26.11.2026 9:30', [before, beforeMidnight, day, time]],
    ['>', '2026-11-26T09:30', [seconds, after]],
    ['>=', '2026-11-26T09:30', [time, seconds, after]],
    ['between', '2026-11-25\n2026-11-26', [before, beforeMidnight, day, time, seconds]],
    ['between', '2026-11-26\n2026-11-25', []],
    ['today', '', [day, time, seconds]],
    ['lastDays', '1', [before, beforeMidnight, day, time, seconds]],
    ['nextDays', '1', [day, time, seconds, after]],
    ['olderThanDays', '0', [before, beforeMidnight]],
    ['olderThanDays', '1', []],
    ['lastDays', 'x', []],
    ['lastDays', '99999', []],
  ])('%s %j', (operator, value, expected) => expect(passing(operator, value, values)).toEqual(expected));

  test('each date is older than N days, of the last N days, or in the future', () => {
    const date = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, fc.nat(400), (moment, days) => {
        const held = [moment.toISOString().slice(0, 10)];
        const kinds = (['olderThanDays', 'lastDays'] as const).map((one) => passing(one, `${days}`, held));
        expect([...kinds, passing('>', today, held)].flat()).toEqual(held);
      }),
    );
  });
});

test('a ruleset takes all of its conditions or one of them; without any every object passes', () => {
  const rules: Condition[] = [
    { field: 'a', operator: '>', value: '1' },
    { field: 'b', operator: 'empty', value: '' },
  ];
  const both = (data: object | null) =>
    (['and', 'or'] as const).map((condition) => meetsRuleset({ ...data }, { condition, rules }, today));
  expect([both({ a: 2 }), both({ a: 2, b: 'x' }), both({ b: 'x' })]).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
  expect(meetsRuleset(null, { condition: 'or', rules: [] }, today)).toBe(true);
});

test('values that make no sense hold for no object and do not throw', () => {
  const bad = fc.constantFrom('', '\n', 'x\ny', '1\nx', '2026-02-31', '1e9', '\n\n');
  fc.assert(
    fc.property(fc.constantFrom(...operators), bad, fc.constantFrom('1', 'q', '2026-02-28'), (...one) => {
      const [operator, value, held] = one;
      const isText = [
        ...['=', '!=', 'contains', 'startsWith', 'empty', 'notEmpty', 'today', 'in', 'hasAny', 'hasAll'],
      ].includes(operator);
      if (!isText) expect(passing(operator, value, [held])).toEqual([]);
      else expect(passing(operator, value, [held]).length).toBeLessThan(2);
    }),
  );
});
