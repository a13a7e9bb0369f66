import type { InputHint } from './classifiers.ts';

/** Kind of value that the text does not fit. */
export type HintProblem = NonNullable<InputHint['kind']>;

const number = /^[+-]?(\d+([ \u00a0]\d{3})*|\d*)([.,]\d+)?$/;
const dates = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})\.?$/,
] as const;
/** Words in the languages of the product, and those that programs write. */
const yesNoWords: ReadonlySet<string> = new Set([
  ...['yes', 'no', 'true', 'false', '1', '0', 'y', 'n'],
  ...['jā', 'nē', 'ja', 'ne'],
  ...['да', 'нет'],
]);

function isDate(text: string): boolean {
  const found = dates.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!found) return false;
  const [year, month, day] = [Number(found.year), Number(found.month), Number(found.day)];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

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
    date: () => isDate(text),
    yesNo: () => yesNoWords.has(text.toLowerCase()),
    choices: () => choices.length === 0 || isChoice(text, choices),
  }[kind]();
  return fits ? undefined : kind;
}
