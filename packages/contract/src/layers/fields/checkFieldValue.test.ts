import { expect, test } from 'vitest';
import { checkFieldValue } from './checkFieldValue.ts';
import { checkLayerData } from './checkLayerData.ts';
import type { FieldSchema } from './FieldSchema.ts';
import { findSchemaProblems, toStoredSchema } from './findSchemaProblems.ts';

const resultOf = (schema: FieldSchema, text: string) => {
  const checked = checkFieldValue(schema, text);
  return 'code' in checked ? checked.code : checked.value;
};
const list: FieldSchema = { type: 'list', values: [{ value: 'asphalt' }, { value: 'Gravel' }] };

test.each<[FieldSchema, Readonly<Record<string, string>>]>([
  [
    { type: 'list', several: true, values: ['asphalt', 'Gravel', 'sand, fine'].map((value) => ({ value })) },
    {
      'gravel;Asphalt; gravel;': 'asphalt; Gravel',
      ' gravel ': 'Gravel',
      'gravel\nasphalt': 'asphalt; Gravel',
      'Gravel | asphalt': 'asphalt; Gravel',
      'asphalt, gravel': 'asphalt; Gravel',
      'sand, fine; asphalt': 'asphalt; sand, fine',
      'asphalt; mud': 'NOT_ALLOWED',
      ';': 'NOT_ALLOWED',
    },
  ],
  [
    { type: 'integer', min: '1', max: '1000' },
    {
      '60': '60',
      ' 060 ': '60',
      '1 000': '1000',
      '+7': '7',
      '0': 'OUT_OF_RANGE',
      '1001': 'OUT_OF_RANGE',
      '6.5': 'WRONG_FORMAT',
      '1e3': 'WRONG_FORMAT',
      '6000000000000000': 'WRONG_FORMAT',
      x: 'WRONG_FORMAT',
    },
  ],
  [
    { type: 'decimal', decimals: 2, min: '-1' },
    {
      '420,00': '420.00',
      '.5': '0.5',
      '1 234,5': '1234.5',
      '-0,0': '0.0',
      '-0.75': '-0.75',
      '1.230': '1.23',
      '1.234': 'WRONG_FORMAT',
      '-1.01': 'OUT_OF_RANGE',
      '1.2.3': 'WRONG_FORMAT',
      '.': 'WRONG_FORMAT',
    },
  ],
  [
    { type: 'date', min: '2026-01-01', max: '2026-12-31' },
    {
      '26.11.2026': '2026-11-26',
      '2026-1-2': '2026-01-02',
      '2025-12-31': 'OUT_OF_RANGE',
      '2026-01-01': '2026-01-01',
      '2026-12-31': '2026-12-31',
      '2027-01-01': 'OUT_OF_RANGE',
      '31.11.2026': 'WRONG_FORMAT',
      today: 'WRONG_FORMAT',
    },
  ],
  [
    { type: 'dateTime' },
    {
      '26.11.2026 9:30': '2026-11-26T09:30',
      '2026-11-26T09:30:05': '2026-11-26T09:30:05',
      '2026-11-26': '2026-11-26T00:00',
      '2026-11-26T25:00': 'WRONG_FORMAT',
    },
  ],
  [{ type: 'boolean' }, { Jā: 'true', нет: 'false', '1': 'true', maybe: 'WRONG_FORMAT' }],
  [list, { asphalt: 'asphalt', GRAVEL: 'Gravel', asfalts: 'NOT_ALLOWED' }],
  [
    { type: 'link' },
    {
      'https://pgis.lv/a?b=c#d': 'https://pgis.lv/a?b=c#d',
      'www.pgis.lv': 'https://www.pgis.lv',
      'javascript:alert(1)': 'WRONG_FORMAT',
      'data:text/html,x': 'WRONG_FORMAT',
      'https://a b': 'WRONG_FORMAT',
      'https://': 'WRONG_FORMAT',
    },
  ],
  [
    { type: 'phone' },
    { '+371 2000 0000': '+371 2000 0000', '12': 'WRONG_FORMAT', 'call me': 'WRONG_FORMAT' },
  ],
  [{ type: 'email' }, { 'a@b.lv': 'a@b.lv', 'a b@c': 'WRONG_FORMAT', a: 'WRONG_FORMAT' }],
  [
    { type: 'text', pattern: '\\d{11}' },
    { '01000010001': '01000010001', '123': 'WRONG_FORMAT' },
  ],
  [{ type: 'text' }, { anything: 'anything', 'two\nlines': 'WRONG_FORMAT', '': '' }],
  [
    { type: 'longText', required: true },
    { 'two\nlines': 'two\nlines', '  ': 'REQUIRED', '': 'REQUIRED' },
  ],
])('%j stores or refuses', (schema, expected) => {
  const results = Object.keys(expected).map((text) => [text, resultOf(schema, text)]);
  expect(Object.fromEntries(results)).toEqual(expected);
  // A stored value fits again and stays as it is.
  for (const stored of Object.values(expected).filter((text) => !/^[A-Z_]{6,}$/.test(text)))
    expect(resultOf(schema, stored)).toBe(stored);
});

test('a pattern is tried on 500 characters and no more', () => {
  const schema: FieldSchema = { type: 'text', pattern: 'a*' };
  expect(resultOf(schema, 'a'.repeat(500))).toBe('a'.repeat(500));
  expect(resultOf(schema, 'a'.repeat(501))).toBe('WRONG_FORMAT');
});

const fields = [
  { name: 'width', schema: { type: 'integer', required: true, max: '10' } },
  { name: 'surface', schema: { ...list, default: 'asphalt' } },
  { name: 'code', schema: { type: 'text', readOnly: true } },
  { name: 'note' },
] as const satisfies readonly { readonly name: string; readonly schema?: FieldSchema }[];

test('a new object gets defaults, and its values their stored form', () => {
  expect(checkLayerData(fields, { width: ' 07 ', note: ' x ' })).toEqual({
    data: { width: '7', surface: 'asphalt', note: ' x ' },
    problems: [],
  });
  expect(checkLayerData(fields, { width: 7, surface: 'tar', code: '1' })).toEqual({
    data: { width: 7, surface: 'tar', code: '1' },
    problems: [
      { field: 'surface', code: 'NOT_ALLOWED' },
      { field: 'code', code: 'NOT_ALLOWED' },
    ],
  });
  expect(checkLayerData(fields, {}).problems).toEqual([{ field: 'width', code: 'REQUIRED' }]);
  expect(checkLayerData(fields, { width: '1', code: '9' }, { fillsReadOnly: true }).problems).toEqual([]);
});

test('a value that was there before is neither refused nor changed while it stays', () => {
  const before = { width: 'wide', surface: 'tar', code: 'A1' };
  expect(checkLayerData(fields, { ...before, note: 'new' }, { before })).toEqual({
    data: { ...before, note: 'new' },
    problems: [],
  });
  expect(checkLayerData(fields, { note: 'new' }, { before: {} }).problems).toEqual([]);
  expect(checkLayerData(fields, { width: 'wider', code: 'A2' }, { before }).problems).toEqual([
    { field: 'width', code: 'WRONG_FORMAT' },
    { field: 'code', code: 'NOT_ALLOWED' },
  ]);
  expect(checkLayerData(fields, {}, { before: { width: '3' } }).problems).toEqual([
    { field: 'width', code: 'REQUIRED' },
  ]);
});

test('a field that its condition hides is neither required nor filled, and keeps what the object has', () => {
  const shown = { field: 'dangerous', operator: '=', value: 'jā' } as const;
  const conditional = [
    { name: 'dangerous', schema: { type: 'boolean', default: 'false' } },
    { name: 'action', schema: { type: 'text', required: true, default: 'none', showIf: shown } },
    { name: 'reason', schema: { type: 'text', required: true, showIf: { ...shown, operator: '!=' } } },
  ] as const satisfies readonly { readonly name: string; readonly schema: FieldSchema }[];
  expect(checkLayerData(conditional, { action: 'x', reason: 'y' })).toEqual({
    data: { dangerous: 'false', reason: 'y' },
    problems: [],
  });
  expect(checkLayerData(conditional, { dangerous: 'true', reason: 'y' })).toEqual({
    data: { dangerous: 'true', action: 'none' },
    problems: [],
  });
  expect(checkLayerData(conditional, { dangerous: true, action: '' }).problems).toEqual([
    { field: 'action', code: 'REQUIRED' },
  ]);
  const before = { dangerous: 'false', action: 'old' };
  expect(checkLayerData(conditional, { ...before }, { before })).toEqual({ data: before, problems: [] });
});

test.each<[FieldSchema, readonly string[]]>([
  [{ type: 'integer', min: '1', max: '1 000', default: '60', unit: 'cm' }, []],
  [{ type: 'integer', min: 'x' }, ['/s/min WRONG_FORMAT']],
  [{ type: 'decimal', min: '2', max: '10,5' }, []],
  [{ type: 'date', min: '2026-02-01', max: '1.1.2026' }, ['/s/max BELOW_START']],
  [{ type: 'text', several: true }, ['/s/several NOT_ALLOWED']],
  [{ type: 'list', several: true, values: [{ value: 'a; b' }] }, ['/s/values/0/value WRONG_FORMAT']],
  [{ type: 'list', values: [{ value: 'a; b' }] }, []],
  [{ type: 'integer', max: '5', default: '6' }, ['/s/default OUT_OF_RANGE']],
  [{ type: 'text', min: '1', unit: 'm' }, ['/s/min NOT_ALLOWED', '/s/unit NOT_ALLOWED']],
  [{ type: 'integer', pattern: '\\d', decimals: 1 }, ['/s/decimals NOT_ALLOWED', '/s/pattern NOT_ALLOWED']],
  [{ type: 'text', pattern: '(a+)+' }, ['/s/pattern WRONG_FORMAT']],
  [{ type: 'list' }, ['/s/values REQUIRED']],
  [
    { type: 'list', values: [{ value: 'a' }, { value: ' A ' }, { value: ' ' }] },
    ['/s/values/1/value DUPLICATE', '/s/values/2/value REQUIRED'],
  ],
  [{ ...list, default: 'tar' }, ['/s/default NOT_ALLOWED']],
  [{ ...list, required: true, default: '' }, []],
])('the schema %j has the problems %j', (schema, expected) => {
  expect(findSchemaProblems(schema, '/s').map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
});

test('a schema is stored with its bounds and default in the form of the values', () => {
  expect(toStoredSchema({ type: 'decimal', min: ' 0,5', max: '1 000', default: '' })).toEqual({
    type: 'decimal',
    min: '0.5',
    max: '1000',
  });
  expect(toStoredSchema({ ...list, default: 'GRAVEL' })).toEqual({ ...list, default: 'Gravel' });
});
