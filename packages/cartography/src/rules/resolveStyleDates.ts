import { relativeOperators, resolveRuleset } from '@pgis/conditions';
import { parseGeomStyle } from '../style/parseGeomStyle.ts';
import type { GeomStyle } from '../style/propertyTable.ts';

const resolveRule = (rule: GeomStyle, today: string): GeomStyle => {
  const { ruleConditions } = parseGeomStyle(rule).style;
  const isRelative = ruleConditions?.rules.some(({ operator }) =>
    relativeOperators.some((one) => one === operator),
  );
  return ruleConditions && isRelative
    ? { ...rule, ruleConditions: resolveRuleset(ruleConditions, today) }
    : rule;
};

/**
 * Returns a stored style with the days of `today` in place of relative dates, so that images, whose keys hold the style,
 * change with the day. Any other style is returned byte for byte.
 */
export const resolveStyleDates = (geomStyle: string, today: string): string => {
  if (!geomStyle.includes('"ruleConditions"')) return geomStyle;
  const style = JSON.parse(geomStyle) as GeomStyle | null;
  const labelRules = style?.labelRules;
  if (!Array.isArray(labelRules)) return geomStyle;
  const resolved = labelRules.map((rule: GeomStyle) => resolveRule(rule, today));
  const isChanged = resolved.some((rule, index) => rule !== labelRules[index]);
  return isChanged ? JSON.stringify({ ...style, labelRules: resolved }) : geomStyle;
};
