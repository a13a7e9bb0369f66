import {
  type GeomStyle,
  MAX_STYLE_RULES,
  parseRule,
  ruleName,
  type StylePropertyName,
  type StyleValues,
} from '@pgis/cartography';
import { lookOf, openStyle, ruleAt, type SelectedRule, type StyleDraft } from './StyleDraft.ts';

export const selectRule = (draft: StyleDraft, selected: SelectedRule): StyleDraft => ({ ...draft, selected });

/** Default counts. */
export const isFull = ({ rules }: StyleDraft): boolean => rules.length + 1 >= MAX_STYLE_RULES;

/** RULE-09: what is edited is the selected rule's from then on. */
export function setProperty<Name extends StylePropertyName>(
  draft: StyleDraft,
  name: Name,
  value: StyleValues[Name],
): StyleDraft {
  const { fallback, rules, selected } = draft;
  if (ruleAt(draft, selected)[name] === value) return draft;
  if (selected === 'default') return { ...draft, isChanged: true, fallback: { ...fallback, [name]: value } };
  return {
    ...draft,
    isChanged: true,
    rules: rules.map((rule, index) => (index === selected ? { ...rule, [name]: value } : rule)),
  };
}

/** D-CLS-14: the theme belongs to the whole style; while there is one, the rules rest. */
export const setTheme = (draft: StyleDraft, theme: StyleValues['theme']): StyleDraft => ({
  ...draft,
  isChanged: true,
  fallback: { ...draft.fallback, theme },
  selected: 'default',
});

/** RULE-05..07: a rule for a value with the look the editor shows, in the place of one for the same value. */
export function addRule(draft: StyleDraft, field: string, value: string): StyleDraft {
  const name = ruleName(field, value);
  const known = draft.rules.findIndex((one) => one.rule === name);
  const { ruleKey } = draft.rules[known] ?? {};
  const look = lookOf(ruleAt(draft, draft.selected));
  const rule: GeomStyle = { ...look, rule: name, ...(ruleKey !== undefined && { ruleKey }) };
  if (known >= 0) return { ...draft, isChanged: true, rules: draft.rules.with(known, rule), selected: known };
  return { ...draft, isChanged: true, rules: [...draft.rules, rule], selected: draft.rules.length };
}

/** RULE-02, RULE-08. */
export function deleteRule(draft: StyleDraft): StyleDraft {
  const { rules, selected } = draft;
  if (selected === 'default') return draft;
  return { ...draft, isChanged: true, rules: rules.toSpliced(selected, 1), selected: 'default' };
}

/** The selected rule is tried sooner (-1) or later (1). */
export function moveRule(draft: StyleDraft, by: -1 | 1): StyleDraft {
  const { rules, selected } = draft;
  if (selected === 'default') return draft;
  const rule = rules[selected];
  const to = selected + by;
  if (rule === undefined || to < 0 || to >= rules.length) return draft;
  return {
    ...draft,
    isChanged: true,
    rules: rules.toSpliced(selected, 1).toSpliced(to, 0, rule),
    selected: to,
  };
}

/** Generated rules for which somebody has not made one himself; as many as a style takes. */
function withoutKnown(rules: readonly GeomStyle[], kept: readonly GeomStyle[]): readonly GeomStyle[] {
  const known = new Set(kept.map(({ rule }) => rule));
  return rules.filter(({ rule }) => !known.has(rule)).slice(0, MAX_STYLE_RULES - 1 - kept.length);
}

/** RULE-12, RULE-13. Of the rules only those stay that were made or changed after the answer was `asked` for. */
export function replaceRules(draft: StyleDraft, rules: readonly GeomStyle[], asked = draft): StyleDraft {
  const kept = draft.rules.filter((rule) => !asked.rules.includes(rule));
  return {
    ...draft,
    isChanged: true,
    rules: [...withoutKnown(rules, kept), ...kept],
    selected: 'default',
  };
}

/** Rules for values that had none, after those that are there. */
export function appendRules(draft: StyleDraft, rules: readonly GeomStyle[]): StyleDraft {
  const added = withoutKnown(rules, draft.rules);
  return added.length === 0 ? draft : { ...draft, isChanged: true, rules: [...draft.rules, ...added] };
}

/** Another layer's style in the place of this one. */
export const pasteStyle = (draft: StyleDraft, text: string): StyleDraft => ({
  ...openStyle(text),
  storedText: draft.storedText,
  isChanged: true,
});

const fieldOf = ({ rule = '' }: GeomStyle): string | undefined => {
  const parsed = parseRule(rule);
  return parsed.kind === 'value' ? parsed.field : undefined;
};

/** The fields that rules ask for. */
export const listRuleFields = ({ rules }: StyleDraft): readonly string[] => [
  ...new Set(rules.map(fieldOf).filter((field) => field !== undefined)),
];

/** D-CLS-08: without the rules on a field that is removed. */
export function withoutRulesOn(draft: StyleDraft, field: string): StyleDraft {
  const rules = draft.rules.filter((rule) => fieldOf(rule) !== field);
  return rules.length === draft.rules.length ? draft : replaceRules(draft, rules);
}
