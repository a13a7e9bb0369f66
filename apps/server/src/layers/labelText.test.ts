import { expect, test } from 'vitest';
import { compileSql } from '../db/testing/compileSql.ts';
import { labelText } from './labelText.ts';

/** The SQL of the label without the folding of texts, with its values in their places. */
const textOf = (style: object): string | undefined => {
  const label = labelText(JSON.stringify(style));
  if (label === undefined) return undefined;
  const [text, ...parameters] = compileSql(label);
  return text
    .replaceAll(/\$(\d+)::text/g, (_, index) => JSON.stringify(parameters[Number(index) - 1]))
    .replaceAll(/lower\(btrim\(coalesce\((.*?), ''\), "(?:[^"\\]|\\.)*"\)\)/g, 'folded($1)')
    .replaceAll(/btrim\((concat\(.*?\)), "(?:[^"\\]|\\.)*"\)/g, '$1');
};

/** The same with reading a text as a number shortened. */
const withNumbers = (text: string | undefined) =>
  text?.replaceAll(/CASE WHEN btrim\((?:(?!CASE)[\s\S])*?::float8 END/g, 'number');

const rule = (name: string, objLabel: string) => ({ rule: name, objLabel });

test('D-STYLE-01: without a template no object has a label', () => {
  expect(textOf({})).toBeUndefined();
  expect(textOf({ labelRules: [rule('data.a=1', '')] })).toBeUndefined();
  expect(labelText('')).toBeUndefined();
});

test('D-STYLE-01: one template for all objects needs no rule', () => {
  expect(textOf({ objLabel: 'No. {name} {data.age}' })).toBe(
    'concat("No. ", "g"."name", " ", (g.data ->> "age"))',
  );
  expect(textOf({ objLabel: '{name}', labelRules: [rule('data.a=1', '{name}')] })).toBe('concat("g"."name")');
});

test('D-CLS-10: rules on one field read it once, in their order, Default last', () => {
  const style = {
    objLabel: '{name}',
    labelRules: [rule('data.a=1', 'one'), rule('data.a=2', ''), rule('Default', 'other')],
  };
  expect(textOf(style)).toBe(
    `CASE folded((g.data ->> "a")) WHEN folded("1") THEN concat("one") WHEN folded("2") THEN ''::text ELSE concat("other") END`,
  );
});

test('D-CLS-10: rules on several fields are tried one after the other; those that match nothing are left out', () => {
  const style = {
    labelRules: [rule('data.a=1', 'one'), rule('tree', 'none'), rule('data.b=2', 'two')],
  };
  const text = withNumbers(textOf(style));
  expect(text).toBe(
    `(SELECT CASE WHEN "f"."text0" = folded("1") THEN concat("one") WHEN "f"."text1" = folded("2") THEN concat("two") ELSE ''::text END FROM (SELECT folded((g.data ->> "a")) AS "text0", number AS "number0", folded((g.data ->> "b")) AS "text1", number AS "number1" OFFSET 0) AS f)`,
  );
});

test('D-CLS-10: conditions stand beside values, in the order of the rules', () => {
  const conditions = { condition: 'and', rules: [{ field: 'b', operator: 'contains', value: 'x' }] };
  const style = {
    labelRules: [{ ...rule('data.b=x', 'two'), ruleConditions: conditions }, rule('data.a=1', 'one')],
  };
  expect(textOf(style)).toMatch(
    /CASE WHEN \(position\(.*"b".*\) THEN concat\("two"\) WHEN "f"."text1" = folded\("1"\)/,
  );
});

test('D-CLS-14: with a theme the rules rest', () => {
  const labelRules = [rule('data.a=1', 'one'), rule('Default', '{name}')];
  expect(textOf({ theme: 'volume', labelRules })).toBe('concat("g"."name")');
  expect(textOf({ theme: 'none', labelRules })).toContain('WHEN folded("1") THEN concat("one")');
});

test('D-CLS-10: a rule with a range compares the number that a value is, which is read once', () => {
  const style = {
    labelRules: [
      { ...rule('data.a=1–2', 'low'), ruleRange: '[1,2)' },
      { ...rule('data.a=2–3', 'high'), ruleRange: '[2,3]' },
      rule('data.a=none', 'none'),
    ],
  };
  expect(withNumbers(textOf(style))).toMatch(
    /^\(SELECT CASE WHEN \("f"."number0" >= \$\d+::float8 AND "f"."number0" < \$\d+::float8\) THEN concat\("low"\) WHEN \("f"."number0" >= \$\d+::float8 AND "f"."number0" <= \$\d+::float8\) THEN concat\("high"\) WHEN "f"."text0" = folded\("none"\) THEN concat\("none"\) ELSE ''::text END FROM \(SELECT folded\(\(g.data ->> "a"\)\) AS "text0", number AS "number0" OFFSET 0\) AS f\)$/,
  );
});
