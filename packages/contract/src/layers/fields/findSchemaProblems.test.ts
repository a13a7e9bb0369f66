import { expect, test } from 'vitest';
import type { FieldSchema, FieldType } from './FieldSchema.ts';
import { findSchemaProblems } from './findSchemaProblems.ts';

const types = [
  'text',
  'longText',
  'integer',
  'decimal',
  'date',
  'dateTime',
  'boolean',
  'list',
  'link',
  'phone',
  'email',
] as const satisfies readonly FieldType[];
const problemsOf = (schema: FieldSchema) =>
  findSchemaProblems(schema, '/s').map(({ path, code }) => `${path} ${code}`);

/** Types of which a schema may have the property. */
test.each<[string, Partial<FieldSchema>, readonly FieldType[]]>([
  ['min', { min: '1' }, ['integer', 'decimal', 'date', 'dateTime']],
  ['max', { max: '1' }, ['integer', 'decimal', 'date', 'dateTime']],
  ['decimals', { decimals: 2 }, ['decimal']],
  ['unit', { unit: 'm' }, ['integer', 'decimal']],
  ['values', { values: [{ value: 'a' }] }, ['list']],
  ['pattern', { pattern: 'a+' }, ['text']],
])('only some types have %s', (name, property, allowed) => {
  const refused = types.filter((type) =>
    problemsOf({ type, ...property }).includes(`/s/${name} NOT_ALLOWED`),
  );
  expect(refused).toEqual(types.filter((type) => !allowed.includes(type)));
});

test.each<[FieldSchema, readonly string[]]>([
  [{ type: 'date', min: '2026-01-01', max: '2026-01-01' }, []],
  [{ type: 'date', min: '2026-01-02', max: '2026-01-01' }, ['/s/max BELOW_START']],
  [{ type: 'integer', min: '10', max: '9' }, ['/s/max BELOW_START']],
  [{ type: 'integer', min: 'x', max: '9' }, ['/s/min WRONG_FORMAT']],
  [{ type: 'list' }, ['/s/values REQUIRED']],
  [
    { type: 'list', values: [{ value: 'a' }, { value: ' A ' }, { value: ' ' }] },
    ['/s/values/1/value DUPLICATE', '/s/values/2/value REQUIRED'],
  ],
  [{ type: 'text', pattern: '(' }, ['/s/pattern WRONG_FORMAT']],
  [{ type: 'integer', max: '5', default: '6', required: true }, ['/s/default OUT_OF_RANGE']],
  [{ type: 'integer', max: '5', default: '', required: true }, []],
  [{ type: 'text', showIf: { field: 'a', operator: '<', value: 'x' } }, ['/s/showIf/value WRONG_FORMAT']],
])('%j has the problems %j', (schema, problems) => {
  expect(problemsOf(schema)).toEqual(problems);
});
