import type { InputHint } from './classifiers.ts';

/** What a value does not look like. */
export type HintProblem = NonNullable<InputHint['kind']>;

const number = /^[+-]?(\d+([ \u00a0]\d{3})*|\d*)([.,]\d+)?$/;
const dates = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})\.?$/,
] as const;
/** In the languages of the product, and as programs write it. */
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
 * D-CLS-19: what a value of a field does not look like, by the field's input hint; undefined where it fits, where there
 * is no hint, and for a value that is empty. A warning: whatever is typed may be saved.
 */
export function findHintProblem(hint: InputHint | undefined, value: string): HintProblem | undefined {
  const text = value.trim();
  const kind = hint?.kind;
  if (kind === undefined || text === '') return undefined;
  const fits = {
    number: () => /\d/.test(text) && number.test(text),
    date: () => isDate(text),
    yesNo: () => yesNoWords.has(text.toLowerCase()),
    choices: () => (hint?.choices ?? []).length === 0 || isChoice(text, hint?.choices ?? []),
  }[kind]();
  return fits ? undefined : kind;
}
