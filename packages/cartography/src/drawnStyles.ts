import { fadeColor, parseColor, toRgba } from './color.ts';
import type { RuleChooser } from './compileRules.ts';
import { compileRules } from './compileRules.ts';
import type { GeomStyle, StyleValues } from './propertyTable.ts';
import { listRules } from './resolveStyle.ts';
import { parseRule } from './rule.ts';
import type { Theme, ThemeClass } from './themes.ts';
import { findTheme } from './themes.ts';

/**
 * The styles that draw the objects of a layer: its rules with Default last, or, with a theme, one for each class of the
 * theme (D-CLS-14). All else than the colour a class takes from Default, its label too.
 */
export const listDrawnStyles = (style: GeomStyle): readonly StyleValues[] => {
  const rules = listRules(style);
  const fallback = rules.at(-1) as StyleValues;
  if (style.theme === 'contours') return [{ ...fallback, fillColor: 'rgba(0,0,0,0)', fillPattern: '' }];
  const theme = findTheme(style.theme);
  return theme ? theme.classes.map((one) => paintWith(fallback, theme, one)) : rules;
};

const paintWith = (base: StyleValues, { fillAlpha }: Theme, { color }: ThemeClass): StyleValues => {
  const solid = parseColor(color) ?? [0, 0, 0, 1];
  return {
    ...base,
    fillColor: toRgba(fadeColor(solid, fillAlpha)),
    [base.pointForm === 'none' ? 'pointColor' : 'pointBgColor']: toRgba(solid),
  };
};

/** The index, in `listDrawnStyles(style)`, of the style that draws an object. */
export const compileChooser = (style: GeomStyle): RuleChooser => {
  if (style.theme === 'contours') return () => 0;
  return findTheme(style.theme)?.chooseClass ?? compileRules(style);
};

/** The fields of `data` that the choice looks at. */
export const listChoosingFields = (style: GeomStyle): readonly string[] => {
  if (style.theme === 'contours') return [];
  const theme = findTheme(style.theme);
  if (theme) return theme.fields;
  const fields = listRules(style).flatMap(({ rule }) => {
    const parsed = parseRule(rule);
    return parsed.kind === 'value' ? [parsed.field] : [];
  });
  return [...new Set(fields)];
};

/** Neither the palest nor the darkest of a theme. */
const TYPICAL_CLASS = 2;

/** The style that stands for the whole layer in a list: Default, or a class of its theme. */
export const typicalStyle = (style: GeomStyle): StyleValues => {
  const styles = listDrawnStyles(style);
  return (findTheme(style.theme) ? styles[TYPICAL_CLASS] : styles.at(-1)) as StyleValues;
};
