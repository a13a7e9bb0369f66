import { listFieldsOfRule } from '../rules/listFieldsOfRule.ts';
import type { GeomStyle } from '../style/propertyTable.ts';
import { listRules } from '../style/resolveStyle.ts';
import { findTheme } from '../themes/themes.ts';

/** Returns the fields of `data` that determine which rule or class draws an object. */
export const listRuleFields = (style: GeomStyle): readonly string[] => {
  if (style.theme === 'contours') return [];
  const theme = findTheme(style.theme);
  if (theme) return theme.fields;
  return [...new Set(listRules(style).flatMap(listFieldsOfRule))];
};

/** Returns the fields of `data` that determine how an object is drawn, its label excepted. */
export const listDrawnFields = (style: GeomStyle): readonly string[] => [
  ...new Set([...listRuleFields(style), ...(style.sizeField ? [style.sizeField] : [])]),
];
