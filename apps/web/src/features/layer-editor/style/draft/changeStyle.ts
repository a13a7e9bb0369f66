import {
  type GeomStyle,
  listFieldsOfRule,
  MAX_STYLE_RULES,
  resolveStyle,
  ruleName,
  ruleNamesOf,
  type StylePropertyName,
  type StyleValues,
} from '@pgis/cartography';
import {
  appearanceOf,
  ONLY_DEFAULT,
  openStyle,
  ruleAt,
  type SelectedRule,
  type StyleDraft,
  selectionOf,
} from './StyleDraft.ts';

export const selectRule = (draft: StyleDraft, selected: SelectedRule): StyleDraft => ({
  ...draft,
  selected,
  alsoSelected: [],
});

/** Selects several rules, of which the editor shows the first. */
export const selectRules = (draft: StyleDraft, rules: readonly SelectedRule[]): StyleDraft => {
  const [selected = 'default', ...others] = rules;
  return { ...draft, selected, alsoSelected: others };
};

/** Adds a rule to the selection and shows it, or takes it out; one rule always stays. */
export function toggleRule(draft: StyleDraft, rule: SelectedRule): StyleDraft {
  const selection = selectionOf(draft);
  if (!selection.includes(rule)) return selectRules(draft, [rule, ...selection]);
  return selection.length === 1
    ? draft
    : selectRules(
        draft,
        selection.filter((one) => one !== rule),
      );
}

/** True if no rule can be added; Default counts. */
export const isFull = ({ rules }: StyleDraft): boolean => rules.length + 1 >= MAX_STYLE_RULES;

/** RULE-09: sets a property of the selected rules. */
export function setProperty<Name extends StylePropertyName>(
  draft: StyleDraft,
  name: Name,
  value: StyleValues[Name],
): StyleDraft {
  const { fallback, rules } = draft;
  const changed = new Set(selectionOf(draft).filter((rule) => ruleAt(draft, rule)[name] !== value));
  if (changed.size === 0) return draft;
  return {
    ...draft,
    isChanged: true,
    fallback: changed.has('default') ? { ...fallback, [name]: value } : fallback,
    rules: rules.map((rule, index) => (changed.has(index) ? { ...rule, [name]: value } : rule)),
  };
}

/** Sets properties of the style as a whole, such as those of its sizes. */
export const setWhole = (draft: StyleDraft, values: GeomStyle): StyleDraft => ({
  ...draft,
  isChanged: true,
  fallback: { ...draft.fallback, ...values },
});

/** D-CLS-14: the theme belongs to the whole style; rules have no effect while one is set. */
export const setTheme = (draft: StyleDraft, theme: StyleValues['theme']): StyleDraft => ({
  ...draft,
  isChanged: true,
  fallback: { ...draft.fallback, theme },
  ...ONLY_DEFAULT,
});

/**
 * RULE-05..07: adds a rule for a value with the properties in the editor; it replaces a rule with the same name, which
 * remains one for its range or with its conditions.
 */
export function addRule(draft: StyleDraft, field: string, value: string): StyleDraft {
  const name = ruleName(field, value);
  const known = draft.rules.findIndex((one) => one.rule === name);
  const former = draft.rules[known] ?? {};
  const { ruleKey, ruleRange, ruleConditions } = former;
  const rule: GeomStyle = {
    ...appearanceOf(ruleAt(draft, draft.selected)),
    ...ruleNamesOf(former),
    rule: name,
    ...(ruleKey !== undefined && { ruleKey }),
    ...(ruleRange !== undefined && { ruleRange }),
    ...(ruleConditions && { ruleConditions }),
  };
  if (known >= 0)
    return selectRule({ ...draft, isChanged: true, rules: draft.rules.with(known, rule) }, known);
  return selectRule({ ...draft, isChanged: true, rules: [...draft.rules, rule] }, draft.rules.length);
}

/** RULE-02, RULE-08: deletes the selected rules; Default cannot be deleted. */
export function deleteRules(draft: StyleDraft): StyleDraft {
  const selection = new Set(selectionOf(draft));
  const rules = draft.rules.filter((_, index) => !selection.has(index));
  if (rules.length === draft.rules.length) return draft;
  return { ...draft, isChanged: true, rules, ...ONLY_DEFAULT };
}

/** Moves the selected rule so that it is tried earlier (-1) or later (1); several rules stay where they are. */
export function moveRule(draft: StyleDraft, by: -1 | 1): StyleDraft {
  const { rules, selected } = draft;
  if (selected === 'default' || selectionOf(draft).length > 1) return draft;
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

/** Generated rules without those that exist already, as many as fit into the style. */
function withoutKnown(rules: readonly GeomStyle[], retained: readonly GeomStyle[]): readonly GeomStyle[] {
  const known = new Set(retained.map(({ rule }) => rule));
  return rules.filter(({ rule }) => !known.has(rule)).slice(0, MAX_STYLE_RULES - 1 - retained.length);
}

/** RULE-12, RULE-13: replaces the rules, but retains those that were added or changed since `requestedFor`. */
export function replaceRules(
  draft: StyleDraft,
  rules: readonly GeomStyle[],
  requestedFor = draft,
): StyleDraft {
  const retained = draft.rules.filter((rule) => !requestedFor.rules.includes(rule));
  return {
    ...draft,
    isChanged: true,
    rules: [...withoutKnown(rules, retained), ...retained],
    ...ONLY_DEFAULT,
  };
}

/** Puts the rules of a style into another order; the same rules stay selected. */
export function withRules(draft: StyleDraft, rules: readonly GeomStyle[]): StyleDraft {
  const selection = selectionOf(draft).map((one): SelectedRule => {
    const index = one === 'default' ? -1 : rules.indexOf(ruleAt(draft, one));
    return index < 0 ? 'default' : index;
  });
  return selectRules({ ...draft, isChanged: true, rules }, [...new Set(selection)]);
}

/** Appends rules for values that had none. */
export function appendRules(draft: StyleDraft, rules: readonly GeomStyle[]): StyleDraft {
  const added = withoutKnown(rules, draft.rules);
  return added.length === 0 ? draft : { ...draft, isChanged: true, rules: [...draft.rules, ...added] };
}

/** Replaces the style by another layer's. */
export const pasteStyle = (draft: StyleDraft, text: string): StyleDraft => ({
  ...openStyle(text),
  storedText: draft.storedText,
  isChanged: true,
});

const fieldsOf = (rule: GeomStyle): readonly string[] => listFieldsOfRule(resolveStyle(rule));

/** Lists the fields that rules compare. */
export const listRuleFields = ({ rules }: StyleDraft): readonly string[] => [
  ...new Set(rules.flatMap(fieldsOf)),
];

/** Lists the rules for ranges of a field. */
export const listRangeRules = ({ rules }: StyleDraft, field: string): readonly GeomStyle[] =>
  rules.filter(
    (rule) => (rule.ruleRange ?? '') !== '' && !rule.ruleConditions && fieldsOf(rule).includes(field),
  );

/** Lists the rules that new ranges of a field replace: its former ranges, and rules with the same names (RULE-16). */
export function listReplacedRules(
  draft: StyleDraft,
  field: string,
  added: readonly GeomStyle[],
): readonly GeomStyle[] {
  const names = new Set(added.map(({ rule }) => rule));
  const ranges = listRangeRules(draft, field);
  return draft.rules.filter((rule) => ranges.includes(rule) || names.has(rule.rule));
}

/** Adds rules for ranges of a field in the place of those that it had. */
export function addRangeRules(draft: StyleDraft, field: string, added: readonly GeomStyle[]): StyleDraft {
  const former = listReplacedRules(draft, field, added);
  const first = draft.rules.findIndex((rule) => former.includes(rule));
  const others = draft.rules.filter((rule) => !former.includes(rule));
  const at = first < 0 ? others.length : first;
  return { ...draft, isChanged: true, rules: others.toSpliced(at, 0, ...added), ...ONLY_DEFAULT };
}

/** D-CLS-08: removes the rules on a deleted field, and the sizes that follow it. */
export function withoutRulesOn(draft: StyleDraft, field: string): StyleDraft {
  const sized = draft.fallback.sizeField === field ? setWhole(draft, { sizeField: '' }) : draft;
  const rules = draft.rules.filter((rule) => !fieldsOf(rule).includes(field));
  return rules.length === draft.rules.length ? sized : replaceRules(sized, rules);
}
