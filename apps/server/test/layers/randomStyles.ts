import {
  type GeomStyle,
  MAX_RULE_NAME_LENGTH,
  MAX_STYLE_RULES,
  ruleName,
  STYLE_PROPERTIES,
  type StyleProperty,
} from '@pgis/cartography';
import { limits, type Ruleset } from '@pgis/contract';
import fc from 'fast-check';

/** Styles and filters by chance: sound ones, and sound ones with one thing in them that may not be saved. */

const color = fc.oneof(
  fc.constantFrom('red', 'magenta', '#0a0', '#12345678', ''),
  fc
    .tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.integer({ min: 0, max: 100 }))
    .map(([r, g, b, percent]) => `rgba(${r}, ${g},${b},${percent / 100})`),
);

function someValue(property: StyleProperty): fc.Arbitrary<unknown> {
  switch (property.type) {
    case 'number':
      return fc.oneof(
        fc.integer({
          min: Math.ceil(Math.max(property.min, -360)),
          max: Math.floor(Math.min(property.max, 5_000)),
        }),
        fc.constantFrom(property.default, 0, 0.5, 1e-7),
      );
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...property.values);
    case 'color':
      return color;
    case 'range':
      return fc.constantFrom('', '[0,5)', '[-1.5,]', '[2,2]');
    case 'conditions':
      return fc.constantFrom<unknown>(
        null,
        { condition: 'and', rules: [{ field: 'a', operator: '>=', value: '1,5' }] },
        {
          condition: 'or',
          rules: [
            { field: 'a', operator: 'lastDays', value: '7' },
            { field: 'b', operator: 'in', value: 'x\ny' },
          ],
        },
      );
    case 'text':
      return fc.oneof(
        fc.constantFrom('', 'fa-tree', '{name}: {data.a}', 'Ķēķis 😀', 'a "quoted" \\ text\n', '</script>'),
        fc.string({ maxLength: 40 }),
      );
  }
}

const { rule: _rule, ...drawn } = STYLE_PROPERTIES;
const properties = {
  ...Object.fromEntries(Object.entries(drawn).map(([name, property]) => [name, someValue(property)])),
  // Whatever a rule inherits of the two, its labels have a zoom level.
  labelMinZoom: fc.integer({ min: 0, max: 14 }),
  labelMaxZoom: fc.integer({ min: 14, max: 28 }),
  // Ranges of sizes end after they begin.
  sizeFrom: fc.integer({ min: -360, max: 0 }),
  sizeTo: fc.integer({ min: 101, max: 5_000 }),
  sizeMin: fc.integer({ min: 1, max: 6 }),
  sizeMax: fc.integer({ min: 48, max: 256 }),
  sizeLineMin: fc.constantFrom(0.1, 0.5, 1),
  sizeLineMax: fc.integer({ min: 10, max: 100 }),
};
/** What another program keeps in a style is kept too (D-CLS-18). */
const unknownKeys = fc.dictionary(fc.constantFrom('x-note', 'zz', 'a/b~c', '1'), fc.json({ maxDepth: 2 }), {
  maxKeys: 1,
});

const plainStyle = fc
  .tuple(unknownKeys, fc.record(properties, { requiredKeys: [] }))
  .map(([unknown, known]) => ({ ...unknown, ...known }));
const rule = fc
  .tuple(plainStyle, fc.constantFrom('a', 'b', 'gone'), fc.string({ maxLength: 12 }))
  .map(([style, field, value]) => ({ ...style, rule: ruleName(field, value) }));
const soundStyle: fc.Arbitrary<GeomStyle> = fc
  .tuple(plainStyle, fc.array(rule, { maxLength: 8 }), fc.boolean())
  .map(
    ([style, rules, hasDefault]) =>
      ({ ...style, labelRules: hasDefault ? [...rules, { rule: 'Default' }] : rules }) as GeomStyle,
  );

/** A sound style as text, as people and programs write it: any indents, keys in any order. */
export const styleText: fc.Arbitrary<string> = fc
  .tuple(soundStyle, fc.constantFrom(0, 1, 2, '\t', '\r\n '))
  .map(([style, indent]) => JSON.stringify(style, undefined, indent));

/** A hostile thing and the path under which the answer must name it, '' for the whole. */
export interface Hostile<T> {
  readonly sent: T;
  readonly path: string;
}

const ofType = (type: StyleProperty['type']): string[] =>
  Object.entries(STYLE_PROPERTIES).flatMap(([name, property]) => (property.type === type ? [name] : []));

const notScalar = fc.constantFrom<unknown>([], {}, [1], { a: 1 });
/** A property with a value it cannot have. */
const poison: fc.Arbitrary<readonly [name: string, value: unknown]> = fc.oneof(
  fc.tuple(
    fc.constantFrom(...ofType('number')),
    fc.oneof(notScalar, fc.constantFrom<unknown>(true, 'wide', '1e999', 'NaN', '0x10', '1,5', '--1')),
  ),
  fc.tuple(
    fc.constantFrom('lineWidth', 'pointRadius', 'pointSize', 'labelSize', 'lineTransparency'),
    fc.oneof(
      fc.integer({ min: -1_000_000, max: -1 }),
      fc.constantFrom<unknown>('-1', -1e-9, '-1e308', 257, '1e9', Number.MAX_SAFE_INTEGER),
    ),
  ),
  fc.tuple(
    fc.constantFrom(...ofType('color')),
    fc.oneof(
      notScalar,
      fc.constantFrom<unknown>(0, false, 'url(x)', 'rgba(1,2,3', '#12', 'expression(1)', 'nocolour', 'rgb()'),
    ),
  ),
  fc.tuple(
    fc.constantFrom(...ofType('choice')),
    fc.oneof(notScalar, fc.constantFrom<unknown>(1, true, 'star', 'NONE', 'toString', '__proto__', ' ')),
  ),
  fc.tuple(
    fc.constantFrom(...ofType('range')),
    fc.oneof(notScalar, fc.constantFrom<unknown>(1, '1-2', '(1,2)', '[2,1]', '[1,2', '[NaN,)')),
  ),
  fc.tuple(
    fc.constantFrom(...ofType('conditions')),
    fc.constantFrom<unknown>(1, 'a', [], {}, { rules: {} }, { rules: [1] }),
  ),
  fc.tuple(fc.constantFrom(...ofType('boolean')), fc.oneof(notScalar, fc.constantFrom<unknown>(1, 'yes'))),
  fc.tuple(fc.constantFrom(...ofType('text')), fc.oneof(notScalar, fc.constantFrom<unknown>(0, true))),
  fc.tuple(fc.constantFrom('objLabel', 'ruleNameRu'), fc.constantFrom<unknown>('a\u0000b', '\ud800')),
);

const badStyle = fc.oneof(
  fc.constantFrom('[]', '1', 'true', '"text"', '[{}]', '{', '{"a":}', "{'a':1}", 'undefined', '{}{}', '\\'),
  fc.constantFrom('{"__proto__":{"lineWidth":1}}', '{"constructor":{"prototype":{}}}'),
  fc.constantFrom(60, 500, 20_000).map((depth) => `{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  fc
    .tuple(styleText, fc.nat(1_000))
    .map(([text, cut]) => text.slice(0, 1 + (cut % Math.max(1, text.trimEnd().length - 1)))),
);
const tooMuch = fc.constantFrom<Hostile<object>>(
  { sent: { labelRules: Array.from({ length: MAX_STYLE_RULES + 1 }, () => ({})) }, path: '/labelRules' },
  { sent: { objLabel: 'a'.repeat(limits.label.length + 1) }, path: '/objLabel' },
  { sent: { objLabel: '{data.a} '.repeat(limits.label.parts) }, path: '/objLabel' },
  { sent: { ruleNameEn: 'a'.repeat(MAX_RULE_NAME_LENGTH + 1) }, path: '/ruleNameEn' },
  {
    sent: { labelRules: [{}, { ruleNameLv: 'ā'.repeat(MAX_RULE_NAME_LENGTH + 1) }] },
    path: '/labelRules/1/ruleNameLv',
  },
  { sent: { labelRules: {} }, path: '/labelRules' },
  { sent: { labelRules: 'data.a' }, path: '/labelRules' },
  { sent: { labelRules: [[]] }, path: '/labelRules/0' },
  { sent: { labelRules: [{}, 7] }, path: '/labelRules/1' },
  { sent: { labelRules: [{ labelRules: [{}] }] }, path: '/labelRules/0/labelRules' },
);

/** Texts that no layer may have as its style. */
export const hostileStyle: fc.Arbitrary<Hostile<string>> = fc.oneof(
  badStyle.map((sent) => ({ sent, path: '' })),
  tooMuch.map(({ sent, path }) => ({ sent: JSON.stringify(sent), path })),
  {
    weight: 3,
    arbitrary: fc.tuple(soundStyle, poison).map(([style, [name, value]]) => ({
      sent: JSON.stringify({ ...style, [name]: value }),
      path: `/${name}`,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(soundStyle, rule, poison).map(([style, bad, [name, value]]) => {
      const rules = [...(style.labelRules ?? []), { ...bad, [name]: value }];
      return {
        sent: JSON.stringify({ ...style, labelRules: rules }),
        path: `/labelRules/${rules.length - 1}/${name}`,
      };
    }),
  },
);

const filterRule = fc.record({
  field: fc.constantFrom('a', 'b'),
  operator: fc.constantFrom('=' as const, '!=' as const),
  value: fc.string({ maxLength: 20 }),
});
const soundRuleset: fc.Arbitrary<Ruleset> = fc.record({
  condition: fc.constantFrom('and' as const, 'or' as const),
  rules: fc.array(filterRule, { maxLength: 4 }),
});

const tooMany = Array.from({ length: limits.filterRules + 1 }, () => ({
  field: 'a',
  operator: '=',
  value: '',
}));
/** What is no filter as a whole, or no list of rules. */
const badRuleset = fc.constantFrom<Hostile<unknown>>(
  { sent: 'and', path: '' },
  { sent: 7, path: '' },
  { sent: [], path: '' },
  { sent: { rules: [] }, path: '/condition' },
  { sent: { condition: 'xor', rules: [] }, path: '/condition' },
  { sent: { condition: null, rules: [] }, path: '/condition' },
  { sent: { condition: 'and' }, path: '/rules' },
  { sent: { condition: 'and', rules: {} }, path: '/rules' },
  { sent: { condition: 'and', rules: 'a=1' }, path: '/rules' },
  { sent: { condition: 'and', rules: tooMany }, path: '/rules' },
  { sent: { condition: 'and', rules: [], not: true }, path: '/not' },
  { sent: { condition: 'or', rules: [{ condition: 'and', rules: [] }] }, path: '/rules/0/field' },
  { sent: { condition: 'or', rules: [null] }, path: '/rules/0' },
  { sent: { condition: 'or', rules: [[]] }, path: '/rules/0' },
);
/** A property of a rule with a value it cannot have. */
const rulePoison = fc.constantFrom<readonly [name: string, value: unknown]>(
  ['operator', '<>'],
  ['operator', 'LIKE'],
  ['operator', ''],
  ['operator', null],
  ['field', 'nowhere'],
  ['field', 'constructor'],
  ['field', "a'; DROP TABLE geoms; --"],
  ['field', ''],
  ['field', 7],
  ['field', 'a'.repeat(limits.data.keyLength + 1)],
  ['value', 1],
  ['value', true],
  ['value', ['x']],
  ['value', { a: 1 }],
  ['value', 'a\u0000'],
  ['value', 'a'.repeat(limits.data.valueLength + 1)],
  ['rules', []],
  ['not', true],
);

/** What no layer may have as its filter. */
export const hostileRuleset: fc.Arbitrary<Hostile<unknown>> = fc.oneof(badRuleset, {
  weight: 3,
  arbitrary: fc
    .tuple(soundRuleset, filterRule, rulePoison)
    .map(([{ condition, rules }, sound, [name, value]]) => ({
      sent: { condition, rules: [...rules, { ...sound, [name]: value }] },
      path: `/rules/${rules.length}/${name}`,
    })),
});
