import { type Condition, type Operator, operandOf, operators } from '@pgis/conditions';
import { type FieldSchema, hasRange, isNumberType } from '@pgis/contract';

const comparisons = ['<', '<=', '>', '>=', 'between'] as const;
const presence = ['empty', 'notEmpty'] as const;
const days = ['today', 'lastDays', 'nextDays', 'olderThanDays'] as const;

function listFor({ type, several }: FieldSchema): readonly Operator[] {
  if (isNumberType(type)) return ['=', '!=', ...comparisons, 'in', ...presence];
  // A time is hardly ever equal to another; its day is between that day and itself.
  if (type === 'dateTime') return [...comparisons, ...days, ...presence];
  if (hasRange(type)) return ['=', '!=', ...comparisons, ...days, ...presence];
  if (type === 'boolean' || type === 'reference') return ['=', '!=', ...presence];
  if (several === true) return ['hasAny', 'hasAll', 'contains', ...presence];
  if (type === 'list') return ['=', '!=', 'in', 'contains', ...presence];
  return ['=', '!=', 'contains', 'startsWith', 'in', ...presence];
}

/** Operators that suit a field. A field without a schema may hold anything, so it takes all of them. */
export const operatorsFor = (schema: FieldSchema | null | undefined): readonly Operator[] =>
  schema ? listFor(schema) : operators;

const isOneText = (operator: Operator): boolean => ['text', 'point'].includes(operandOf[operator]);

/** Changes the operator. The value stays where the new operator can take it. */
export function withOperator<Rule extends Pick<Condition, 'operator' | 'value'>>(
  rule: Rule,
  operator: Operator,
): Rule {
  const isSame = operandOf[rule.operator] === operandOf[operator];
  const stays = isSame || (isOneText(rule.operator) && isOneText(operator));
  return { ...rule, operator, value: stays ? rule.value : '' };
}
