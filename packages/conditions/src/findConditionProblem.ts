import type { Condition } from './Condition.ts';
import { listValues, operandOf } from './operandOf.ts';
import { isAbove, parseBound, parseDays, splitSpan } from './operands.ts';

/** Values that one list can have. */
export const MAX_LIST_VALUES = 200;

export type ConditionProblem = 'REQUIRED' | 'WRONG_FORMAT' | 'OUT_OF_RANGE' | 'BELOW_START' | 'TOO_MANY';

/** Returns what is wrong with the value of a condition. Its field is up to the layer. */
export function findConditionProblem({
  operator,
  value,
}: Pick<Condition, 'operator' | 'value'>): ConditionProblem | undefined {
  const isMissing = value.trim() === '';
  switch (operandOf[operator]) {
    case 'none':
      return undefined;
    case 'text':
      // An empty text has always been valid for the other three.
      return operator === 'startsWith' && isMissing ? 'REQUIRED' : undefined;
    case 'list':
      if (isMissing) return 'REQUIRED';
      return listValues(value).length > MAX_LIST_VALUES ? 'TOO_MANY' : undefined;
    case 'point':
      if (isMissing) return 'REQUIRED';
      return parseBound(value) === undefined ? 'WRONG_FORMAT' : undefined;
    case 'span':
      return findSpanProblem(splitSpan(value));
    case 'days':
      if (isMissing) return 'REQUIRED';
      if (!/^\d+$/.test(value.trim())) return 'WRONG_FORMAT';
      return parseDays(value) === undefined ? 'OUT_OF_RANGE' : undefined;
  }
}

function findSpanProblem(ends: readonly [string, string]): ConditionProblem | undefined {
  if (ends.some((text) => text.trim() === '')) return 'REQUIRED';
  const [from, to] = [parseBound(ends[0]), parseBound(ends[1])];
  if (from === undefined || to === undefined || from.kind !== to.kind) return 'WRONG_FORMAT';
  return isAbove(from, to) ? 'BELOW_START' : undefined;
}

/** Returns what is wrong with the conditions, with the path of each value below `path`. */
export const findConditionProblems = (
  rules: readonly Condition[],
  path: string,
): { readonly path: string; readonly code: ConditionProblem }[] =>
  rules.flatMap((rule, index) => {
    const code = findConditionProblem(rule);
    return code === undefined ? [] : [{ path: `${path}/${index}/value`, code }];
  });
