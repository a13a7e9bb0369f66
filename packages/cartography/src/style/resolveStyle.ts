import type { GeomStyle, StylePropertyName, StyleValues } from './propertyTable.ts';
import { DEFAULT_RULE, STYLE_DEFAULTS, STYLE_PROPERTIES } from './propertyTable.ts';

const NAMES = Object.keys(STYLE_PROPERTIES) as StylePropertyName[];

/** Properties that say which objects a rule is for. */
const NO_CONDITION = { rule: '', ruleKey: '', ruleRange: '', ruleConditions: null } as const;

/** Properties that a rule does not inherit from the style; names at the top of a style are those of Default. */
export const NO_RULE = { ...NO_CONDITION, ruleNameEn: '', ruleNameRu: '', ruleNameLv: '' } as const;

/** Gives every property a value: the style's own, else that of `base`, else the default of the table. */
export const resolveStyle = (style: GeomStyle, base: GeomStyle = {}): StyleValues =>
  Object.fromEntries(
    NAMES.map((name) => [name, style[name] ?? base[name] ?? STYLE_DEFAULTS[name]]),
  ) as unknown as StyleValues;

/**
 * Returns the rules of a style in the order they are tried: as stored, then Default (D-CLS-10). Every style has a
 * Default (RULE-01): when none is stored, the style itself is it. A rule inherits missing properties from the style.
 */
export const listRules = (style: GeomStyle): readonly [...StyleValues[], StyleValues] => {
  const { labelRules = [], ...top } = style;
  const isDefault = (rule: GeomStyle): boolean => rule.rule?.trim() === DEFAULT_RULE;
  const others = labelRules
    .filter((rule) => !isDefault(rule))
    .map((rule) => resolveStyle(rule, { ...top, ...NO_RULE }));
  const fallback = resolveStyle(labelRules.find(isDefault) ?? {}, top);
  return [...others, { ...fallback, ...NO_CONDITION, rule: DEFAULT_RULE }];
};
