import type { ProblemCode } from '../errors.ts';
import { limits } from '../limits.ts';

/** Names with a meaning of their own to JavaScript wherever an object's values are read by key. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Characters that end a field's name in a rule (`data.FIELD=VALUE`) and in a placeholder of a label (`{data.FIELD}`).
 */
const dividers = /[={}]/;

/**
 * True when rules and labels of a style can name the field. Older fields may have names that this check would refuse.
 */
export const canBeNamedInStyles = (name: string): boolean => !dividers.test(name);

/**
 * D-CLS-08: returns the problem of a new name of a layer field, or undefined when it is valid. `name` is trimmed.
 */
export function findFieldNameProblem(name: string): ProblemCode | undefined {
  if (name === '') return 'REQUIRED';
  if (name.length > limits.fieldNameLength) return 'TOO_LONG';
  if (reserved.has(name)) return 'NOT_ALLOWED';
  return name.startsWith('_') || !canBeNamedInStyles(name) ? 'FIELD_NAME' : undefined;
}
