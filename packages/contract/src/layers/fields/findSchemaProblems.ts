import { findConditionProblem } from '@pgis/conditions';
import type { Problem } from '../../errors.ts';
import { trimNames } from '../../localizedNames.ts';
import { checkFieldValue, compareValues, toStoredValue } from './checkFieldValue.ts';
import { compilePattern } from './compilePattern.ts';
import {
  type FieldSchema,
  hasPattern,
  hasRange,
  isComputed,
  isMeasure,
  isNumberType,
  isRelation,
  type ListValue,
} from './FieldSchema.ts';
import { measureUnits } from './measures/measures.ts';

/** Properties that only some types have. */
const belongs = {
  min: hasRange,
  max: hasRange,
  decimals: (type) => type === 'decimal' || isMeasure(type),
  unit: isNumberType,
  pattern: hasPattern,
  values: (type) => type === 'list',
  several: (type) => type === 'list',
  layer: isRelation,
  layerField: (type) => type === 'liesIn',
  // An object may be deleted, and the default would lead nowhere.
  default: (type) => type !== 'reference' && !isComputed(type),
  required: (type) => !isComputed(type),
  readOnly: (type) => !isComputed(type),
} as const satisfies Partial<Record<keyof FieldSchema, (type: FieldSchema['type']) => boolean>>;

/** Returns what is wrong with a schema itself; paths begin with `path`. */
export function findSchemaProblems(schema: FieldSchema, path: string): Problem[] {
  const names = Object.keys(belongs) as (keyof typeof belongs)[];
  const problems: Problem[] = names
    .filter((name) => schema[name] !== undefined && !belongs[name](schema.type))
    .map((name) => ({ path: `${path}/${name}`, code: 'NOT_ALLOWED' }));
  if (problems.length > 0) return problems;
  problems.push(...findRangeProblems(schema, path), ...findValueProblems(schema, path));
  if (isRelation(schema.type) && schema.layer === undefined)
    problems.push({ path: `${path}/layer`, code: 'REQUIRED' });
  if (isMeasure(schema.type) && !measureUnits[schema.type].some((unit) => unit === schema.unit))
    problems.push({ path: `${path}/unit`, code: schema.unit === undefined ? 'REQUIRED' : 'NOT_ALLOWED' });
  const code = schema.showIf && findConditionProblem(schema.showIf);
  if (code !== undefined) problems.push({ path: `${path}/showIf/value`, code });
  if (schema.pattern !== undefined && compilePattern(schema.pattern) === undefined)
    problems.push({ path: `${path}/pattern`, code: 'WRONG_FORMAT' });
  if (problems.length === 0 && schema.default !== undefined) {
    const checked = checkFieldValue({ ...schema, required: false }, schema.default);
    if ('code' in checked) problems.push({ path: `${path}/default`, code: checked.code });
  }
  return problems;
}

function findRangeProblems(schema: FieldSchema, path: string): Problem[] {
  const { type, min, max } = schema;
  const problems = (['min', 'max'] as const).flatMap((name): Problem[] => {
    const bound = schema[name];
    return bound === undefined || toStoredValue(schema, bound) !== undefined
      ? []
      : [{ path: `${path}/${name}`, code: 'WRONG_FORMAT' }];
  });
  if (problems.length > 0 || min === undefined || max === undefined) return problems;
  const [from = '', to = ''] = [toStoredValue(schema, min), toStoredValue(schema, max)];
  return compareValues(type, from, to) > 0 ? [{ path: `${path}/max`, code: 'BELOW_START' }] : [];
}

function findValueProblems({ type, values = [], several }: FieldSchema, path: string): Problem[] {
  if (type !== 'list') return [];
  if (values.length === 0) return [{ path: `${path}/values`, code: 'REQUIRED' }];
  const used = new Set<string>();
  return values.flatMap(({ value }, index): Problem[] => {
    const text = value.trim().toLowerCase();
    const isSplit = several === true && /[;\n]/.test(text);
    const code =
      text === '' ? 'REQUIRED' : used.has(text) ? 'DUPLICATE' : isSplit ? 'WRONG_FORMAT' : undefined;
    used.add(text);
    return code === undefined ? [] : [{ path: `${path}/values/${index}/value`, code }];
  });
}

function toStoredListValue({ value, names = {} }: ListValue): ListValue {
  const given = trimNames(names);
  return { value: value.trim(), ...(Object.keys(given).length > 0 && { names: given }) };
}

/** Returns the schema as it is stored: trimmed, bounds and default in the form of the field's values. */
export function toStoredSchema(schema: FieldSchema): FieldSchema {
  const form = (text: string | undefined): string | undefined =>
    text === undefined || text.trim() === '' ? undefined : toStoredValue(listed, text);
  const { values, default: given, min, max, ...rest } = schema;
  const listed: FieldSchema = {
    ...rest,
    ...(values && { values: values.map(toStoredListValue) }),
  };
  const [start, low, high] = [form(given), form(min), form(max)];
  return {
    ...listed,
    ...(low !== undefined && { min: low }),
    ...(high !== undefined && { max: high }),
    ...(start !== undefined && { default: start }),
  };
}
