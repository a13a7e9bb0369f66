import { checkLayerData, type DataOrigin, type DescribedField, limits, type Problem } from '@pgis/contract';
import secureJson from 'secure-json-parse';
import { findBadText } from '../validation/parseJson.ts';

export type ObjectData = Readonly<Record<string, string | number | boolean | null>>;
export type ParsedData = { readonly data: ObjectData } | { readonly problems: readonly Problem[] };

const PATH = '/data';
const pathOf = (key: string): string => `${PATH}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
const refuse = (code: Problem['code'], path = PATH): ParsedData => ({ problems: [{ path, code }] });

function parseJson(text: string): unknown {
  try {
    return secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    return undefined;
  }
}

function findProblem(key: string, value: unknown): Problem | undefined {
  const path = pathOf(key);
  if (key === '') return { path, code: 'TOO_SHORT' };
  if (key.length > limits.data.keyLength) return { path, code: 'TOO_LONG' };
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path, code: 'OUT_OF_RANGE' };
  if (typeof value !== 'string') return { path, code: 'WRONG_TYPE' };
  return value.length > limits.data.valueLength ? { path, code: 'TOO_LONG' } : undefined;
}

/** `data` of an object: JSON text of one flat object, within the limits of security's table. */
export function parseData(text: string): ParsedData {
  if (Buffer.byteLength(text) > limits.data.bytes) return refuse('TOO_LONG');
  const value = parseJson(text);
  if (value === undefined) return refuse('INVALID_JSON');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('WRONG_TYPE');
  const bad = findBadText(value, PATH);
  if (bad !== undefined) return refuse('NOT_ALLOWED', bad);
  const entries = Object.entries(value);
  if (entries.length > limits.data.keys) return refuse('TOO_MANY');
  const problems = entries.flatMap(([key, inner]) => findProblem(key, inner) ?? []);
  return problems.length > 0 ? { problems } : { data: value as ObjectData };
}

/** The keys that are no field of the layer, with their positions in the body. */
export const listUnknownKeys = (data: ObjectData, fieldNames: readonly string[]) =>
  Object.keys(data)
    .filter((key) => !fieldNames.includes(key))
    .map((field) => ({ path: pathOf(field), field }));

/** Checks data against the schemas of its layer; the data to store has defaults filled in and values in their stored form. */
export function checkData(
  fields: readonly DescribedField[],
  data: ObjectData,
  origin: DataOrigin,
): ParsedData {
  if (fields.length === 0) return { data };
  const checked = checkLayerData(fields, data, origin);
  const problems = checked.problems.map(({ field, code }) => ({ path: pathOf(field), code }));
  if (problems.length > 0) return { problems };
  return exceedsLimits(checked.data) ? refuse('TOO_LONG') : { data: checked.data };
}

/** Defaults may make the data larger than what was sent. */
const exceedsLimits = (data: ObjectData): boolean =>
  Object.keys(data).length > limits.data.keys || Buffer.byteLength(JSON.stringify(data)) > limits.data.bytes;
