import { compileRules, type GeomStyle, listRules, ruleName } from '@pgis/cartography';
import { type Condition, meetsRuleset, operators, type Ruleset, resolveRuleset } from '@pgis/conditions';
import { type FieldSchema, measuredValues } from '@pgis/contract';
import { describeOnEachDatabase, fuzzRuns } from '@pgis/testkit';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rulesetCondition } from '../../src/db/sql/objectConditions.ts';
import { labelText } from '../../src/layers/labelText.ts';
import { ownFieldText } from '../../src/layers/ownFields.ts';

type Value = string | number | boolean | null;
type Data = Readonly<Record<string, Value>>;

const today = '2026-11-26';
const fields = ['f', 'g', "o'clock", 'missing'];

/**
 * Letters of the product's languages and of its neighbours. Letters whose lower case depends on the letters around them
 * or has another length (Σ, İ) are left out: JavaScript and PostgreSQL differ there (docs/decisions/0077).
 */
const letters = 'aAbBzZāĀčČēĒģĢīĪķĶļĻņŅšŠūŪžŽõÕöÖüÜäÄąĄęĘłŁаАйЙёЁщЩъЪэЭяЯßéÉ012%_\\\'"[]{}().,;:+-~!TΩω';
const blanks = [' ', '\t', '\n', '\u00a0', '\u2009', '\ufeff'];
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...letters) },
  fc.constantFrom(...blanks, '😀'),
);
const text = fc.string({ unit: character, maxLength: 6 });

const number = fc.oneof(
  fc.integer({ min: -30, max: 30 }),
  fc.double({ min: -1e16, max: 1e16, noNaN: true }),
  fc.double({ min: -1e-5, max: 1e-5, noNaN: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const numberText = fc.oneof(
  number.map((one) => String(one).replace('.', ',')),
  fc.constantFrom('007', '+5', '-0', '5.0', '5,00', '.5', '5.', '1 000', '1e3', '1'.repeat(16), '٣'),
);

const pad = (value: number, length = 2) => String(value).padStart(length, '0');
const day = fc
  .tuple(fc.constantFrom(2026, 2026, 2026, 1999, 9999), fc.nat(13), fc.nat(32))
  .map(([year, month, date]) => `${pad(year, 4)}-${pad(month)}-${pad(date)}`);
const nearDay = fc.integer({ min: -9, max: 9 }).map((days) => {
  const date = new Date('2026-11-26T12:00:00Z');
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
});
const time = fc.constantFrom('T00:00', 'T09:30', 'T09:30:15', 'T23:59', 'T24', ' 09:30', 'T09:30Z', '~');
const date = fc.oneof(
  nearDay,
  day,
  fc.tuple(nearDay, time).map(([one, clock]) => one + clock),
  nearDay.map((one) => one.split('-').reverse().join('.')),
);

const value: fc.Arbitrary<Value> = fc.oneof(
  text,
  number,
  numberText,
  date,
  fc
    .tuple(fc.constantFrom(...blanks, ''), fc.oneof(text, numberText, date))
    .map(([blank, one]) => `${blank}${one}${blank}`),
  fc.constantFrom(null, true, false, ''),
);
const data: fc.Arbitrary<Data> = fc.dictionary(fc.constantFrom(...fields.slice(0, 3)), value, { maxKeys: 3 });

const point = fc.oneof(numberText, date, text);
const operand = fc.oneof(
  point,
  fc.array(point, { maxLength: 4 }).map((lines) => lines.join('\n')),
  fc.tuple(point, point).map((ends) => ends.join('\n')),
  fc.nat(12).map(String),
);
const ruleset: fc.Arbitrary<Ruleset> = fc.record({
  condition: fc.constantFrom('and', 'or'),
  rules: fc.array(
    fc.record<Condition>({
      field: fc.constantFrom(...fields),
      operator: fc.constantFrom(...operators),
      value: operand,
    }),
    { maxLength: 3 },
  ),
});

/** A rule of a style: for a value, for a range of numbers, or with conditions. */
const styleRule: fc.Arbitrary<GeomStyle> = fc
  .record({
    field: fc.constantFrom('f', 'g'),
    value: text,
    ruleRange: fc.constantFrom('[-5,5)', '[0,]'),
    ruleConditions: ruleset.filter(({ rules }) => rules.length > 0),
    kind: fc.constantFrom('value' as const, 'ruleRange' as const, 'ruleConditions' as const),
  })
  .map(({ field, value: one, kind, ...rule }) => ({
    rule: ruleName(field, one),
    ...(kind !== 'value' && { [kind]: rule[kind] }),
  }));

const unitsOf = { area: ['ha', 'm2'], length: ['m', 'km'] } as const;
const measureSchema: fc.Arbitrary<FieldSchema> = fc.constantFrom('area', 'length').chain((type) =>
  fc.record(
    {
      type: fc.constant(type),
      unit: fc.constantFrom(...unitsOf[type]),
      decimals: fc.integer({ min: 1, max: 6 }),
    },
    { requiredKeys: ['type', 'unit'] },
  ),
);
/** Hundredths of a metre or square metre; the small ones have ties of every unit among them. */
const measured = fc.record({
  kind: fc.constantFrom(1, 2, 3),
  hundredths: fc.oneof(
    fc.nat(10_000),
    fc.nat(10 ** 9).map((half) => half * 50),
    fc.nat(10 ** 14),
  ),
});

describeOnEachDatabase('conditions in JavaScript and in SQL', (getDatabase) => {
  test('D-CLS-06: both hold for the same objects', async () => {
    const database = getDatabase();
    const { db } = database;
    await fc.assert(
      // Objects are JSON on both sides, which has no -0.
      fc.asyncProperty(
        ruleset,
        fc.array(
          data.map((one) => JSON.parse(JSON.stringify(one)) as Data),
          { minLength: 1, maxLength: 8 },
        ),
        async (rules, objects) => {
          const condition = rulesetCondition(resolveRuleset(rules, today)) ?? sql`true`;
          const { rows } = await sql<{ holds: boolean | null }>`
          SELECT ${condition} AS holds
          FROM jsonb_array_elements(${JSON.stringify(objects)}::jsonb) WITH ORDINALITY AS g(data, number)
          ORDER BY number`.execute(db);
          expect(rows.map(({ holds }) => holds)).toEqual(
            objects.map((one) => meetsRuleset(one, rules, today)),
          );
        },
      ),
      { numRuns: fuzzRuns(database, 500) },
    );
  });

  test('a measure has the same text, and conditions on it hold for the same objects', async () => {
    const database = getDatabase();
    await fc.assert(
      fc.asyncProperty(
        measureSchema,
        ruleset,
        fc.array(measured, { minLength: 1, maxLength: 8 }),
        fc.nat(7),
        async (schema, { condition, rules }, shapes, nth) => {
          const layer = { strictFields: [{ name: 'm', type: 'text', schema }] } as const;
          const objects = shapes.map(({ kind, hundredths }) => ({
            kind,
            measure: hundredths / 100,
            data: measuredValues(layer.strictFields, {
              ...(kind === 2 && { lengthM: hundredths / 100 }),
              ...(kind === 3 && { areaM2: hundredths / 100 }),
            }),
          }));
          // Half of the rules compare with what an object has.
          const own = objects[nth % objects.length]?.data.m ?? '0';
          const asked = rules.map((rule, at) => ({
            ...{ field: 'm', operator: rule.operator },
            value: at % 2 === 0 ? own : rule.value,
          }));
          const textOf = ownFieldText(layer);
          const holds =
            rulesetCondition(resolveRuleset({ condition, rules: asked }, today), textOf) ?? sql`true`;
          const { rows } = await sql<{ text: string | null; holds: boolean }>`
            SELECT ${textOf('m')} AS text, ${holds} AS holds
            FROM (SELECT '{}'::jsonb AS data, * FROM unnest(${objects.map(({ kind }) => kind)}::smallint[],
              ${objects.map(({ measure }) => measure)}::float8[]) WITH ORDINALITY AS u(kind, measure, number)) AS g
            ORDER BY number`.execute(database.db);
          expect(rows).toEqual(
            objects.map(({ data }) => ({
              text: data.m ?? null,
              holds: meetsRuleset(data, { condition, rules: asked }, today),
            })),
          );
        },
      ),
      { numRuns: fuzzRuns(database, 300) },
    );
  });

  test('D-CLS-10 D-STYLE-01: a label is that of the rule that draws the object', async () => {
    const { db } = getDatabase();
    const objectsOf = fc.array(
      data.map((one) => JSON.parse(JSON.stringify(one)) as Data),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(styleRule, { maxLength: 5 }), objectsOf, async (rules, objects) => {
        const labelRules = rules.map((one, index) => ({ ...one, objLabel: String(index) }));
        const style = { objLabel: 'other', labelRules };
        const { rows } = await sql<{ label: string }>`
          SELECT ${labelText(JSON.stringify(style)) ?? sql`''`} AS label
          FROM jsonb_array_elements(${JSON.stringify(objects)}::jsonb) WITH ORDINALITY AS g(data, number)
          ORDER BY number`.execute(db);
        const [drawn, choose] = [listRules(style), compileRules(style)];
        expect(rows.map(({ label }) => label)).toEqual(objects.map((one) => drawn[choose(one)]?.objLabel));
      }),
      { numRuns: fuzzRuns(getDatabase(), 200) },
    );
  });
});
