import { findConditionProblem, operators, type Ruleset } from '@pgis/conditions';
import { parseGeomStyle, type StyleProblem } from './parseGeomStyle.ts';
import { type GeomStyle, MAX_STYLE_RULES, STYLE_DEFAULTS, type StylePropertyName } from './propertyTable.ts';

/**
 * Returns the problems that prevent saving a style: unusable values, numbers out of range, texts that are too long, ranges
 * that end before they begin, conditions without a sense, more than 200 rules. Unknown keys are no problem: they are stored as they are (D-CLS-18).
 */
export const checkGeomStyle = (input: unknown): readonly StyleProblem[] => {
  const { style, problems } = parseGeomStyle(input);
  const blocking = [
    ...problems.filter(({ code }) => code !== 'UNKNOWN_PROPERTY'),
    ...findRangeProblems(style, problems),
    ...(style.labelRules ?? []).flatMap(({ ruleConditions }, index) =>
      findConditionProblems(ruleConditions, `/labelRules/${index}/ruleConditions`),
    ),
  ];
  if ((style.labelRules ?? []).length <= MAX_STYLE_RULES) return blocking;
  return [...blocking, { path: '/labelRules', code: 'TOO_MANY' }];
};

/** Properties that end a range, by the one that begins it. */
export const STYLE_RANGES = {
  labelMinZoom: 'labelMaxZoom',
  sizeFrom: 'sizeTo',
  sizeMin: 'sizeMax',
  sizeLineMin: 'sizeLineMax',
} as const satisfies Partial<Record<StylePropertyName, StylePropertyName>>;

/** Finds ranges that end before they begin, such as labels at no zoom level, at the property that the rule sets itself. */
const findRangeProblems = (style: GeomStyle, known: readonly StyleProblem[]): readonly StyleProblem[] => {
  const { labelRules = [], ...top } = style;
  const styles = [{ own: top, path: '' }, ...labelRules.map((own, i) => ({ own, path: `/labelRules/${i}` }))];
  return styles.flatMap(({ own, path: pointer }) =>
    Object.entries(STYLE_RANGES).flatMap(([from, to]): readonly StyleProblem[] => {
      const numberOf = (name: string) =>
        Number({ ...STYLE_DEFAULTS, ...top, ...own }[name as StylePropertyName]);
      const name = [to, from].find((one) => Object.hasOwn(own, one));
      if (name === undefined || numberOf(to) >= numberOf(from)) return [];
      const path = `${pointer}/${name}`;
      return known.some((problem) => problem.path === path) ? [] : [{ path, code: 'OUT_OF_RANGE' }];
    }),
  );
};

/** Conditions that one rule can have. */
export const MAX_RULE_CONDITIONS = 10;

const findConditionProblems = (
  conditions: Ruleset | null | undefined,
  path: string,
): readonly StyleProblem[] => {
  if (!conditions) return [];
  const { condition, rules } = conditions;
  if (condition !== 'and' && condition !== 'or') return [{ path: `${path}/condition`, code: 'NOT_ALLOWED' }];
  if (rules.length === 0) return [{ path: `${path}/rules`, code: 'REQUIRED' }];
  if (rules.length > MAX_RULE_CONDITIONS) return [{ path, code: 'TOO_MANY' }];
  return rules.flatMap((rule, index): readonly StyleProblem[] => {
    const pathOf = (name: string) => `${path}/rules/${index}/${name}`;
    const wrong = (['field', 'operator', 'value'] as const).find((name) => typeof rule[name] !== 'string');
    if (wrong !== undefined) return [{ path: pathOf(wrong), code: 'WRONG_TYPE' }];
    if (rule.field.trim() === '') return [{ path: pathOf('field'), code: 'REQUIRED' }];
    if (!operators.includes(rule.operator)) return [{ path: pathOf('operator'), code: 'NOT_ALLOWED' }];
    const code = findConditionProblem(rule);
    return code === undefined ? [] : [{ path: pathOf('value'), code }];
  });
};
