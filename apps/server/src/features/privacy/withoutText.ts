/** What stands where something was erased. */
const ERASED = '[…]';

/** Takes a text out of all texts in a value, whatever its capitals. */
export function withoutText<T>(value: T, text: string): T {
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(pattern, ERASED);
    if (Array.isArray(part)) return part.map(clean);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, clean(inner)]));
  };
  return clean(value) as T;
}
