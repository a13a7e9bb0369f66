/** `an@x.lv.pdf` is a file name and no longer address. */
const fileEnding = String.raw`(?:jpe?g|png|gif|webp|heic|tiff?|pdf|docx?|xlsx?|odt|ods|csv|txt|zip|eml)(?![a-z0-9-]|\.[a-z0-9])`;
const nothingBefore = '(?<![a-z0-9._%+-])';
const nothingAfter = String.raw`(?![a-z0-9-]|\.(?!${fileEnding})[a-z0-9])`;

/**
 * Pattern of an address that stands by itself: `an@x.lv` is neither in `jan@x.lv` nor in `an@x.lv.example`.
 */
const addressPattern = (email: string): RegExp =>
  new RegExp(nothingBefore + email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + nothingAfter, 'giu');

/** Replacement for an erased text. */
const ERASED = '[…]';

/** Removes addresses from all texts in a value; undefined when it holds none. */
export function withoutTexts<T>(value: T, emails: readonly string[]): T | undefined {
  let cleaned: T | undefined;
  for (const email of emails) cleaned = withoutText(cleaned ?? value, email) ?? cleaned;
  return cleaned;
}

/** Removes an address from all texts in a value, whatever its case; undefined when it holds none. */
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
