type NamedRule = { readonly rule: string; readonly ruleKey: string };

/**
 * What each rule of a style is known by, though its field be renamed: the text it had first, else its text (RULE-16). A
 * field may be added under the old name of another; of two rules with one text the one that had it first keeps it.
 */
export const listRuleKeys = (rules: readonly NamedRule[]): readonly string[] => {
  const kept = new Set(rules.map(({ ruleKey }) => ruleKey).filter((key) => key !== ''));
  return rules.map(({ rule, ruleKey }) => {
    if (ruleKey !== '') return ruleKey;
    return kept.has(rule) ? toOtherKey(rule) : rule;
  });
};

/** No text of a rule ends so: values are trimmed. */
const toOtherKey = (rule: string): string => `${rule}\n`;
