import type { Call } from '@pgis/contract';
import { calls } from '@pgis/contract/calls';
import fc from 'fast-check';
import { type FormPart, formHeaders, toForm } from '../files/multipart.ts';

/** A request that no client of ours sends: one of a call of the contract, with something wrong in it. */
export interface FuzzedRequest {
  readonly name: Call['name'];
  readonly method: Call['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer | undefined;
}

/** Numbers and texts that are in the database: a request that names them gets past the first checks. */
export interface KnownValues {
  readonly ids: readonly number[];
  /** Values by the name of the property, parameter or part. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** The part of JSON Schema that the contract uses. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\nb',
  '\t/',
  '\ud800',
  '\u202e',
  "' OR 1=1 --",
  "'; SELECT pg_sleep(9) --",
  '$1',
  '%',
  '\\',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '=1+1',
  '1e999',
  '-0',
  '9223372036854775808',
  '2026-02-30',
  'x'.repeat(5_000),
  '😀'.repeat(60),
];
const hostileNumbers = [
  ...[0, -0, -1, 0.5, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 1e308, -1e308, 5e-324],
  ...[Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
];
/** JSON that `JSON.stringify` never writes. */
const hostileJson = [
  '',
  '{',
  '{"a":1,"a":2}',
  '{"__proto__":{"id":1}}',
  '{"name":"\\ud800"}',
  '{"id":1e999}',
  '{"id":NaN}',
  '[]',
  'null',
  '"text"',
  '['.repeat(10_000),
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
];

const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 40 }));
const hostileNumber = fc.oneof(fc.constantFrom(...hostileNumbers), fc.integer(), fc.double());
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.anything({ withBigInt: false, withDate: false, maxDepth: 3 }),
);

/** Values that fit a schema, or nearly do: patterns, lengths and the meaning of texts are left to chance. */
function fitting(schema: Schema, name: string, known: KnownValues): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => fitting(one, name, known)));
  switch (schema.type) {
    case 'string':
      return fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...(known.texts[name] ?? ['text'])) },
        { weight: 1, arbitrary: hostileText },
      );
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = minimum + 20 } = schema;
      const near = fc.integer({
        min: Math.ceil(minimum),
        max: Math.floor(Math.min(maximum, minimum + 1_000)),
      });
      return fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...known.ids) },
        { weight: 3, arbitrary: near },
        { weight: 1, arbitrary: hostileNumber },
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listOf(schema.items, name, known);
    case 'object':
      return recordOf(schema, known);
    default:
      return hostileValue;
  }
}

function listOf(items: Schema['items'], name: string, known: KnownValues): fc.Arbitrary<unknown> {
  if (items === undefined) return fc.array(hostileValue, { maxLength: 3 });
  if ('length' in items) return fc.tuple(...items.map((one) => fitting(one, name, known)));
  return fc.array(fitting(items, name, known), { maxLength: 4 });
}

function recordOf(
  { properties = {}, patternProperties = {}, required = [] }: Schema,
  known: KnownValues,
): fc.Arbitrary<Record<string, unknown>> {
  const named = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fitting(schema, name, known)]),
  );
  const requiredKeys = required.filter((name) => name in named);
  const [pattern] = Object.values(patternProperties);
  if (pattern === undefined) return fc.record(named, { requiredKeys });
  return fc.dictionary(hostileText, fitting(pattern, '', known), { maxKeys: 3 });
}

/** Replaces, adds or leaves out one property, here or below. */
const spoil = (value: unknown): fc.Arbitrary<unknown> => {
  if (typeof value !== 'object' || value === null) return hostileValue;
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  const rebuild = (changed: readonly (readonly [string, unknown])[]) =>
    isList ? changed.map(([, one]) => one) : Object.fromEntries(changed);
  const changes: fc.Arbitrary<unknown>[] = [
    hostileValue,
    fc.tuple(hostileText, hostileValue).map((added) => rebuild([...entries, added])),
  ];
  if (entries.length > 0) {
    const index = fc.nat({ max: entries.length - 1 });
    changes.push(
      index.map((at) => rebuild(entries.filter((_, i) => i !== at))),
      index.chain((at) =>
        spoil(entries[at]?.[1]).map((one) =>
          rebuild(entries.map(([key, old], i) => [key, i === at ? one : old])),
        ),
      ),
    );
  }
  return fc.oneof(...changes);
};

const mostlyWhole = <T>(whole: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 1, arbitrary: whole }, { weight: 2, arbitrary: whole.chain(spoil) });

const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
/** `encodeURIComponent` throws at half a character. */
const encode = (value: unknown): string => encodeURIComponent(toText(value).toWellFormed());

function urlOf(call: Call, known: KnownValues): fc.Arbitrary<string> {
  const part = (schema: unknown = {}) => recordOf(schema as Schema, known);
  const params = part(call.params);
  const query = part(call.query).chain((whole) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(whole) },
      { weight: 1, arbitrary: fc.dictionary(hostileText, hostileValue, { maxKeys: 3 }) },
    ),
  );
  return fc.tuple(params, query).map(([values, search]) => {
    const path = call.path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => encode(values[name] ?? ''));
    const pairs = Object.entries(search).map(([name, value]) => `${encode(name)}=${encode(value)}`);
    return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
  });
}

function formOf(known: KnownValues): fc.Arbitrary<Buffer> {
  const text = fc.record({
    field: fc.constantFrom('geometryId', 'file_description', 'other'),
    text: fc.oneof(fc.constantFrom(...known.ids).map(String), hostileText),
  });
  const file = fc.record({
    field: fc.constantFrom('file', 'logo', 'x'),
    fileName: hostileText.map((name) => name.replace(/[\r\n\0]/g, '')),
    bytes: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  });
  return fc
    .tuple(fc.array(fc.oneof<fc.Arbitrary<FormPart>[]>(text, file), { maxLength: 5 }), fc.nat({ max: 3 }))
    .chain(([parts, whole]) => {
      const form = toForm(parts);
      return whole > 0 ? fc.constant(form) : fc.nat({ max: form.length }).map((end) => form.subarray(0, end));
    });
}

function bodyOf(call: Call, known: KnownValues): fc.Arbitrary<FuzzedRequest['payload']> {
  if (call.isMultipart || call.ignoresForm) return formOf(known);
  if (call.method === 'GET') return fc.constant(undefined);
  const value = mostlyWhole(fitting((call.body ?? { type: 'object' }) as Schema, '', known));
  return fc
    .oneof(
      { weight: 9, arbitrary: value.map((one) => JSON.stringify(one) ?? '') },
      { weight: 1, arbitrary: fc.constantFrom(...hostileJson) },
    )
    .map((text) => Buffer.from(text));
}

const headersOf = (call: Call): fc.Arbitrary<Record<string, string>> =>
  fc
    .record(
      {
        'if-match': fc.constantFrom('"1"', '*', 'W/"1"', '"99999999999999999999"', ''),
        'if-none-match': fc.constantFrom('"1"', '*'),
        'idempotency-key': fc.constantFrom('', 'key', 'x'.repeat(300)),
        'accept-language': fc.constantFrom('lv', 'ru;q=0.1, xx', ';;;', '*'),
        range: fc.constantFrom('bytes=0-1', 'bytes=9-1', 'bytes=-'),
      },
      { requiredKeys: [] },
    )
    .map((headers) => ({
      ...headers,
      ...(call.isMultipart || call.ignoresForm
        ? formHeaders
        : call.method !== 'GET' && { 'content-type': 'application/json' }),
    }));

/** Requests of all calls of the contract. */
export const fuzzedRequest = (known: KnownValues): fc.Arbitrary<FuzzedRequest> =>
  fc.oneof(
    ...calls.map((call) =>
      fc.record({
        name: fc.constant(call.name),
        method: fc.constant(call.method),
        url: urlOf(call, known),
        headers: headersOf(call),
        payload: bodyOf(call, known),
      }),
    ),
  );
