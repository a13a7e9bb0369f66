import { type Condition, operators } from '@pgis/conditions';
import { limits } from '../limits.ts';

const isCondition = (item: unknown): item is Condition => {
  if (typeof item !== 'object' || item === null) return false;
  const { field, operator, value, ...others } = item as Record<string, unknown>;
  return (
    typeof field === 'string' &&
    typeof value === 'string' &&
    operators.some((one) => one === operator) &&
    Object.keys(others).length === 0
  );
};

/** Parses the conditions of a report filter or of an address; undefined for anything else. */
export function parseReportConditions(text: string): Condition[] | undefined {
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isList = Array.isArray(items) && items.length <= limits.filterRules && items.every(isCondition);
  return isList ? (items as Condition[]) : undefined;
}
