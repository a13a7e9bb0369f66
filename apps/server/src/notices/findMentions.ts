import type { UserId } from '@pgis/contract';

/** A user who can be mentioned, with the name that is shown. */
export interface Mentionable {
  readonly id: UserId;
  readonly name: string;
}

const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/**
 * Users whose whole name follows an `@` in a text, in any case. The longest name that fits is meant, so "@Anna Ozola" is not
 * Anna; an `@` inside a word, as in an e-mail address, mentions nobody.
 */
export function findMentions(text: string, people: readonly Mentionable[]): UserId[] {
  const lower = text.toLowerCase();
  const named = people
    .map(({ id, name }) => ({ id, name: name.toLowerCase() }))
    .filter(({ name }) => name !== '');
  const found = new Set<UserId>();
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    if (isWordPart(lower[at - 1])) continue;
    const fitting = named.filter(
      ({ name }) => lower.startsWith(name, at + 1) && !isWordPart(lower[at + 1 + name.length]),
    );
    const longest = Math.max(0, ...fitting.map(({ name }) => name.length));
    for (const { id, name } of fitting) if (name.length === longest) found.add(id);
  }
  return [...found];
}
