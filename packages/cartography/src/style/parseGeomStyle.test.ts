import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildLegend } from '../legend/legend.ts';
import { compileStyle } from '../symbols/compileStyle.ts';
import { describeSymbol } from '../symbols/describeSymbol.ts';
import { checkGeomStyle } from './checkGeomStyle.ts';
import { parseGeomStyle } from './parseGeomStyle.ts';
import { PATTERNS, POINT_FORMS, STYLE_PROPERTIES, type StyleProperty, THEMES } from './propertyTable.ts';
import { listRules } from './resolveStyle.ts';

const problemsOf = (input: unknown) =>
  parseGeomStyle(input).problems.map(({ path, code }) => `${path} ${code}`);

/** Any JSON, with names of properties and some of their values mixed in. */
const styleLike = fc.dictionary(
  fc.constantFrom(...Object.keys(STYLE_PROPERTIES), 'labelRules', '__proto__', 'constructor', 'x/y~z'),
  fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      '',
      'red',
      '#12g',
      'rgba(1,2,3,.4)',
      'dashed',
      '12',
      '-1',
      'true',
      ...PATTERNS,
      ...THEMES,
      ...POINT_FORMS,
    ),
    fc.constantFrom(Number.NaN, Infinity, -0, 1e300),
    fc.array(fc.dictionary(fc.constantFrom('rule', 'lineWidth', 'labelRules'), fc.jsonValue())),
  ),
);

describe('tolerant reading', () => {
  test('a range of numbers is one that can be read, or none', () => {
    const rule = (ruleRange: unknown) => problemsOf({ labelRules: [{ rule: 'a', ruleRange }] });
    expect([rule(''), rule('[5,10)')]).toEqual([[], []]);
    expect([rule('high'), rule(5)]).toEqual([
      ['/labelRules/0/ruleRange WRONG_FORMAT'],
      ['/labelRules/0/ruleRange WRONG_TYPE'],
    ]);
  });

  test('never throws, and what it returns can be drawn and read again without a loss', () => {
    const anyInput = fc.oneof(styleLike, fc.jsonValue(), fc.json(), fc.string(), fc.anything());
    fc.assert(
      fc.property(anyInput, (input) => {
        const { style } = parseGeomStyle(input);
        for (const rule of listRules(style)) {
          for (const kind of ['point', 'line', 'polygon'] as const) describeSymbol(rule, { kind });
        }
        expect(parseGeomStyle(style).style).toEqual(style);
      }),
    );
  });

  test.each(['', ' ', null, undefined, '{}', 'null'])('%j means defaults', (input) => {
    expect(parseGeomStyle(input)).toEqual({ style: {}, problems: [] });
  });

  test.each([
    ['{', [' INVALID_JSON']],
    ['[1]', [' WRONG_TYPE']],
    [{ lineWidth: 'wide' }, ['/lineWidth WRONG_TYPE']],
    [{ lineWidth: -1 }, ['/lineWidth OUT_OF_RANGE']],
    [{ lineWidth: Infinity }, ['/lineWidth OUT_OF_RANGE']],
    [{ lineTransparency: [] }, ['/lineTransparency WRONG_TYPE']],
    [{ fillColor: 'reddish' }, ['/fillColor WRONG_FORMAT']],
    [{ fillPattern: 'tartan' }, ['/fillPattern NOT_ALLOWED']],
    [{ pointForm: 'comma' }, ['/pointForm NOT_ALLOWED']],
    [{ theme: 'heat' }, ['/theme NOT_ALLOWED']],
    [{ labelEnabled: 'maybe' }, ['/labelEnabled WRONG_TYPE']],
    [{ ruleNameLv: { lv: 'Egle' } }, ['/ruleNameLv WRONG_TYPE']],
    [{ labelRules: { rule: 'Default' } }, ['/labelRules WRONG_TYPE']],
    [
      { labelRules: [7, { rule: 'a', lineWidth: 'x' }] },
      ['/labelRules/0 WRONG_TYPE', '/labelRules/1/lineWidth WRONG_TYPE'],
    ],
    [{ labelRules: [{ labelRules: [{}] }] }, ['/labelRules/0/labelRules NOT_ALLOWED']],
    [{ 'x/y~z': 1 }, ['/x~1y~0z UNKNOWN_PROPERTY']],
  ])('%j', (input, problems) => {
    expect(problemsOf(input)).toEqual(problems);
  });

  test('numbers and switches written as text are read', () => {
    const { style, problems } = parseGeomStyle({
      lineWidth: '2.5',
      labelEnabled: 'false',
      pointSize: ' 1e1 ',
    });
    expect(style).toEqual({ lineWidth: 2.5, labelEnabled: false, pointSize: 10 });
    expect(problems).toEqual([]);
  });

  test('a value that cannot be used leaves its default', () => {
    expect(parseGeomStyle({ lineWidth: 'wide', lineColor: 'blue' }).style).toEqual({ lineColor: 'blue' });
  });

  test('keys unknown here are kept, a key __proto__ too, and reach no prototype', () => {
    const text = '{"future":{"a":[1]},"__proto__":{"polluted":true},"lineWidth":2}';
    const { style } = parseGeomStyle(text);
    expect(JSON.parse(JSON.stringify(style))).toEqual(JSON.parse(text));
    expect((style as Record<string, unknown>).polluted).toBeUndefined();
  });
});

const someConditions = { condition: 'or', rules: [{ field: 'a', operator: '>=', value: '5' }] };

describe('conditions of rules', () => {
  const checked = (ruleConditions: unknown) =>
    checkGeomStyle({ labelRules: [{ rule: 'data.a=x', ruleConditions }] }).map(
      ({ path, code }) => `${path.replace('/labelRules/0/ruleConditions', '')} ${code}`,
    );
  const withRule = (change: object) => ({
    condition: 'and',
    rules: [{ ...someConditions.rules[0], ...change }],
  });

  test('are kept as they are', () => {
    const { style } = parseGeomStyle({ labelRules: [{ ruleConditions: someConditions }] });
    expect(style.labelRules).toEqual([{ ruleConditions: someConditions }]);
    expect(checked(someConditions)).toEqual([]);
  });

  test.each<[unknown, string]>([
    ['a > 5', ' WRONG_TYPE'],
    [{ condition: 'and', rules: [{ field: 'a', operator: '>' }] }, '/rules/0/value WRONG_TYPE'],
    [{ condition: 'and', rules: [] }, '/rules REQUIRED'],
    [{ ...someConditions, condition: 'xor' }, '/condition NOT_ALLOWED'],
    [withRule({ operator: '~' }), '/rules/0/operator NOT_ALLOWED'],
    [withRule({ field: ' ' }), '/rules/0/field REQUIRED'],
    [withRule({ value: 'five' }), '/rules/0/value WRONG_FORMAT'],
    [withRule({ operator: 'between', value: '5\n4' }), '/rules/0/value BELOW_START'],
    [{ condition: 'and', rules: Array.from({ length: 11 }, () => someConditions.rules[0]) }, ' TOO_MANY'],
  ])('%j: %s', (conditions, problem) => expect(checked(conditions)).toEqual([problem]));
});

/** Styles as the style panel saves them: valid values in any order, and keys of later versions. */
const savedStyle = (() => {
  const color = fc
    .tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.integer({ min: 0, max: 100 }))
    .map(([red, green, blue, alpha]) => `rgba(${red},${green},${blue},${alpha / 100})`);
  const values = Object.fromEntries(
    Object.entries<StyleProperty>(STYLE_PROPERTIES).map(([name, property]) => {
      if (property.type === 'number') {
        const [min, max] = [Math.max(property.min, -1e6), Math.min(property.max, 1e6)];
        return [name, fc.double({ min, max, noNaN: true }).map((value) => value + 0)];
      }
      if (property.type === 'choice') return [name, fc.constantFrom(...property.values)];
      if (property.type === 'conditions') return [name, fc.constant(someConditions)];
      const range = fc.constantFrom('', '[1,2)', '[,3]', '[-0.5,)');
      return [
        name,
        { color, range, boolean: fc.boolean(), text: fc.string({ unit: 'binary' }) }[property.type],
      ];
    }),
  );
  const rule = fc
    .record({ ...values, later: fc.jsonValue() }, { requiredKeys: [] })
    .chain((style) => fc.shuffledSubarray(Object.entries(style)).map((some) => Object.fromEntries(some)));
  return fc
    .tuple(rule, fc.option(fc.array(rule, { maxLength: 20 }), { nil: undefined }))
    .map(([style, labelRules]) => ({ ...style, ...(labelRules && { labelRules }) }));
})();

describe('opening and saving', () => {
  const texts = fc.sample(savedStyle, { seed: 26, numRuns: 50 }).map((style) => JSON.stringify(style));

  test.each(texts.map((text, i) => [i + 1, text]))(
    'generated style %d is the same bytes again',
    (_, text) => {
      const { style, problems } = parseGeomStyle(text);
      expect(problems.filter(({ code }) => code !== 'UNKNOWN_PROPERTY')).toEqual([]);
      const { rules, chooseSymbol, symbolOf } = compileStyle(style);
      for (const index of [...rules.keys(), chooseSymbol({}, 'point'), chooseSymbol(null, 'point')])
        for (const kind of ['point', 'line', 'polygon'] as const) symbolOf(index, kind);
      expect(JSON.stringify(style)).toBe(text);
    },
  );

  test('they use every property', () => {
    for (const name of [...Object.keys(STYLE_PROPERTIES), 'labelRules', 'later'])
      expect(texts.some((text) => text.includes(`"${name}":`))).toBe(true);
  });
});

/** Returns the value a JSON pointer refers to; throws when there is none. */
const followPointer = (document: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((part, step) => {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key))
        throw new Error(`${pointer} leads nowhere`);
      return (part as Record<string, unknown>)[key];
    }, document);

describe('hostile styles', () => {
  test('5 000 of them give problems with paths into what was sent, and never an exception', () => {
    let refused = 0;
    const labels = { ofRule: () => undefined, of: String, ofValue: (_: string, value: string) => value };
    fc.assert(
      fc.property(fc.oneof(styleLike, fc.jsonValue(), fc.json(), fc.string()), (input) => {
        const problems = checkGeomStyle(input);
        if (problems.length > 0) refused += 1;
        const sent = typeof input === 'string' && input.trim() !== '' ? readJson(input) : input;
        for (const { path, code } of problems) {
          expect(code).toMatch(/^[A-Z_]+$/);
          if (code !== 'INVALID_JSON') followPointer(sent, path);
        }
        const { style } = parseGeomStyle(input);
        const { rules, chooseSymbol, symbolOf } = compileStyle(style);
        for (const data of [null, {}, { valdosaSuga: [1], bon: '__proto__', aat: 1e308 }])
          for (const kind of ['point', 'line', 'polygon'] as const) symbolOf(chooseSymbol(data, kind), kind);
        expect(rules.length).toBeGreaterThan(0);
        buildLegend(style, { labels, noName: '', themeText: (text) => text });
      }),
      { numRuns: 5_000 },
    );
    expect(refused).toBeGreaterThan(2_000);
  });

  const readJson = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };
});

describe('the check before saving', () => {
  test.each(['pointRadius', 'lineWidth', 'labelSize', 'pointSize'])(
    '%s is a finite number, not negative',
    (name) => {
      expect(checkGeomStyle({ [name]: 0 })).toEqual([]);
      expect(checkGeomStyle({ [name]: -0.01 })).toEqual([{ path: `/${name}`, code: 'OUT_OF_RANGE' }]);
      expect(checkGeomStyle(`{"${name}":1e999}`)).toEqual([{ path: `/${name}`, code: 'OUT_OF_RANGE' }]);
    },
  );

  test('200 rules pass, 201 do not', () => {
    const withRules = (count: number) => ({
      labelRules: Array.from({ length: count }, (_, i) => ({ rule: `data.f=${i}` })),
    });
    expect(checkGeomStyle(withRules(200))).toEqual([]);
    expect(checkGeomStyle(withRules(201))).toEqual([{ path: '/labelRules', code: 'TOO_MANY' }]);
  });

  test.each([
    ['pointSize', 256],
    ['pointRadius', 128],
    ['lineWidth', 100],
    ['lineTransparency', 1],
    ['labelSize', 128],
    ['labelHaloWidth', 20],
    ['labelOffsetX', 100],
    ['labelPriority', 5],
    ['labelMaxZoom', 28],
  ])('%s is saved up to %d, and beyond named by its path; what is stored is still read', (name, max) => {
    expect(checkGeomStyle({ [name]: max, labelRules: [{ [name]: max }] })).toEqual([]);
    const beyond = { labelRules: [{}, { [name]: max + 0.1 }] };
    expect(checkGeomStyle(beyond)).toEqual([{ path: `/labelRules/1/${name}`, code: 'OUT_OF_RANGE' }]);
    expect(parseGeomStyle(beyond).style).toEqual(beyond);
  });

  test.each(['labelOffsetX', 'labelOffsetY', 'labelPriority'])('%s has a lower bound below 0', (name) => {
    expect(checkGeomStyle({ [name]: -1 })).toEqual([]);
    expect(checkGeomStyle({ [name]: -101 })).toEqual([{ path: `/${name}`, code: 'OUT_OF_RANGE' }]);
  });

  test('labels have at least one zoom level, in each rule with what it inherits', () => {
    const check = (style: object) => checkGeomStyle(style).map(({ path, code }) => `${path} ${code}`);
    expect(check({ labelMinZoom: 12, labelMaxZoom: 12 })).toEqual([]);
    expect(check({ labelMinZoom: 12, labelMaxZoom: 11 })).toEqual(['/labelMaxZoom OUT_OF_RANGE']);
    expect(check({ labelMinZoom: 29 })).toEqual(['/labelMinZoom OUT_OF_RANGE']);
    const labelRules = [{ labelMaxZoom: 11 }, {}, { labelMinZoom: 15 }, { labelMaxZoom: 12 }];
    expect(check({ labelMinZoom: 12, labelMaxZoom: 14, labelRules })).toEqual([
      '/labelRules/0/labelMaxZoom OUT_OF_RANGE',
      '/labelRules/2/labelMinZoom OUT_OF_RANGE',
    ]);
  });

  test.each([
    [{ sizeFrom: 7, sizeTo: 7, sizeMin: 5, sizeMax: 5 }, []],
    [{ sizeFrom: 7, sizeTo: 6 }, ['/sizeTo OUT_OF_RANGE']],
    [{ sizeFrom: 101 }, ['/sizeFrom OUT_OF_RANGE']],
    [{ sizeMin: 49 }, ['/sizeMin OUT_OF_RANGE']],
    [{ sizeMax: 257 }, ['/sizeMax OUT_OF_RANGE']],
    [{ sizeMin: 0 }, ['/sizeMin OUT_OF_RANGE']],
    [{ sizeLineMin: 3, sizeLineMax: 2 }, ['/sizeLineMax OUT_OF_RANGE']],
    [{ sizeLineMax: 101 }, ['/sizeLineMax OUT_OF_RANGE']],
    [{ sizeTo: 1e300 }, ['/sizeTo OUT_OF_RANGE']],
    [{ sizeScale: 'volume' }, ['/sizeScale NOT_ALLOWED']],
    [{ sizeField: 7 }, ['/sizeField WRONG_TYPE']],
  ])('sizes by value %j are checked with their paths', (style, problems) => {
    expect(checkGeomStyle(style).map(({ path, code }) => `${path} ${code}`)).toEqual(problems);
  });

  test.each(['ruleNameEn', 'ruleNameRu', 'ruleNameLv'])('%s has at most 100 characters', (name) => {
    const named = (length: number) => ({ labelRules: [{}, { [name]: 'ā'.repeat(length) }] });
    expect(checkGeomStyle(named(100))).toEqual([]);
    expect(checkGeomStyle(named(101))).toEqual([{ path: `/labelRules/1/${name}`, code: 'TOO_LONG' }]);
    expect(parseGeomStyle(named(101)).style).toEqual({ labelRules: [{}, {}] });
  });

  test('unknown keys stand in no one’s way, colours that are none do', () => {
    expect(checkGeomStyle({ future: 1 })).toEqual([]);
    expect(checkGeomStyle({ labelRules: [{ rule: 'Default', lineColor: 'url(x)' }] })).toEqual([
      { path: '/labelRules/0/lineColor', code: 'WRONG_FORMAT' },
    ]);
  });
});
