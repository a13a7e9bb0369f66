import { expect, test } from 'vitest';
import type { InputHint } from './classifiers.ts';
import { findHintProblem } from './findHintProblem.ts';

const choices: InputHint = { kind: 'choices', choices: ['Good', 'bad '] };

test.each<[InputHint | undefined, readonly string[], readonly string[]]>([
  [{ kind: 'number' }, ['7', '-3,5', '+.5', '1 200', ' 12.0 '], ['seven', '1.2.3', '-', '.', '1e5', '7 m']],
  [
    { kind: 'date' },
    ['2026-02-28', '28.02.2026', '1.2.2026.'],
    ['2026-02-30', '31.4.2026', '2026-13-05', 'today', '2.2026'],
  ],
  [{ kind: 'yesNo' }, ['yes', 'NO', 'jā', 'нет', 'true', '0'], ['maybe', '2', 'yes!']],
  [choices, ['good', ' BAD'], ['ok', 'go od']],
  [{ kind: 'choices' }, ['anything'], []],
  [{ help: 'In metres' }, ['anything'], []],
  [undefined, ['anything'], []],
])('D-CLS-19: by the hint %j %j fit and %j do not', (hint, good, bad) => {
  expect(good.map((value) => findHintProblem(hint, value))).toEqual(good.map(() => undefined));
  expect(bad.map((value) => findHintProblem(hint, value))).toEqual(bad.map(() => hint?.kind));
  expect(findHintProblem(hint, '  ')).toBeUndefined();
});
