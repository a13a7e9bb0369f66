import type { ProblemCode } from '../../errors.ts';
import { checkFieldValue } from './checkFieldValue.ts';
import { isComputed } from './FieldSchema.ts';
import { type DescribedField, isFieldShown } from './isFieldShown.ts';
import { needsSize, type ShapeSize, withMeasures } from './measures/measures.ts';

type Value = string | number | boolean | null;

export interface FieldProblem {
  readonly field: string;
  readonly code: ProblemCode;
}

export interface CheckedData {
  /** The data to store: defaults filled in, values in their stored form. */
  readonly data: Readonly<Record<string, Value>>;
  readonly problems: readonly FieldProblem[];
}

export interface DataOrigin {
  /** Data that the object has now; undefined for a new object. A value that stays as it is is never refused. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  /** True for an import, which may fill read-only fields. */
  readonly fillsReadOnly?: boolean | undefined;
  /** Size of the shape, on which it may depend whether a field is shown. */
  readonly size?: (() => ShapeSize) | undefined;
}

const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Values of a new object that is sent without any. */
export const listDefaults = (fields: readonly DescribedField[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap(({ name, schema }) => (schema?.default === undefined ? [] : [[name, schema.default]])),
  );

/** A number or a boolean keeps its type if its text is the stored form. */
const keepType = (given: Value, stored: string): Value => (String(given) === stored ? given : stored);

/**
 * Checks the values of an object against the schemas of its layer's fields. Fields without a schema and values that
 * `before` has already pass as they are.
 */
export function checkLayerData(
  fields: readonly DescribedField[],
  data: Readonly<Record<string, Value>>,
  { before, fillsReadOnly = false, size }: DataOrigin = {},
): CheckedData {
  const checked = new Map(Object.entries(data));
  const problems: FieldProblem[] = [];
  const shownFor = {
    ...(before === undefined && listDefaults(fields)),
    ...(size === undefined || !needsSize(fields) ? data : withMeasures(fields, data, size())),
  };
  for (const described of fields) {
    const { name: field, schema } = described;
    if (schema === undefined) continue;
    if (isComputed(schema.type)) {
      // A value from before the field was computed is nobody's to change.
      const held = before?.[field];
      if (held === undefined) checked.delete(field);
      else checked.set(field, held as Value);
      continue;
    }
    const given = checked.get(field) ?? null;
    const text = toText(given).trim();
    if (before !== undefined && text === toText(before[field]).trim()) continue;
    if (!isFieldShown(described, fields, shownFor)) {
      checked.delete(field);
      continue;
    }
    const start = schema.default ?? '';
    // An empty value that is sent was emptied; only a missing one gets the default.
    if (before === undefined && !checked.has(field) && start !== '') {
      checked.set(field, start);
      continue;
    }
    if (schema.readOnly === true && !fillsReadOnly) {
      if (before === undefined && (text === '' || text === start)) continue;
      problems.push({ field, code: 'NOT_ALLOWED' });
      continue;
    }
    const result = checkFieldValue(schema, text);
    if ('code' in result) problems.push({ field, code: result.code });
    else if (result.value === '') checked.delete(field);
    else checked.set(field, keepType(given, result.value));
  }
  return { data: Object.fromEntries(checked), problems };
}
