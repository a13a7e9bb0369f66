import type { ObjectData } from '@pgis/conditions';
import type { GeomStyle } from '../style/propertyTable.ts';
import { compileChooser, listDrawnStyles } from '../symbols/drawnStyles.ts';
import { findTheme } from '../themes/themes.ts';
import { listRuleKeys } from './rule.ts';

/** FNV-1a, 32 bits, over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

const toToken = (key: string): string => hash(key).toString(36);

/** Pattern of a token, as a regular expression. */
export const RULE_TOKEN = '[0-9a-z]{1,7}';

/**
 * Returns a short token for each of `listDrawnStyles(style)`, by which addresses and cookies name rules that are
 * switched off. It is derived from the rule's key, or from the class of the theme, so it survives other rules being
 * added, removed and moved, and its field being renamed. The steps of a gradient share the token of its legend entry.
 */
export const listRuleTokens = (style: GeomStyle): readonly string[] => {
  const theme = findTheme(style.theme);
  if (!theme) return listRuleKeys(listDrawnStyles(style)).map(toToken);
  let entry = 0;
  return theme.classes.map(({ label }, index) => {
    if (label) entry = index;
    return toToken(`${style.theme} ${entry}`);
  });
};

/** Returns the token of the rule, or of the class, that draws an object. */
export type RuleFinder = (data: ObjectData | null | undefined) => string;

export const compileRuleFinder = (style: GeomStyle): RuleFinder => {
  const tokens = listRuleTokens(style);
  const choose = compileChooser(style);
  return (data) => tokens[choose(data)] ?? '';
};
