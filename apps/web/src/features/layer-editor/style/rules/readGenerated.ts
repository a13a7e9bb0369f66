import { type GeomStyle, parseGeomStyle } from '@pgis/cartography';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** RULE-12: parses the rules in an answer of `generate-style`, whose keys may start with a capital letter. */
export function readGenerated(answer: string): readonly GeomStyle[] {
  const value: unknown = JSON.parse(answer);
  const rules = isRecord(value) && Array.isArray(value.LabelRules) ? value.LabelRules : [];
  return rules.filter(isRecord).map((rule) => parseGeomStyle(lowerKeys(rule)).style);
}

const lowerKeys = (rule: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(rule).map(([key, value]) => [key.charAt(0).toLowerCase() + key.slice(1), value]),
  );
