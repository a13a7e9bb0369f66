import { type Static, Type } from 'typebox';
import { LayerId } from '../../ids.ts';
import { limits } from '../../limits.ts';
import { LocalizedNames } from '../../localizedNames.ts';
import { closed } from '../../primitives.ts';
import { ConditionOperator } from '../rulesets.ts';

/** Limits of a field's schema. They stand apart from `limits`, which the public map loads. */
export const fieldSchemaLimits = {
  patternLength: 200,
  /** Texts that a pattern is tried on; a longer one does not fit. */
  patternedLength: 500,
  unitLength: 20,
  sectionLength: 50,
  values: 200,
  valueLength: 100,
  decimals: 6,
  boundLength: 30,
  defaultLength: 4_000,
  /** Value of a condition: also a list of values. */
  conditionLength: 2_000,
} as const;

export const fieldTypes = [
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
  'reference',
  'liesIn',
  'area',
  'length',
] as const;
export type FieldType = (typeof fieldTypes)[number];

const FieldTypeSchema = Type.Unsafe<FieldType>({ type: 'string', enum: [...fieldTypes] });

/** Value of a list field; an object, so that more can be said about a value. */
export const ListValue = closed({
  value: Type.String({ minLength: 1, maxLength: fieldSchemaLimits.valueLength }),
  /** Display names of the value by language; objects hold `value`. When missing, the same stored value keeps its names. */
  names: Type.Optional(LocalizedNames),
});

export type ListValue = Static<typeof ListValue>;

/** Condition on another field of the layer. */
export const FieldCondition = closed({
  field: Type.String({ minLength: 1, maxLength: limits.fieldNameLength }),
  operator: ConditionOperator,
  value: Type.String({ maxLength: fieldSchemaLimits.conditionLength }),
});
export type FieldCondition = Static<typeof FieldCondition>;

/**
 * Strict description of a layer field, which new values must fit. Values stay texts in the object's data, in the form of
 * `checkFieldValue`; a field without a schema takes any text (FIELD-03).
 */
export const FieldSchema = closed({
  type: FieldTypeSchema,
  required: Type.Optional(Type.Boolean()),
  /** Only imports and the default fill the field. */
  readOnly: Type.Optional(Type.Boolean()),
  /** Stored with a new object that has no value. */
  default: Type.Optional(Type.String({ maxLength: fieldSchemaLimits.defaultLength })),
  /** Lowest and highest number, date or point in time, both included, in the form of the field's values. */
  min: Type.Optional(Type.String({ minLength: 1, maxLength: fieldSchemaLimits.boundLength })),
  max: Type.Optional(Type.String({ minLength: 1, maxLength: fieldSchemaLimits.boundLength })),
  /** Digits after the decimal point; when missing any number of them, of a measure as many as suit its unit. */
  decimals: Type.Optional(Type.Integer({ minimum: 1, maximum: fieldSchemaLimits.decimals })),
  /** Displayed after a number; of a measure one of `measureUnits`. */
  unit: Type.Optional(Type.String({ minLength: 1, maxLength: fieldSchemaLimits.unitLength })),
  /** Pattern of `compilePattern` for a whole text. */
  pattern: Type.Optional(Type.String({ minLength: 1, maxLength: fieldSchemaLimits.patternLength })),
  /** Values of a list, in its order. */
  values: Type.Optional(Type.Array(ListValue, { maxItems: fieldSchemaLimits.values })),
  /** A value of the field is several values of the list, stored as `asphalt; gravel`. */
  several: Type.Optional(Type.Boolean()),
  /** Layer of the objects to which the values of a reference lead, or of the polygons in which objects lie. */
  layer: Type.Optional(LayerId),
  /** Field of the polygon that is the value of `liesIn`; its name when missing. */
  layerField: Type.Optional(Type.String({ minLength: 1, maxLength: limits.fieldNameLength })),
  /** The form shows the field while this holds; a hidden field is never required, and new values for it are not stored. */
  showIf: Type.Optional(FieldCondition),
  /** Heading under which the form shows the field; fields without one come first. */
  section: Type.Optional(Type.String({ minLength: 1, maxLength: fieldSchemaLimits.sectionLength })),
});
export type FieldSchema = Static<typeof FieldSchema>;

/** The value measures the shape of the object. */
export const isMeasure = (type: FieldType | undefined): type is 'area' | 'length' =>
  type === 'area' || type === 'length';

/**
 * The value follows from objects of another layer that its reader may see. Nothing that all readers share can use it, such as
 * the filter of a layer, its style and its images.
 */
export const dependsOnReader = (type: FieldType | undefined): boolean => type === 'liesIn';

/** The value is computed when it is read, and none is stored. */
export const isComputed = (type: FieldType | undefined): boolean => dependsOnReader(type) || isMeasure(type);

/** The field names another layer. */
export const isRelation = (type: FieldType): boolean => type === 'reference' || type === 'liesIn';

const numberTypes: ReadonlySet<FieldType> = new Set(['integer', 'decimal', 'area', 'length']);
export const isNumberType = (type: FieldType): boolean => numberTypes.has(type);

const rangeTypes: ReadonlySet<FieldType> = new Set(['integer', 'decimal', 'date', 'dateTime']);
export const hasRange = (type: FieldType): boolean => rangeTypes.has(type);

export const hasPattern = (type: FieldType): boolean => type === 'text';
