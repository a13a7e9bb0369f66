import type { ListValue, LocalizedNames } from '@pgis/contract';

/** Display names that values of a list have or had, by the text of the value. */
export type KnownNames = Map<string, LocalizedNames>;

const withNames = (value: string, names: LocalizedNames | undefined): ListValue =>
  names === undefined ? { value } : { value, names };

/**
 * Returns the values of the lines that a user has changed. A line that is typed on keeps its names; lines that were moved,
 * pasted or brought back get the names that their text had.
 */
export function toListValues(
  lines: readonly string[],
  before: readonly ListValue[],
  known: KnownNames,
): readonly ListValue[] {
  const isSameCount = lines.length === before.length;
  const changed = lines.filter((line, index) => line !== before[index]?.value);
  // A single line passes through other texts while it is typed, so it takes no names from them.
  const isTyped = isSameCount && changed.length === 1;
  const texts = new Set(lines);
  return lines.map((line, index) => {
    const old = before[index];
    if (old?.value === line) return old;
    const names = isTyped ? undefined : known.get(line);
    const isReplaced = isSameCount && old !== undefined && !texts.has(old.value);
    return withNames(line, names ?? (isReplaced ? old.names : undefined));
  });
}

/** Returns the values without blanks around them, empty ones and repetitions; those without names get the ones they had. */
export function tidyValues(values: readonly ListValue[], known: KnownNames): readonly ListValue[] {
  const tidied = new Map<string, ListValue>();
  for (const { value, names } of values) {
    const text = value.trim();
    if (text === '') continue;
    const found = tidied.get(text)?.names ?? names ?? known.get(text) ?? known.get(value);
    tidied.set(text, withNames(text, found));
  }
  return [...tidied.values()];
}
