import { type Ruleset, TRIMMED_CHARACTERS, toComparableText } from '@pgis/conditions';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { GeomStyle } from '../style/propertyTable.ts';
import { listRules } from '../style/resolveStyle.ts';
import { compileRules, matchRule } from './compileRules.ts';

const conditions: Record<string, Ruleset> = {
  large: { condition: 'and', rules: [{ field: 'a', operator: '>', value: '0' }] },
  either: {
    condition: 'or',
    rules: [
      { field: 'a', operator: 'contains', value: 'x' },
      { field: 'a', operator: 'empty', value: '' },
    ],
  },
  both: {
    condition: 'and',
    rules: [
      { field: 'a', operator: 'in', value: '1\nX' },
      { field: 'b', operator: '!=', value: 'x' },
    ],
  },
};

/** `data.a=low [1,2)` stands for a rule with a range, `data.a=high {large}` for one with conditions. */
const toRule = (name: string): GeomStyle => {
  const [rule = '', more = ''] = name.split(/ (?=[[{])/);
  const ruleConditions = conditions[more.slice(1, -1)];
  return { rule, ...(ruleConditions ? { ruleConditions } : more && { ruleRange: more }) };
};
const chosen = (names: readonly string[], data: Record<string, unknown>) => {
  const style = { labelRules: names.map(toRule) };
  return listRules(style)[compileRules(style)(data)]?.rule;
};

const ruleName = fc.constantFrom(
  'Default',
  '',
  'odd',
  'data.a',
  'data.a=1',
  'data.a=X',
  'data.b=1',
  'data.b',
  'data.b=x ',
  'data.a=low [,1)',
  'data.a=one [1,1]',
  'data.b=high [0.5,)',
  'data.a=large {large}',
  'data.a=either {either}',
  'data.a=both {both}',
);
const value = fc.constantFrom(
  undefined,
  null,
  '',
  ' ',
  '1',
  1,
  '0,5',
  ' -2',
  'low',
  ' x',
  'X',
  true,
  'other',
  { deep: 1 },
);

describe('choosing', () => {
  test('the index finds the first rule that matches on its own', () => {
    fc.assert(
      fc.property(fc.array(ruleName, { maxLength: 8 }), value, value, (names, a, b) => {
        const style = { labelRules: names.map(toRule) };
        const data = { a, b };
        const first = listRules(style).findIndex((rule) => matchRule(rule, data));
        expect(compileRules(style)(data)).toBe(first);
      }),
    );
  });

  test('top-down, the first match wins, Default last wherever it stands', () => {
    expect(chosen(['Default', 'data.a=1', 'data.b=1'], { a: '1', b: '1' })).toBe('data.a=1');
    expect(chosen(['Default', 'data.b=1', 'data.a=1'], { a: '1', b: '1' })).toBe('data.b=1');
    expect(chosen(['Default', 'data.a=1'], { a: '2' })).toBe('Default');
  });

  test('text is compared trimmed and without case, numbers as text', () => {
    expect(chosen(['data.a=Egle'], { a: ' EGLE\n' })).toBe('data.a=Egle');
    expect(chosen(['data.a=ĶIRŠI'], { a: 'ķirši' })).toBe('data.a=ĶIRŠI');
    expect(chosen(['data.a=7'], { a: 7 })).toBe('data.a=7');
  });

  test('a rule with a range matches the numbers in it, and not the text in its name', () => {
    const rules = ['data.a=1–2 [1,2)', 'data.a=2–3 [2,3]', 'data.a=2'];
    expect(['1', '1,99', 2, '3', '3.01', '1–2', ''].map((a) => chosen(rules, { a }))).toEqual([
      ...['data.a=1–2', 'data.a=1–2', 'data.a=2–3', 'data.a=2–3'],
      ...['Default', 'Default', 'Default'],
    ]);
    expect(chosen(['data.a=2', 'data.a=2–3 [2,3]'], { a: 2 })).toBe('data.a=2');
  });

  test('a rule with conditions matches what meets them, and not the text in its name', () => {
    const rules = ['data.a=both {both}', 'data.a=large {large}', 'data.a=large', 'data.a=either {either}'];
    const chosenFor = (data: Record<string, unknown>) => chosen(rules, data);
    expect([{ a: '1' }, { a: 'x', b: 'X' }, { a: '0,5', b: 'x' }, { a: 'LARGE' }, {}].map(chosenFor)).toEqual(
      [...['data.a=both', 'data.a=either', 'data.a=large', 'data.a=large', 'data.a=either']],
    );
    expect(chosen(['data.a=large {large}'], { a: 'large' })).toBe('Default');
  });

  test('a date is compared with the day of the company', () => {
    vi.useFakeTimers({ now: new Date('2026-11-26T22:30:00Z') }); // It is the 27th in Riga.
    const ruleConditions: Ruleset = {
      condition: 'and',
      rules: [{ field: 'a', operator: 'today', value: '' }],
    };
    const choose = compileRules({ labelRules: [{ rule: 'data.a=new', ruleConditions }] });
    vi.useRealTimers();
    expect(['2026-11-26', '2026-11-27T08:00', '27.11.2026'].map((a) => choose({ a }))).toEqual([1, 0, 1]);
  });

  test('a rule takes no range from the style around it', () => {
    expect(compileRules({ ruleRange: '[5,6]', labelRules: [{ rule: 'data.a=1' }] })({ a: '1' })).toBe(0);
  });

  test.each([{}, { a: null }, { a: '' }, { a: ' \t' }])('a rule without a value matches %j', (data) => {
    expect(chosen(['data.a'], data)).toBe('data.a');
  });

  test('what objects inherit is not their data', () => {
    expect(chosen(['data.constructor', 'data.toString=x'], {})).toBe('data.constructor');
    expect(compileRules({ labelRules: [{ rule: 'data.a=1' }] })(null)).toBe(1);
  });

  test('an object is looked at once for each field that rules name, however many rules there are', () => {
    const labelRules = Array.from({ length: 200 }, (_, i) => ({ rule: `data.${i % 2 ? 'a' : 'b'}=${i}` }));
    const choose = compileRules({ labelRules });
    let reads = 0;
    const data = new Proxy({ a: '151', b: '150' } as Record<string, unknown>, {
      get: (target, field) => {
        reads += 1;
        return target[String(field)];
      },
    });
    expect(choose(data)).toBe(150);
    expect(reads).toBe(2);
  });

  test('thousands of values seen before do not change what is chosen', () => {
    const choose = compileRules({ labelRules: [{ rule: 'data.a=5999' }] });
    for (let i = 0; i < 12_000; i += 1) expect(choose({ a: String(i) })).toBe(i === 5999 ? 0 : 1);
  });
});

describe('the rules of a style', () => {
  test('RULE-01: every style has exactly one rule Default, also where none is stored', () => {
    const styles = fc
      .array(ruleName.map((rule) => ({ rule })))
      .map((labelRules): GeomStyle => ({ labelRules }));
    fc.assert(
      fc.property(fc.oneof(fc.constant<GeomStyle>({}), styles), (style) => {
        const names = listRules(style).map(({ rule }) => rule);
        expect(names.filter((name) => name === 'Default')).toEqual(['Default']);
        expect(names.at(-1)).toBe('Default');
      }),
    );
  });

  test('what a rule does not set it takes from the style', () => {
    const style = { lineWidth: 4, lineColor: 'blue', labelRules: [{ rule: 'data.a=1', lineColor: 'red' }] };
    expect(listRules(style)).toMatchObject([
      { rule: 'data.a=1', lineColor: 'red', lineWidth: 4, fillColor: 'red' },
      { rule: 'Default', lineColor: 'blue', lineWidth: 4 },
    ]);
  });

  test('a stored Default draws what no rule matches', () => {
    const style = { lineColor: 'blue', labelRules: [{ rule: 'Default', lineColor: 'black' }] };
    expect(listRules(style)).toMatchObject([{ rule: 'Default', lineColor: 'black' }]);
  });
});

test('TRIMMED_CHARACTERS are the characters that trimming removes, so that SQL can remove the same', () => {
  const trimmed = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (char) => char.trim() === '',
  );
  expect([...TRIMMED_CHARACTERS].sort()).toEqual(trimmed.sort());
  expect(toComparableText(`${TRIMMED_CHARACTERS}A${TRIMMED_CHARACTERS}`)).toBe('a');
});
