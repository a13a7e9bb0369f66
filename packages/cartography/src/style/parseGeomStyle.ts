import { parseColor } from '../color/color.ts';
import { parseRuleRange } from '../rules/ruleRange.ts';
import type { GeomStyle, StyleProperty } from './propertyTable.ts';
import { isStyleProperty, STYLE_PROPERTIES } from './propertyTable.ts';

/** Problem codes of the contract that apply to styles. */
export type StyleProblemCode =
  | 'INVALID_JSON'
  | 'REQUIRED'
  | 'WRONG_TYPE'
  | 'WRONG_FORMAT'
  | 'OUT_OF_RANGE'
  | 'BELOW_START'
  | 'NOT_ALLOWED'
  | 'UNKNOWN_PROPERTY'
  | 'TOO_LONG'
  | 'TOO_MANY';

/** `path` is a JSON pointer into the style: `/labelRules/3/lineWidth`, '' for the whole. */
export type StyleProblem = { readonly path: string; readonly code: StyleProblemCode };

export type ParsedGeomStyle = { readonly style: GeomStyle; readonly problems: readonly StyleProblem[] };

/**
 * Parses a saved style: JSON text, or the parsed value. Never throws. '' and null mean defaults. Numbers and
 * booleans written as text are converted; unknown keys and numbers above their maximum are kept and reported; unusable
 * values are dropped, so that their default applies, and reported. All other functions (drawing, legends, rules) take
 * its result.
 */
export const parseGeomStyle = (input: unknown): ParsedGeomStyle => {
  const problems: StyleProblem[] = [];
  const value = typeof input === 'string' ? parseJson(input, problems) : input;
  return { style: parseStyle(value, '', problems), problems };
};

const parseJson = (text: string, problems: StyleProblem[]): unknown => {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    problems.push({ path: '', code: 'INVALID_JSON' });
    return null;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

const parseStyle = (value: unknown, pointer: string, problems: StyleProblem[]): GeomStyle => {
  if (isBlank(value)) return {};
  if (!isRecord(value)) {
    problems.push({ path: pointer, code: 'WRONG_TYPE' });
    return {};
  }
  const entries: [string, unknown][] = [];
  for (const [key, raw] of Object.entries(value)) {
    const keyPointer = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const report = (code: StyleProblemCode): void => void problems.push({ path: keyPointer, code });
    const parsed =
      key === 'labelRules' ? parseRules(raw, keyPointer, problems) : parseProperty(key, raw, report);
    if (parsed !== undefined) entries.push([key, parsed]);
  }
  // fromEntries defines properties, so a key `__proto__` in the text stays a plain key.
  return Object.fromEntries(entries) as GeomStyle;
};

const parseRules = (
  raw: unknown,
  pointer: string,
  problems: StyleProblem[],
): readonly GeomStyle[] | undefined => {
  const isNested = pointer !== '/labelRules';
  if (isBlank(raw) || (Array.isArray(raw) && raw.length === 0)) return isNested ? undefined : [];
  if (isNested) {
    problems.push({ path: pointer, code: 'NOT_ALLOWED' }); // rules cannot be nested
    return undefined;
  }
  if (!Array.isArray(raw)) {
    problems.push({ path: pointer, code: 'WRONG_TYPE' });
    return undefined;
  }
  return raw.map((rule, i) => parseStyle(rule, `${pointer}/${i}`, problems));
};

const parseProperty = (key: string, raw: unknown, report: (code: StyleProblemCode) => void): unknown => {
  if (!isStyleProperty(key)) {
    report('UNKNOWN_PROPERTY');
    return raw;
  }
  if (raw === undefined || raw === null) return undefined;
  const property: StyleProperty = STYLE_PROPERTIES[key];
  const parsed = parseValue(property, raw);
  if ('code' in parsed) {
    report(parsed.code);
    return undefined;
  }
  const { value } = parsed;
  if (property.type === 'number' && typeof value === 'number' && value > property.max) report('OUT_OF_RANGE');
  return value;
};

type ParsedValue = { readonly value: unknown } | { readonly code: StyleProblemCode };

const parseValue = (property: StyleProperty, raw: unknown): ParsedValue => {
  if (property.type === 'number') return parseNumber(property.min, raw);
  if (property.type === 'boolean') return parseBoolean(raw);
  // `checkGeomStyle` looks into the conditions.
  if (
    property.type === 'conditions' &&
    isRecord(raw) &&
    Array.isArray(raw.rules) &&
    raw.rules.every(isRecord)
  )
    return { value: raw };
  return typeof raw === 'string' ? parseText(property, raw) : { code: 'WRONG_TYPE' };
};

const parseText = (property: StyleProperty, raw: string): ParsedValue => {
  switch (property.type) {
    case 'text':
      return raw.length <= (property.maxLength ?? Infinity) ? { value: raw } : { code: 'TOO_LONG' };
    case 'color':
      if (raw === '') return { value: undefined };
      return parseColor(raw) ? { value: raw } : { code: 'WRONG_FORMAT' };
    case 'range':
      return raw === '' || parseRuleRange(raw) ? { value: raw } : { code: 'WRONG_FORMAT' };
    case 'choice':
      if (raw === '' && !property.values.includes('')) return { value: undefined };
      return property.values.includes(raw) ? { value: raw } : { code: 'NOT_ALLOWED' };
    default:
      return { code: 'WRONG_TYPE' };
  }
};

const parseNumber = (min: number, raw: unknown): ParsedValue => {
  if (raw === '') return { value: undefined };
  const value = typeof raw === 'string' && /^\s*[+-]?[\d.]+(?:e[+-]?\d+)?\s*$/i.test(raw) ? Number(raw) : raw;
  if (typeof value !== 'number' || Number.isNaN(value)) return { code: 'WRONG_TYPE' };
  return Number.isFinite(value) && value >= min ? { value } : { code: 'OUT_OF_RANGE' };
};

const parseBoolean = (raw: unknown): ParsedValue => {
  if (raw === '') return { value: undefined };
  if (raw === 'true' || raw === 'false') return { value: raw === 'true' };
  return typeof raw === 'boolean' ? { value: raw } : { code: 'WRONG_TYPE' };
};
