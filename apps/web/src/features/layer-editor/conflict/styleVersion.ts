import { type GeomStyle, resolveStyle, ruleNamesOf } from '@pgis/cartography';
import {
  type Choices,
  mergeOrders,
  mergeVersions,
  type Version,
} from '../../../ui/versions/compareVersions.ts';
import {
  appearanceOf,
  openStyle,
  type StyleDraft,
  toStyle,
  wholeOf,
  withRgbaColors,
} from '../style/draft/StyleDraft.ts';

/** Prefixes of the keys of a style in a version. */
const WHOLE = 'style.whole.';
const RULE = 'style.rule.';
const ORDER = 'style.order';
const FALLBACK = 'style.default';

type StylePart =
  /** A property of the style as a whole, such as the theme. */
  | { readonly kind: 'whole'; readonly property: string }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'default' }
  /** The order of the rules that both versions have. */
  | { readonly kind: 'order' };

/** The part of the style that a key of a version stands for; null for other keys. */
export function parseStyleKey(key: string): StylePart | null {
  if (key === ORDER) return { kind: 'order' };
  if (key === FALLBACK) return { kind: 'default' };
  if (key.startsWith(WHOLE)) return { kind: 'whole', property: key.slice(WHOLE.length) };
  return key.startsWith(RULE) ? { kind: 'rule', name: key.slice(RULE.length) } : null;
}

/** Rules by name, in their order. An imported style may have several of one name, which get a number. */
function mapRules({ rules }: StyleDraft): ReadonlyMap<string, GeomStyle> {
  const byName = new Map<string, GeomStyle>();
  for (const rule of rules) {
    const name = rule.rule ?? '';
    const count = [...byName.values()].filter((other) => (other.rule ?? '') === name).length;
    byName.set(count === 0 ? name : `${name} (${count + 1})`, rule);
  }
  return byName;
}

/** Returns style, range, conditions and names of a rule with every property, so that a missing one equals its default. */
export function toRuleVersion(rule: GeomStyle): GeomStyle {
  const values = resolveStyle(rule);
  const { ruleRange, ruleConditions } = values;
  return { ...appearanceOf(withRgbaColors(values)), ...ruleNamesOf(values), ruleRange, ruleConditions };
}

/** The parts of a style. Its order holds only the rules that the other style has, too. */
export function toStyleVersion(text: string, otherText: string): Version {
  const style = openStyle(text);
  const rules = mapRules(style);
  const others = mapRules(openStyle(otherText));
  const whole = Object.entries(wholeOf(style.fallback)).map(([name, value]) => [WHOLE + name, value]);
  return {
    ...Object.fromEntries(whole),
    [FALLBACK]: toRuleVersion(style.fallback),
    ...Object.fromEntries([...rules].map(([name, rule]) => [RULE + name, toRuleVersion(rule)])),
    [ORDER]: [...rules.keys()].filter((name) => others.has(name)),
  };
}

/** Returns the text of the style with the selected parts. A style taken as a whole stays byte for byte (D-CLS-18). */
export function mergeStyles(mineText: string, theirsText: string, choices: Choices): string {
  const styleChoices = Object.entries(choices).filter(([key]) => parseStyleKey(key) !== null);
  if (styleChoices.every(([, side]) => side === 'theirs')) return theirsText;
  if (styleChoices.every(([, side]) => side === 'mine')) return mineText;
  const sides = { mine: openStyle(mineText), theirs: openStyle(theirsText) };
  const rules = { mine: mapRules(sides.mine), theirs: mapRules(sides.theirs) };
  const whole = mergeVersions(
    { mine: toStyleVersion(mineText, theirsText), theirs: toStyleVersion(theirsText, mineText) },
    choices,
  );
  const wholeProperties = Object.entries(whole).flatMap(([key, value]) => {
    const part = parseStyleKey(key);
    return part?.kind === 'whole' && value !== undefined ? [[part.property, value]] : [];
  });
  const { fallback } = sides[choices[FALLBACK] ?? 'mine'];
  const [leading, following] =
    choices[ORDER] === 'mine' ? [rules.mine, rules.theirs] : [rules.theirs, rules.mine];
  const names = mergeOrders([...leading.keys()], [...following.keys()]);
  return JSON.stringify(
    toStyle({
      fallback: {
        ...Object.fromEntries(wholeProperties),
        ...appearanceOf(fallback),
        ...ruleNamesOf(fallback),
      },
      rules: names.flatMap((name) => rules[choices[RULE + name] ?? 'mine'].get(name) ?? []),
    }),
  );
}
