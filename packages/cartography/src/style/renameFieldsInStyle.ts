import { listRuleKeys, parseRule, ruleName } from '../rules/rule.ts';

/** Renamed fields of a layer, new name by old name, and removed fields. */
export type FieldChanges = {
  readonly renamed: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  /**
   * Fields never saved under the name that the rules use for them, so no reader can know the rules by that name.
   */
  readonly named?: ReadonlyMap<string, string>;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the new name of a rule; undefined when its field was removed. */
function renameInRule(name: string, { renamed, removed, named }: FieldChanges): string | undefined {
  const rule = parseRule(name);
  if (rule.kind !== 'value') return name;
  if (removed.has(rule.field)) return undefined;
  const field = renamed.get(rule.field) ?? named?.get(rule.field);
  return field === undefined ? name : ruleName(field, rule.value);
}

/** Returns the conditions of a rule with the new names of fields; undefined when a field was removed. */
function renameInConditions(conditions: unknown, changes: FieldChanges): unknown {
  if (!isRecord(conditions) || !Array.isArray(conditions.rules)) return conditions;
  const rules = conditions.rules.map((rule: unknown) =>
    isRecord(rule) ? { ...rule, field: renameField(textOf(rule.field), changes) } : rule,
  );
  return rules.some((rule) => isRecord(rule) && rule.field === '') ? undefined : { ...conditions, rules };
}

const placeholder = /\{([^{}]+)\}/g;

function renameInLabel(template: string, { renamed, removed, named }: FieldChanges): string {
  return template.replace(placeholder, (whole, inside: string) => {
    const key = inside.trim();
    if (key === 'name' || key === 'description') return whole;
    const field = key.startsWith('data.') ? key.slice('data.'.length) : key;
    if (removed.has(field)) return '';
    const name = renamed.get(field) ?? named?.get(field);
    return name === undefined ? whole : `{data.${name}}`;
  });
}

function renameInProperties(style: Record<string, unknown>, changes: FieldChanges): Record<string, unknown> {
  const { objLabel, sizeField } = style;
  return {
    ...style,
    ...(typeof objLabel === 'string' && { objLabel: renameInLabel(objLabel, changes) }),
    ...(typeof sizeField === 'string' && { sizeField: renameField(sizeField, changes) }),
  };
}

/** Returns the new name of a field; '' when it was removed. */
const renameField = (field: string, { renamed, removed, named }: FieldChanges): string =>
  removed.has(field) ? '' : (renamed.get(field) ?? named?.get(field) ?? field);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A renamed rule keeps its key (`listRuleKeys`), so that rules that readers have switched off stay off. */
function renameInRules(rules: readonly unknown[], changes: FieldChanges): unknown[] {
  const keys = listRuleKeys(
    rules.map((rule) =>
      isRecord(rule) ? { rule: textOf(rule.rule), ruleKey: textOf(rule.ruleKey) } : { rule: '', ruleKey: '' },
    ),
  );
  return rules.flatMap((rule, index) => {
    if (!isRecord(rule)) return [rule];
    const name = textOf(rule.rule);
    const renamedRule = name === '' ? name : renameInRule(name, changes);
    const ruleConditions = renameInConditions(rule.ruleConditions, changes);
    if (renamedRule === undefined || (rule.ruleConditions && !ruleConditions)) return [];
    const renamed: Record<string, unknown> = {
      ...rule,
      ...(rule.ruleConditions !== undefined && { ruleConditions }),
    };
    if (renamedRule === name) return [renameInProperties(renamed, changes)];
    const { ruleKey: _key, ...others } = renamed;
    const key = keys[index];
    const needsKey = key !== renamedRule && !isNamedNow(name, changes);
    return [renameInProperties({ ...others, rule: renamedRule, ...(needsKey && { ruleKey: key }) }, changes)];
  });
}

function isNamedNow(name: string, { named }: FieldChanges): boolean {
  const rule = parseRule(name);
  return rule.kind === 'value' && named?.has(rule.field) === true;
}

/**
 * D-CLS-08: renames fields in the rules, labels and sizes of a style (JSON text) and drops rules on removed fields. A style
 * that names none of them is returned byte for byte (D-CLS-18), and so is a text that is not JSON.
 */
export function renameFieldsInStyle(geomStyle: string, changes: FieldChanges): string {
  let style: unknown;
  try {
    style = JSON.parse(geomStyle);
  } catch {
    return geomStyle;
  }
  if (!isRecord(style)) return geomStyle;
  const { labelRules } = style;
  const changed = {
    ...renameInProperties(style, changes),
    ...(Array.isArray(labelRules) && { labelRules: renameInRules(labelRules, changes) }),
  };
  const text = JSON.stringify(changed);
  return text === JSON.stringify(style) ? geomStyle : text;
}
