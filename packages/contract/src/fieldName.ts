import type { ProblemCode } from './errors.ts';
import { limits } from './limits.ts';

/** Names that mean something else to JavaScript wherever an object's values are read by key. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A rule is `data.FIELD=VALUE` and a place in a label `{data.FIELD}`: these characters end a field's name there. */
const dividers = /[={}]/;

/** Whether rules and labels of a style can name the field. Fields from before this was asked may have other names. */
export const canBeNamedInStyles = (name: string): boolean => !dividers.test(name);

/** D-CLS-08: what stands against a new name of a layer field, trimmed. */
export function findFieldNameProblem(name: string): ProblemCode | undefined {
  if (name === '') return 'REQUIRED';
  if (name.length > limits.fieldNameLength) return 'TOO_LONG';
  if (reserved.has(name)) return 'NOT_ALLOWED';
  return name.startsWith('_') || !canBeNamedInStyles(name) ? 'FIELD_NAME' : undefined;
}
