import { parseColor } from './color.ts';
import type { GeomStyle, StyleProperty } from './propertyTable.ts';
import { isStyleProperty, STYLE_PROPERTIES } from './propertyTable.ts';

/** The contract's problem codes that a style can have. */
export type StyleProblemCode =
  | 'INVALID_JSON'
  | 'WRONG_TYPE'
  | 'WRONG_FORMAT'
  | 'OUT_OF_RANGE'
  | 'NOT_ALLOWED'
  | 'UNKNOWN_PROPERTY'
  | 'TOO_MANY';

/** `path` is a JSON pointer into the style: `/labelRules/3/lineWidth`, '' for the whole. */
export type StyleProblem = { readonly path: string; readonly code: StyleProblemCode };

export type ParsedGeomStyle = { readonly style: GeomStyle; readonly problems: readonly StyleProblem[] };

/**
 * Reads a style as saved: JSON text, or the value it stands for. Never throws. '' and null mean defaults. Numbers and
 * switches written as text are read; keys unknown here are kept and reported; values that cannot be used are left out,
 * so that their default applies, and reported. Every other door (drawing, legends, rules) takes what this returns.
 */
export const parseGeomStyle = (input: unknown): ParsedGeomStyle => {
  const problems: StyleProblem[] = [];
  const value = typeof input === 'string' ? parseJson(input, problems) : input;
  return { style: readStyle(value, '', problems), problems };
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

const readStyle = (value: unknown, path: string, problems: StyleProblem[]): GeomStyle => {
  if (isBlank(value)) return {};
  if (!isRecord(value)) {
    problems.push({ path, code: 'WRONG_TYPE' });
    return {};
  }
  const kept: [string, unknown][] = [];
  for (const [key, raw] of Object.entries(value)) {
    const place = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const read =
      key === 'labelRules' ? readRules(raw, path, place, problems) : readProperty(key, raw, place, problems);
    if (read !== undefined) kept.push([key, read]);
  }
  // fromEntries defines properties, so a key `__proto__` in the text stays a plain key.
  return Object.fromEntries(kept) as GeomStyle;
};

const readRules = (
  raw: unknown,
  path: string,
  place: string,
  problems: StyleProblem[],
): readonly GeomStyle[] | undefined => {
  if (isBlank(raw) || (Array.isArray(raw) && raw.length === 0)) return path === '' ? [] : undefined;
  if (path !== '') {
    problems.push({ path: place, code: 'NOT_ALLOWED' }); // a rule has no rules of its own
    return undefined;
  }
  if (!Array.isArray(raw)) {
    problems.push({ path: place, code: 'WRONG_TYPE' });
    return undefined;
  }
  return raw.map((rule, i) => readStyle(rule, `${place}/${i}`, problems));
};

const readProperty = (key: string, raw: unknown, place: string, problems: StyleProblem[]): unknown => {
  if (!isStyleProperty(key)) {
    problems.push({ path: place, code: 'UNKNOWN_PROPERTY' });
    return raw;
  }
  if (raw === undefined || raw === null) return undefined;
  const read = readValue(STYLE_PROPERTIES[key], raw);
  if (!('code' in read)) return read.value;
  problems.push({ path: place, code: read.code });
  return undefined;
};

type ReadValue = { readonly value: unknown } | { readonly code: StyleProblemCode };

const readValue = (property: StyleProperty, raw: unknown): ReadValue => {
  switch (property.type) {
    case 'number':
      return readNumber(property.min, raw);
    case 'boolean':
      return readBoolean(raw);
    case 'text':
      return typeof raw === 'string' ? { value: raw } : { code: 'WRONG_TYPE' };
    case 'color':
      if (raw === '') return { value: undefined };
      if (typeof raw !== 'string') return { code: 'WRONG_TYPE' };
      return parseColor(raw) ? { value: raw } : { code: 'WRONG_FORMAT' };
    case 'choice':
      if (raw === '' && !property.values.includes('')) return { value: undefined };
      if (typeof raw !== 'string') return { code: 'WRONG_TYPE' };
      return property.values.includes(raw) ? { value: raw } : { code: 'NOT_ALLOWED' };
  }
};

const readNumber = (min: number, raw: unknown): ReadValue => {
  if (raw === '') return { value: undefined };
  const value = typeof raw === 'string' && /^\s*[+-]?[\d.]+(?:e[+-]?\d+)?\s*$/i.test(raw) ? Number(raw) : raw;
  if (typeof value !== 'number' || Number.isNaN(value)) return { code: 'WRONG_TYPE' };
  return Number.isFinite(value) && value >= min ? { value } : { code: 'OUT_OF_RANGE' };
};

const readBoolean = (raw: unknown): ReadValue => {
  if (raw === '') return { value: undefined };
  if (raw === 'true' || raw === 'false') return { value: raw === 'true' };
  return typeof raw === 'boolean' ? { value: raw } : { code: 'WRONG_TYPE' };
};
