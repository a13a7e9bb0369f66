/** A user whom a comment can mention. */
export interface Mentionable {
  readonly id: number;
  readonly name: string;
}

/** The beginning of a name that is being typed, and where its `@` stands. */
export interface TypedMention {
  readonly start: number;
  readonly text: string;
}

const MAX_TYPED = 60;
const MAX_SUGGESTED = 6;

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Finds the mention that ends at the caret. An `@` inside a word, as in an e-mail address, begins none. */
export function findTypedMention(text: string, caret: number): TypedMention | undefined {
  const start = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1);
  if (start < 0 || /[\p{L}\p{N}_]/u.test(text[start - 1] ?? '')) return undefined;
  const typed = text.slice(start + 1, caret);
  return typed.includes('\n') || typed.length > MAX_TYPED ? undefined : { start, text: typed };
}

/** Lists the users whose name, or a word of it, begins as typed; accents and case do not count. */
export function suggestUsers(users: readonly Mentionable[], { text }: TypedMention): readonly Mentionable[] {
  const typed = fold(text);
  const fits = (name: string) => name.startsWith(typed) || (typed !== '' && name.includes(` ${typed}`));
  return users.filter(({ name }) => fits(fold(name))).slice(0, MAX_SUGGESTED);
}

/** Puts a whole name in place of what was typed; the caret stands behind it. */
export function completeMention(
  text: string,
  { start, text: typed }: TypedMention,
  { name }: Mentionable,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(start + 1 + typed.length);
  const mention = `@${name}${rest.startsWith(' ') ? '' : ' '}`;
  const caret = start + mention.length + (rest.startsWith(' ') ? 1 : 0);
  return { text: text.slice(0, start) + mention + rest, caret };
}
