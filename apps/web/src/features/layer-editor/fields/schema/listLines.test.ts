import { expect, test } from 'vitest';
import { tidyValues, toListValues } from './listLines.ts';

const oak = { value: 'oak', names: { lv: 'Ozols' } };
const ash = { value: 'ash', names: { lv: 'Osis' } };
const known = () => new Map([oak, ash].map(({ value, names }) => [value, names]));

test.each([
  ['a line that is typed on', ['oaks', 'ash'], [{ ...oak, value: 'oaks' }, ash]],
  ['a line below a new one', ['elm', 'oak', 'ash'], [{ value: 'elm' }, oak, ash]],
  ['lines in another order', ['ash', 'oak'], [ash, oak]],
  ['a line of pasted ones that is spelt anew', ['ash', 'Oak'], [ash, { value: 'Oak' }]],
  [
    'all lines when they are spelt anew',
    ['Oak', 'Ash'],
    [
      { ...oak, value: 'Oak' },
      { ...ash, value: 'Ash' },
    ],
  ],
])('names stay with %s', (_, lines, expected) => {
  expect(toListValues(lines, [oak, ash], known())).toEqual(expected);
});

test('a line that is brought back has its names again; one that only passes through its text gets none', () => {
  expect(toListValues(['ash', 'oak'], [ash], known())).toEqual([ash, oak]);
  expect(toListValues(['ash', 'oak'], [ash, { value: 'oa' }], known())).toEqual([ash, { value: 'oak' }]);
});

test('the text is tidied with the names that its values have or had', () => {
  const values = [
    { value: ' oak' },
    { value: '' },
    { ...ash, value: 'ash ' },
    { value: 'ash' },
    { value: 'elm' },
  ];
  expect(tidyValues(values, known())).toEqual([oak, ash, { value: 'elm' }]);
});
