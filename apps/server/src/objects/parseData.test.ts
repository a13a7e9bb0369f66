import { type DescribedField, limits } from '@pgis/contract';
import { expect, test } from 'vitest';
import { checkData, listUnknownKeys, parseData } from './parseData.ts';

const parse = (data: unknown) => {
  const parsed = parseData(typeof data === 'string' ? data : JSON.stringify(data));
  return 'problems' in parsed ? parsed.problems.map(({ path, code }) => `${path} ${code}`) : parsed.data;
};
const { keys, keyLength, valueLength, bytes } = limits.data;
const withKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]));

test('an object’s data is one flat object of texts, numbers, switches and nulls', () => {
  const data = { text: 'a', number: -1.5, switch: false, nothing: null, empty: '' };
  expect(parse(data)).toEqual(data);
  expect(parse('{}')).toEqual({});
});

test.each([
  ['{', ['/data INVALID_JSON']],
  ['', ['/data INVALID_JSON']],
  ['{"__proto__":{}}', ['/data INVALID_JSON']],
  ['[1]', ['/data WRONG_TYPE']],
  ['null', ['/data WRONG_TYPE']],
  ['7', ['/data WRONG_TYPE']],
  ['{"a":[1],"b":{}}', ['/data/a WRONG_TYPE', '/data/b WRONG_TYPE']],
  ['{"":1}', ['/data/ TOO_SHORT']],
  ['{"a/b~c":[]}', ['/data/a~1b~0c WRONG_TYPE']],
  ['{"a":1e999}', ['/data/a OUT_OF_RANGE']],
  ['{"a":"\\u0000"}', ['/data/a NOT_ALLOWED']],
  ['{"a":"\\ud800"}', ['/data/a NOT_ALLOWED']],
])('%s is refused', (text, problems) => {
  expect(parse(text)).toEqual(problems);
});

test('limits of the data: each at N and N + 1', () => {
  const [key, value] = ['k'.repeat(keyLength), 'v'.repeat(valueLength)];
  expect(parse({ [key]: value })).toEqual({ [key]: value });
  expect(parse({ [`${key}k`]: 1 })).toEqual([`/data/${key}k TOO_LONG`]);
  expect(parse({ a: `${value}v` })).toEqual(['/data/a TOO_LONG']);
  expect(parse(withKeys(keys))).toEqual(withKeys(keys));
  expect(parse(withKeys(keys + 1))).toEqual(['/data TOO_MANY']);
  const padded = (length: number) => `{"a":1}${' '.repeat(length - 7)}`;
  expect(parse(padded(bytes))).toEqual({ a: 1 });
  expect(parse(padded(bytes + 1))).toEqual(['/data TOO_LONG']);
  // Bytes are counted, not characters.
  expect(parse(`{"a":"${'ā'.repeat(bytes / 2)}"}`)).toEqual(['/data TOO_LONG']);
});

test('keys that are no field of the layer are named', () => {
  expect(listUnknownKeys({ state: 'good', 'a/b': 1, kind: null }, ['state', 'kind'])).toEqual([
    { path: '/data/a~1b', field: 'a/b' },
  ]);
});

test('data is checked against the schemas of its layer, which may fill it, and may not fill it beyond its limits', () => {
  const ages: DescribedField[] = [{ name: 'a/ge', schema: { type: 'integer' } }];
  const filled: DescribedField[] = [{ name: 'kind', schema: { type: 'text', default: 'd'.repeat(200) } }];
  expect(checkData([], { kind: ' oak ' }, {})).toEqual({ data: { kind: ' oak ' } });
  expect(checkData(ages, { 'a/ge': ' 07 ', kind: 1 }, {})).toEqual({ data: { 'a/ge': '7', kind: 1 } });
  expect(checkData(ages, { 'a/ge': 'x' }, {})).toEqual({
    problems: [{ path: '/data/a~1ge', code: 'WRONG_FORMAT' }],
  });
  expect(checkData(filled, {}, {})).toEqual({ data: { kind: 'd'.repeat(200) } });
  const tooLong = { problems: [{ path: '/data', code: 'TOO_LONG' }] };
  expect(checkData(filled, withKeys(keys - 1), {})).toHaveProperty('data');
  expect(checkData(filled, withKeys(keys), {})).toEqual(tooLong);
  const taken = '{"a":"","kind":""}'.length + 200;
  expect(checkData(filled, { a: 'x'.repeat(bytes - taken) }, {})).toHaveProperty('data');
  expect(checkData(filled, { a: 'x'.repeat(bytes - taken + 1) }, {})).toEqual(tooLong);
});
