import {
  type Condition,
  companyDay,
  fieldValue,
  listValues,
  meetsCondition,
  relativeOperators,
  toText,
} from '@pgis/conditions';
import { toStoredValue } from './checkFieldValue.ts';
import type { FieldSchema } from './FieldSchema.ts';

export interface DescribedField {
  readonly name: string;
  readonly schema?: FieldSchema | undefined;
}

/** Values that a condition compares as texts, in the stored form of the field that it names. */
function toComparedValue(
  { operator, value }: Condition,
  toStored: (text: string) => string,
): Condition['value'] {
  if (operator === '=' || operator === '!=') return toStored(value);
  return operator === 'in' ? listValues(value).map(toStored).join('\n') : value;
}

/**
 * True when the condition of the field's schema holds for the data, or when it has none. The data may be as people type
 * it: a form asks before it has stored anything.
 */
export function isFieldShown(
  { schema }: DescribedField,
  fields: readonly DescribedField[],
  data: Readonly<Record<string, unknown>>,
): boolean {
  const condition = schema?.showIf;
  if (condition === undefined) return true;
  const { field } = condition;
  const cause = fields.find(({ name }) => name === field)?.schema;
  const toStored = (text: string): string => (cause && toStoredValue(cause, text)) ?? text;
  const typed = { [field]: toStored(toText(fieldValue(data, field))) };
  const value = toComparedValue(condition, toStored);
  // Forms and imports ask for each field of each object, and few conditions depend on the day.
  const isRelative = relativeOperators.some((one) => one === condition.operator);
  return meetsCondition(typed, { ...condition, value }, isRelative ? companyDay(new Date()) : '');
}
