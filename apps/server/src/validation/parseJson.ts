import type { Problem } from '@pgis/contract';
import secureJson from 'secure-json-parse';
import { AppError, validationError } from '../errors/AppError.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** False for what a database cannot store as text: NUL, and halves of a pair of UTF-16 units. */
const isKeepable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** JSON pointer to the first text that no database can store; undefined when all are fine. */
export function findBadText(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isKeepable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = isKeepable(key) ? findBadText(inner, `${path}/${key}`) : path;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Escapes of JSON that can spell such texts; a body without them needs no walk. */
const mayHoldBadText = /\\u(0000|d[89a-f])/i;

/**
 * Parses a body as JSON: strict UTF-8, no `__proto__` and no `constructor.prototype`, no text that a database
 * cannot store. An empty body is `undefined`. Throws BAD_JSON or VALIDATION.
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(body);
    value = secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (cause) {
    throw new AppError('BAD_JSON', { cause });
  }
  const bad = mayHoldBadText.test(text) ? findBadText(value) : undefined;
  if (bad !== undefined) throw validationError({ path: bad, code: 'NOT_ALLOWED' } satisfies Problem);
  return value;
}
