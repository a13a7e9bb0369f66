import { parseRule, ruleName } from './rule.ts';
import { listRuleKeys } from './ruleKeys.ts';

/** Fields of a layer that have another name now, by their old one, and fields that are gone. */
export type FieldMoves = {
  readonly renamed: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  /** Fields that were never saved under the name that rules use for them: nobody can know the rules by it. */
  readonly named?: ReadonlyMap<string, string>;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rule's new name; undefined when it goes with its field. */
function moveRule(name: string, { renamed, removed, named }: FieldMoves): string | undefined {
  const rule = parseRule(name);
  if (rule.kind !== 'value') return name;
  if (removed.has(rule.field)) return undefined;
  const field = renamed.get(rule.field) ?? named?.get(rule.field);
  return field === undefined ? name : ruleName(field, rule.value);
}

const placeholder = /\{([^{}]+)\}/g;

function moveInLabel(template: string, { renamed, removed, named }: FieldMoves): string {
  return template.replace(placeholder, (whole, inside: string) => {
    const key = inside.trim();
    if (key === 'name' || key === 'description') return whole;
    const field = key.startsWith('data.') ? key.slice('data.'.length) : key;
    if (removed.has(field)) return '';
    const name = renamed.get(field) ?? named?.get(field);
    return name === undefined ? whole : `{data.${name}}`;
  });
}

function moveInProperties(style: Record<string, unknown>, moves: FieldMoves): Record<string, unknown> {
  const { objLabel } = style;
  return typeof objLabel === 'string' ? { ...style, objLabel: moveInLabel(objLabel, moves) } : style;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A rule that moves stays known by what it was known by (`listRuleKeys`): what readers have switched off stays off. */
function moveRules(rules: readonly unknown[], moves: FieldMoves): unknown[] {
  const keys = listRuleKeys(
    rules.map((rule) =>
      isRecord(rule) ? { rule: textOf(rule.rule), ruleKey: textOf(rule.ruleKey) } : { rule: '', ruleKey: '' },
    ),
  );
  return rules.flatMap((rule, index) => {
    if (!isRecord(rule)) return [rule];
    const name = textOf(rule.rule);
    const moved = name === '' ? name : moveRule(name, moves);
    if (moved === undefined) return [];
    if (moved === name) return [moveInProperties(rule, moves)];
    const { ruleKey: _key, ...others } = rule;
    const key = keys[index];
    const isKnown = key !== moved && !isNamedNow(name, moves);
    return [moveInProperties({ ...others, rule: moved, ...(isKnown && { ruleKey: key }) }, moves)];
  });
}

function isNamedNow(name: string, { named }: FieldMoves): boolean {
  const rule = parseRule(name);
  return rule.kind === 'value' && named?.has(rule.field) === true;
}

/**
 * D-CLS-08: a style, as JSON text, with renamed fields in rules and labels and without rules on removed ones. A style
 * that names none of them comes back byte for byte (D-CLS-18), one that is no JSON too.
 */
export function moveInStyle(geomStyle: string, moves: FieldMoves): string {
  let style: unknown;
  try {
    style = JSON.parse(geomStyle);
  } catch {
    return geomStyle;
  }
  if (!isRecord(style)) return geomStyle;
  const { labelRules } = style;
  const moved = {
    ...moveInProperties(style, moves),
    ...(Array.isArray(labelRules) && { labelRules: moveRules(labelRules, moves) }),
  };
  const text = JSON.stringify(moved);
  return text === JSON.stringify(style) ? geomStyle : text;
}
