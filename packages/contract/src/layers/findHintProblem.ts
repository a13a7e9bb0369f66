import { toDateText } from '@pgis/conditions';
import type { InputHint } from './classifiers.ts';
import { isFalseWord, isTrueWord } from './fields/valueWords.ts';

/** Kind of value that the text does not fit. */
export type HintProblem = NonNullable<InputHint['kind']>;

const number = /^[+-]?(\d+([ \u00a0]\d{3})*|\d*)([.,]\d+)?$/;
const isChoice = (text: string, choices: readonly string[]): boolean =>
  choices.some((choice) => choice.trim().toLowerCase() === text.toLowerCase());

/**
 * D-CLS-19: returns the kind of the field's input hint that a value does not fit. Returns undefined when it fits,
 * when there is no hint, and for an empty value. It is a warning: any text may be saved.
 */
export function findHintProblem(hint: InputHint | undefined, value: string): HintProblem | undefined {
  const text = value.trim();
  const { kind, choices = [] } = hint ?? {};
  if (kind === undefined || text === '') return undefined;
  const fits = {
    number: () => /\d/.test(text) && number.test(text),
    date: () => toDateText(text) !== undefined,
    yesNo: () => isTrueWord(text) || isFalseWord(text),
    choices: () => choices.length === 0 || isChoice(text, choices),
  }[kind]();
  return fits ? undefined : kind;
}
