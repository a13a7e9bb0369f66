import {
  type FieldSchema,
  type FieldType,
  hasPattern,
  hasRange,
  isComputed,
  isMeasure,
  isNumberType,
  isRelation,
  measureUnits,
} from '@pgis/contract';

/** Schema of another type, with the properties that the new type has, too. */
export function changeType(schema: FieldSchema | null, type: FieldType): FieldSchema {
  const { section, showIf, unit, values, several, pattern, min, max, layer } = schema ?? {};
  // Nobody fills in a computed value.
  const { required, readOnly } = isComputed(type) ? {} : (schema ?? {});
  const keepsRange = schema !== null && hasRange(type) && isNumberType(schema.type) === isNumberType(type);
  return {
    type,
    ...(required !== undefined && { required }),
    ...(readOnly !== undefined && { readOnly }),
    ...(section !== undefined && { section }),
    ...(showIf !== undefined && { showIf }),
    ...(unit !== undefined && isNumberType(type) && !isMeasure(schema?.type) && { unit }),
    ...(isMeasure(type) && { unit: measureUnits[type][0] }),
    ...(pattern !== undefined && hasPattern(type) && { pattern }),
    ...(keepsRange && min !== undefined && { min }),
    ...(keepsRange && max !== undefined && { max }),
    ...(isRelation(type) && layer !== undefined && { layer }),
    ...(type === 'list' && { values: values ?? [] }),
    ...(type === 'list' && several !== undefined && { several }),
    // A new yes or no is a switch, which is off unless somebody switches it on.
    ...(type === 'boolean' && { default: 'false' }),
  };
}

/** The schema with one property changed; an empty text removes the property. */
export function withProperty<Name extends keyof FieldSchema>(
  schema: FieldSchema,
  name: Name,
  value: FieldSchema[Name] | '' | null,
): FieldSchema {
  const { [name]: _, ...others } = schema;
  return (value === '' || value === null ? others : { ...others, [name]: value }) as FieldSchema;
}
