import { parseRule, ruleLabel } from '../rules/rule.ts';
import { namesOfRule, type RuleNames } from '../rules/ruleNames.ts';
import type { GeomStyle, StyleValues } from '../style/propertyTable.ts';
import type { SymbolKind } from '../symbols/describeSymbol.ts';
import { listDrawnStyles } from '../symbols/drawnStyles.ts';
import { hasValueSizes } from '../symbols/sizeByValue.ts';
import type { Theme, ThemeClass, ThemeText } from '../themes/themes.ts';
import { findTheme } from '../themes/themes.ts';
import type { ItemGroup, Random } from './itemLists.ts';
import { groupItems } from './itemLists.ts';

/** A line of a legend; `ruleIndex` counts into `listDrawnStyles(style)`. */
export type LegendEntry = {
  readonly label: string;
  readonly ruleIndex: number;
  readonly style: StyleValues;
  /** Style at the other end of a gradient that begins with `style`. */
  readonly gradientTo?: StyleValues;
};

/** Texts of rules, fields and values in the reader's language. */
export type LegendLabels = {
  /** Name of a rule; undefined without one. */
  ofRule(names: RuleNames): string | undefined;
  of(field: string): string;
  ofValue(field: string, value: string): string;
};

export type LegendOptions = {
  readonly labels: LegendLabels;
  /** The text of MAP.NO_NAME. */
  readonly noName: string;
  /** The texts of MAP.THEMES. */
  readonly themeText: (text: ThemeText) => string;
  readonly random?: Random;
};

/**
 * LIST-06: a layer has a legend when it has more than one rule; Default counts. With a theme its classes do (D-CLS-14).
 * Numbers that set the size of its objects are a legend of their own.
 */
export const hasLegend = (style: GeomStyle, kind: SymbolKind): boolean =>
  listDrawnStyles(style).length > 1 || hasValueSizes(style, kind);

/**
 * DISP-03: rules `data.FIELD=VALUE` under FIELD, all others under `noName`, each with its name or value. With a theme the rules rest and its classes
 * are listed, under the species or the series of soils they belong to.
 */
export const buildLegend = (style: GeomStyle, options: LegendOptions): readonly ItemGroup<LegendEntry>[] => {
  const theme = findTheme(style.theme);
  return theme ? themeLegend(theme, listDrawnStyles(style), options) : ruleLegend(style, options);
};

const ruleLegend = (
  style: GeomStyle,
  { labels, noName, random = Math.random }: LegendOptions,
): readonly ItemGroup<LegendEntry>[] => {
  const valueLabel = (name: string): string => {
    const rule = parseRule(name);
    return rule.kind === 'value' && rule.value.trim() !== ''
      ? labels.ofValue(rule.field, rule.value)
      : ruleLabel(name, noName);
  };
  const entries = listDrawnStyles(style).map((rule, ruleIndex) => ({
    label: labels.ofRule(namesOfRule(rule)) ?? valueLabel(rule.rule),
    ruleIndex,
    style: rule,
  }));
  const fieldOf = ({ style: { rule: name } }: LegendEntry): string | undefined => {
    const rule = parseRule(name);
    return rule.kind === 'value' ? labels.of(rule.field) : undefined;
  };
  return groupItems(entries, fieldOf, { groupless: noName, random });
};

const themeLegend = (
  { classes }: Theme,
  styles: readonly StyleValues[],
  { noName, themeText, random = Math.random }: LegendOptions,
): readonly ItemGroup<LegendEntry>[] => {
  const labelOf = ({ label }: ThemeClass): string | undefined => {
    if (!label) return undefined;
    if ('text' in label) return themeText(label.text);
    return label.inYears ? `${label.code} ${themeText('YEARS')}` : label.code;
  };
  const entries = classes.flatMap((one, ruleIndex) => {
    const label = labelOf(one);
    if (label === undefined) return [];
    const gradientTo = one.gradientToClass === undefined ? undefined : styles[one.gradientToClass];
    const style = styles[ruleIndex] as StyleValues;
    return [{ group: one.group, label, ruleIndex, style, ...(gradientTo && { gradientTo }) }];
  });
  return groupItems(entries, ({ group }) => themeText(group), { groupless: noName, random });
};
