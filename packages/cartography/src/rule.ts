import { DEFAULT_RULE } from './propertyTable.ts';

/** What a rule name says. `unknown` matches no object. */
export type Rule =
  | { readonly kind: 'default' }
  | { readonly kind: 'value'; readonly field: string; readonly value: string }
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'unknown'; readonly text: string };

const PREFIX = 'data.';

/** `data.FIELD=VALUE` (the first `=` divides), `data.FIELD` (an empty value), `Default`, or ''. */
export const parseRule = (name: string): Rule => {
  if (name.trim() === '') return { kind: 'unnamed' };
  if (name.trim() === DEFAULT_RULE) return { kind: 'default' };
  if (!name.startsWith(PREFIX)) return { kind: 'unknown', text: name };
  const rest = name.slice(PREFIX.length);
  const equals = rest.indexOf('=');
  const [field, value] = equals < 0 ? [rest, ''] : [rest.slice(0, equals), rest.slice(equals + 1)];
  return field === '' ? { kind: 'unknown', text: name } : { kind: 'value', field, value };
};

/** RULE-05: the name of a rule for one value of a field. The value is trimmed. */
export const ruleName = (field: string, value: string): string => {
  const trimmed = value.trim();
  return trimmed === '' ? PREFIX + field : `${PREFIX}${field}=${trimmed}`;
};

/** RULE-14, RULE-15: what a person reads; `noName` is the translated no-name label. */
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
