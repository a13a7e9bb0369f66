import { toDateText, toDateTimeText } from '@pgis/conditions';
import type { ProblemCode } from '../../errors.ts';
import { companyOf, idsPerCompany, referenceOf } from '../../objectReference.ts';
import { emailPattern } from '../../primitives.ts';
import { compilePattern, type PatternMatcher } from './compilePattern.ts';
import {
  type FieldSchema,
  type FieldType,
  fieldSchemaLimits,
  hasPattern,
  hasRange,
  isComputed,
  isNumberType,
} from './FieldSchema.ts';
import { SEVERAL_SEPARATOR } from './severalValues.ts';
import { isFalseWord, isTrueWord } from './valueWords.ts';

/** Value in its stored form, or why it does not fit. */
export type CheckedValue =
  | { readonly value: string }
  | { readonly code: Extract<ProblemCode, 'REQUIRED' | 'WRONG_FORMAT' | 'OUT_OF_RANGE' | 'NOT_ALLOWED'> };

const grouped = /(?<=\d)[ \u00a0\u202f](?=\d{3})/g;
const integer = /^[+-]?\d{1,15}$/;
const decimal = /^[+-]?(\d{1,15}([.,]\d*)?|[.,]\d+)$/;

function toInteger(text: string): string | undefined {
  const digits = text.replace(grouped, '');
  return integer.test(digits) ? String(Number(digits)) : undefined;
}

/** Keeps the digits that were typed: 420,00 becomes 420.00. */
function toDecimal(text: string, decimals: number | undefined): string | undefined {
  const digits = text.replace(grouped, '');
  if (!decimal.test(digits)) return undefined;
  const [, sign = '', whole = '', part = ''] = /^([+-]?)0*(\d*)(?:[.,](\d*))?$/.exec(digits) ?? [];
  if (decimals !== undefined && part.replace(/0+$/, '').length > decimals) return undefined;
  const fraction = decimals === undefined ? part : part.slice(0, decimals);
  const value = `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
  return sign === '-' && Number(value) !== 0 ? `-${value}` : value;
}

function toBoolean(text: string): string | undefined {
  if (isTrueWord(text)) return 'true';
  return isFalseWord(text) ? 'false' : undefined;
}

function toLink(text: string): string | undefined {
  const address = /^www\./i.test(text) ? `https://${text}` : text;
  // `URL.parse` is too new for the oldest browsers; only these two schemes are safe to follow.
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(address) && URL.canParse(address) ? address : undefined;
}

const phone = /^\+?[\d\s()/-]{3,30}$/;
const toPhone = (text: string): string | undefined =>
  phone.test(text) && /\d.*\d.*\d/.test(text) ? text.replace(/\s+/g, ' ') : undefined;

const email = new RegExp(emailPattern);

/** Accepts the reference number of an object, such as `1-1106`, or its id. */
function toReference(text: string): string | undefined {
  const id = toReferencedId(text) ?? (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0);
  return Number.isSafeInteger(id) && companyOf(id) > 0 ? referenceOf(id) : undefined;
}

/** Returns the id of the object that a reference in its stored form leads to. */
export function toReferencedId(stored: string): number | undefined {
  const [, company, number] = /^(\d{1,6})-(\d{1,10})$/.exec(stored.trim()) ?? [];
  if (company === undefined || Number(number) >= idsPerCompany) return undefined;
  return Number(company) * idsPerCompany + Number(number);
}

const patterns = new Map<string, PatternMatcher | undefined>();
/** Compiled patterns are few: one a field. */
const MAX_PATTERNS = 1_000;

function findMatcher(pattern: string): PatternMatcher | undefined {
  if (patterns.has(pattern)) return patterns.get(pattern);
  if (patterns.size >= MAX_PATTERNS) patterns.clear();
  const matcher = compilePattern(pattern);
  patterns.set(pattern, matcher);
  return matcher;
}

const fitsPattern = (pattern: string, text: string): boolean =>
  text.length <= fieldSchemaLimits.patternedLength && findMatcher(pattern)?.(text) !== false;

type ListSchema = Pick<FieldSchema, 'values'>;

const toListed = (text: string, { values = [] }: ListSchema): string | undefined =>
  values.find(({ value }) => value === text)?.value ??
  values.find(({ value }) => value.toLowerCase() === text.toLowerCase())?.value;

/** Separators of several values, the safest first: files and people also write bars and commas, which a value may hold. */
const separators = [/[;\n]/, /[;\n|]/, /[;\n|,]/] as const;

/** Returns the values in the order of the list, each once: `asphalt; gravel`. */
function toSeveral(text: string, schema: ListSchema): string | undefined {
  for (const separator of separators) {
    const parts = text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const found = new Set(parts.map((part) => toListed(part, schema)));
    if (!found.has(undefined) && found.size > 0)
      return schema.values?.flatMap(({ value }) => (found.has(value) ? [value] : [])).join(SEVERAL_SEPARATOR);
  }
  return undefined;
}

/** Returns the values of a list that a stored text holds. */
export const splitSeveral = (text: string): readonly string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const stored: Readonly<Record<FieldType, (text: string, schema: FieldSchema) => string | undefined>> = {
  text: (text) => (/[\r\n]/.test(text) ? undefined : text),
  longText: (text) => text,
  integer: toInteger,
  decimal: (text, { decimals }) => toDecimal(text, decimals),
  date: toDateText,
  dateTime: toDateTimeText,
  boolean: toBoolean,
  list: (text, schema) => (schema.several === true ? toSeveral(text, schema) : toListed(text, schema)),
  link: toLink,
  phone: toPhone,
  email: (text) => (email.test(text) ? text : undefined),
  reference: toReference,
  // Nobody writes a computed value. A measure is read and compared as a number.
  liesIn: () => undefined,
  area: (text) => toDecimal(text, undefined),
  length: (text) => toDecimal(text, undefined),
};

/** Returns a value in the stored form of its type, or undefined when it is none of this type. */
export const toStoredValue = (schema: FieldSchema, text: string): string | undefined =>
  stored[schema.type](text.trim(), schema);

/** Compares two values in their stored form: numbers as numbers, dates as texts, which order as dates do. */
export function compareValues(type: FieldType, a: string, b: string): number {
  if (isNumberType(type)) return Number(a) - Number(b);
  return a < b ? -1 : Number(a > b);
}

function isInRange({ type, min, max }: FieldSchema, value: string): boolean {
  if (!hasRange(type)) return true;
  const isBelow = min !== undefined && compareValues(type, value, min) < 0;
  const isAbove = max !== undefined && compareValues(type, value, max) > 0;
  return !isBelow && !isAbove;
}

/**
 * Checks a text against the schema of its field: the one check of the form, the server, imports and the API. It accepts the
 * ways in which people write a value (420,5 or 26.11.2026 or jā) and returns the stored form (420.5, 2026-11-26, true).
 */
export function checkFieldValue(schema: FieldSchema, value: string): CheckedValue {
  const text = value.trim();
  if (text === '') return schema.required === true ? { code: 'REQUIRED' } : { value: '' };
  if (isComputed(schema.type)) return { code: 'NOT_ALLOWED' };
  const found = toStoredValue(schema, text);
  if (found === undefined) return { code: schema.type === 'list' ? 'NOT_ALLOWED' : 'WRONG_FORMAT' };
  if (!isInRange(schema, found)) return { code: 'OUT_OF_RANGE' };
  const { pattern } = schema;
  if (pattern !== undefined && hasPattern(schema.type) && !fitsPattern(pattern, found))
    return { code: 'WRONG_FORMAT' };
  return { value: found };
}
