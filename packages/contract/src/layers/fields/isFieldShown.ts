import { toStoredValue } from './checkFieldValue.ts';
import type { FieldSchema } from './FieldSchema.ts';

export interface DescribedField {
  readonly name: string;
  readonly schema?: FieldSchema | undefined;
}

const comparable = (field: DescribedField | undefined, text: string): string =>
  ((field?.schema && toStoredValue(field.schema, text)) ?? text).trim().toLowerCase();

/** True when the condition of the field's schema holds for the data, or when it has none. */
export function isFieldShown(
  { schema }: DescribedField,
  fields: readonly DescribedField[],
  data: Readonly<Record<string, unknown>>,
): boolean {
  if (schema?.showIf === undefined) return true;
  const { field, operator, value } = schema.showIf;
  const cause = fields.find(({ name }) => name === field);
  const held = Object.hasOwn(data, field) ? data[field] : undefined;
  const isEqual = comparable(cause, String(held ?? '')) === comparable(cause, value);
  return isEqual === (operator === '=');
}
