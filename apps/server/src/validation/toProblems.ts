import type { Problem, ProblemCode } from '@pgis/contract';
import type { ErrorObject } from 'ajv';

export type HttpPart = 'body' | 'querystring' | 'params' | 'headers';

/** More than a person reads, and few enough to keep the answer small. */
const MAX_PROBLEMS = 100;

const codes: Readonly<Record<string, ProblemCode>> = {
  required: 'REQUIRED',
  additionalProperties: 'UNKNOWN_PROPERTY',
  type: 'WRONG_TYPE',
  minLength: 'TOO_SHORT',
  maxLength: 'TOO_LONG',
  minItems: 'TOO_SHORT',
  maxItems: 'TOO_MANY',
  maxProperties: 'TOO_MANY',
  minimum: 'OUT_OF_RANGE',
  maximum: 'OUT_OF_RANGE',
  format: 'WRONG_FORMAT',
  pattern: 'WRONG_FORMAT',
  enum: 'NOT_ALLOWED',
  const: 'NOT_ALLOWED',
  uniqueItems: 'DUPLICATE',
};

const prefixes: Readonly<Record<HttpPart, string>> = {
  body: '',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function pathOf(error: ErrorObject, part: HttpPart): string {
  const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>;
  const name = missingProperty ?? additionalProperty;
  return `${prefixes[part]}${error.instancePath}${name === undefined ? '' : `/${escapePointer(name)}`}`;
}

/**
 * Converts ajv's errors to the contract's problems: one for each path, the most specific one. A union reports
 * the errors of all its branches; a wrong type is then the least specific (`null` was possible too, but the
 * text sent was too long).
 */
export function toProblems(errors: readonly ErrorObject[], part: HttpPart): Problem[] {
  const byPath = new Map<string, ProblemCode>();
  for (const error of errors) {
    const code = codes[error.keyword];
    if (code === undefined) continue;
    const path = pathOf(error, part);
    const known = byPath.get(path);
    if (known === undefined || known === 'WRONG_TYPE') byPath.set(path, code);
    if (byPath.size === MAX_PROBLEMS) break;
  }
  return [...byPath].map(([path, code]) => ({ path, code }));
}
