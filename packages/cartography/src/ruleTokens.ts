import type { ObjectData } from './comparableText.ts';
import { compileChooser, listDrawnStyles } from './drawnStyles.ts';
import type { GeomStyle } from './propertyTable.ts';
import { listRuleKeys } from './ruleKeys.ts';
import { findTheme } from './themes.ts';

/** FNV-1a, 32 bits, over UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

const toToken = (key: string): string => hash(key).toString(36);

/** What a token looks like. */
export const RULE_TOKEN = '[0-9a-z]{1,7}';

/**
 * A short name for each of `listDrawnStyles(style)`, by which addresses and cookies say which rules are switched off. It
 * follows from the rule's text, or the class of the theme, so it outlives other rules coming, going and moving, and its
 * field getting another name. The steps of a gradient have the name of its legend entry.
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

/** Finds the token of the rule, or of the class, that draws an object. */
export type RuleFinder = (data: ObjectData | null | undefined) => string;

export const compileRuleFinder = (style: GeomStyle): RuleFinder => {
  const tokens = listRuleTokens(style);
  const choose = compileChooser(style);
  return (data) => tokens[choose(data)] ?? '';
};
