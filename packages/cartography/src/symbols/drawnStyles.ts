import { fadeColor, parseColor, toRgba } from '../color/color.ts';
import { compileRules } from '../rules/compileRules.ts';
import type { RuleChooser } from '../rules/RuleChooser.ts';
import type { GeomStyle, StyleValues } from '../style/propertyTable.ts';
import { listRules } from '../style/resolveStyle.ts';
import type { Theme, ThemeClass } from '../themes/themes.ts';
import { findTheme } from '../themes/themes.ts';

/**
 * Returns the styles that draw the objects of a layer: its rules with Default last, or, with a theme, one for each
 * class of the theme (D-CLS-14). A class takes everything but the colour from Default, the label too.
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

/** Returns a function to the index, in `listDrawnStyles(style)`, of the style that draws an object. */
export const compileChooser = (style: GeomStyle): RuleChooser => {
  if (style.theme === 'contours') return () => 0;
  return findTheme(style.theme)?.chooseClass ?? compileRules(style);
};

/** Index of a class that is neither the palest nor the darkest of a theme. */
const TYPICAL_CLASS = 2;

/** Returns the style that represents the layer in a list: Default, or a class of its theme. */
export const typicalStyle = (style: GeomStyle): StyleValues => {
  const styles = listDrawnStyles(style);
  return (findTheme(style.theme) ? styles[TYPICAL_CLASS] : styles.at(-1)) as StyleValues;
};
