import { addressPattern } from './addressPattern.ts';

/** What stands where something was erased. */
const ERASED = '[…]';

/** Takes addresses out of all texts in a value; undefined when none stands there. */
export function withoutTexts<T>(value: T, emails: readonly string[]): T | undefined {
  let cleaned: T | undefined;
  for (const email of emails) cleaned = withoutText(cleaned ?? value, email) ?? cleaned;
  return cleaned;
}

/** Takes an address out of all texts in a value, whatever its capitals; undefined when it stands in none. */
function withoutText<T>(value: T, email: string): T | undefined {
  const pattern = addressPattern(email);
  let isFound = false;
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string')
      return part.replace(pattern, () => {
        isFound = true;
        return ERASED;
      });
    if (Array.isArray(part)) return part.map(clean);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, clean(inner)]));
  };
  const cleaned = clean(value) as T;
  return isFound ? cleaned : undefined;
}
