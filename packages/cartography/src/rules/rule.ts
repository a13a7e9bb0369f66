import { DEFAULT_RULE } from '../style/propertyTable.ts';

/** Parsed name of a rule. `unknown` matches no object. */
export type Rule =
  | { readonly kind: 'default' }
  | { readonly kind: 'value'; readonly field: string; readonly value: string }
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'unknown'; readonly text: string };

const PREFIX = 'data.';

/** Parses `data.FIELD=VALUE` (the first `=` separates), `data.FIELD` (an empty value), `Default`, or ''. */
export const parseRule = (name: string): Rule => {
  if (name.trim() === '') return { kind: 'unnamed' };
  if (name.trim() === DEFAULT_RULE) return { kind: 'default' };
  if (!name.startsWith(PREFIX)) return { kind: 'unknown', text: name };
  const rest = name.slice(PREFIX.length);
  const equals = rest.indexOf('=');
  const [field, value] = equals < 0 ? [rest, ''] : [rest.slice(0, equals), rest.slice(equals + 1)];
  return field === '' ? { kind: 'unknown', text: name } : { kind: 'value', field, value };
};

/** RULE-05: returns the name of a rule for one value of a field. The value is trimmed. */
export const ruleName = (field: string, value: string): string => {
  const trimmed = value.trim();
  return trimmed === '' ? PREFIX + field : `${PREFIX}${field}=${trimmed}`;
};

/** RULE-14, RULE-15: returns the label of a rule; `noName` is the translated no-name label. */
export const ruleLabel = (name: string, noName: string): string => {
  const rule = parseRule(name);
  switch (rule.kind) {
    case 'value':
      return rule.value.trim() === '' ? '""' : rule.value;
    case 'unnamed':
      return noName;
    case 'default':
      return DEFAULT_RULE;
    case 'unknown':
      return rule.text;
  }
};

type NamedRule = { readonly rule: string; readonly ruleKey: string };

/**
 * Returns the key of each rule: the name it had first, so that it survives a renamed field (RULE-16). A field may be
 * added under the old name of another; of two rules with one name the one that had it first keeps the key.
 */
export const listRuleKeys = (rules: readonly NamedRule[]): readonly string[] => {
  const ownKeys = new Set(rules.map(({ ruleKey }) => ruleKey).filter((key) => key !== ''));
  return rules.map(({ rule, ruleKey }) => {
    if (ruleKey !== '') return ruleKey;
    return ownKeys.has(rule) ? toOtherKey(rule) : rule;
  });
};

/** No rule name ends with a newline, because values are trimmed. */
const toOtherKey = (rule: string): string => `${rule}\n`;
