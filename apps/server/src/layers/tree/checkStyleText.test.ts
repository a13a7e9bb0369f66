import { limits } from '@pgis/contract';
import { expect, test } from 'vitest';
import { checkStyleText } from './checkStyleText.ts';

const check = (style: unknown) =>
  checkStyleText(typeof style === 'string' ? style : JSON.stringify(style)).map(
    ({ path, code }) => `${path} ${code}`,
  );
/** An object with so many others in it, one in the other. */
const nested = (depth: number): object => (depth === 0 ? {} : { inner: nested(depth - 1) });
const parts = (count: number) => '{a}'.repeat(count);
const { length, parts: maxParts } = limits.label;

test.each([
  ['', []],
  ['  ', []],
  ['{}', []],
  ['{', ['/geomStyle INVALID_JSON']],
  ['{"__proto__":{}}', ['/geomStyle INVALID_JSON']],
  ['{"constructor":{"prototype":{}}}', ['/geomStyle INVALID_JSON']],
  [{ lineWidth: -1 }, ['/geomStyle/lineWidth OUT_OF_RANGE']],
  [
    { labelRules: [{ pointSize: 256 }, { pointSize: 1e9 }] },
    ['/geomStyle/labelRules/1/pointSize OUT_OF_RANGE'],
  ],
  [{ labelRules: [{}, { lineWidth: 'x' }] }, ['/geomStyle/labelRules/1/lineWidth WRONG_TYPE']],
  ['{"objLabel":"\\u0000"}', ['/geomStyle/objLabel NOT_ALLOWED']],
])('D-STYLE-01: %j has the problems %j', (style, problems) => {
  expect(check(style)).toEqual(problems);
});

test('D-STYLE-01: a style may be nested 49 deep, no deeper', () => {
  expect(check({ later: nested(48) })).toEqual([]);
  expect(check({ later: nested(49) })).toEqual(['/geomStyle INVALID_JSON']);
});

test('D-STYLE-01: a label is limited in its length and its parts, in every rule', () => {
  expect(check({ objLabel: 'x'.repeat(length) })).toEqual([]);
  expect(check({ objLabel: 'x'.repeat(length + 1) })).toEqual(['/geomStyle/objLabel TOO_LONG']);
  expect(check({ objLabel: parts(maxParts) })).toEqual([]);
  expect(check({ objLabel: parts(maxParts + 1) })).toEqual(['/geomStyle/objLabel TOO_MANY']);
  const labelRules = [{ rule: 'data.a=1' }, { rule: 'Default', objLabel: parts(maxParts + 1) }];
  expect(check({ labelRules })).toEqual(['/geomStyle/labelRules/1/objLabel TOO_MANY']);
});

test('of many problems 100 are named', () => {
  const labelRules = Array.from({ length: 150 }, () => ({ lineWidth: 'x' }));
  expect(check({ labelRules })).toHaveLength(100);
});
