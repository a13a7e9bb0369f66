import { parseRule, ruleName } from '@pgis/cartography';
import type { Ruleset } from '@pgis/contract';
import type { KeyMoves } from './planFieldChanges.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** D-CLS-08: the ruleset with renamed fields, without the rules on removed ones. */
export function moveInRuleset(ruleset: Ruleset | null, { renamed, removed }: KeyMoves): Ruleset | null {
  if (ruleset === null) return null;
  const rules = ruleset.rules
    .filter(({ field }) => !removed.has(field))
    .map((rule) => ({ ...rule, field: renamed.get(rule.field) ?? rule.field }));
  return { ...ruleset, rules };
}

/** The rule's new name; undefined when it goes with its field. */
function moveRule(name: string, { renamed, removed }: KeyMoves): string | undefined {
  const rule = parseRule(name);
  if (rule.kind !== 'value') return name;
  if (removed.has(rule.field)) return undefined;
  const field = renamed.get(rule.field);
  return field === undefined ? name : ruleName(field, rule.value);
}

const placeholder = /\{([^{}]+)\}/g;

function moveInLabel(template: string, { renamed, removed }: KeyMoves): string {
  return template.replace(placeholder, (whole, inside: string) => {
    const key = inside.trim();
    if (key === 'name' || key === 'description') return whole;
    const field = key.startsWith('data.') ? key.slice('data.'.length) : key;
    if (removed.has(field)) return '';
    const name = renamed.get(field);
    return name === undefined ? whole : `{data.${name}}`;
  });
}

function moveInProperties(style: Record<string, unknown>, moves: KeyMoves): Record<string, unknown> {
  const { objLabel } = style;
  return typeof objLabel === 'string' ? { ...style, objLabel: moveInLabel(objLabel, moves) } : style;
}

/**
 * D-CLS-08: a style, as JSON text, with renamed fields in rules and labels and without rules on removed ones. A style
 * that names none of them comes back byte for byte (D-CLS-18), one that is no JSON too.
 */
export function moveInStyle(geomStyle: string, moves: KeyMoves): string {
  let style: unknown;
  try {
    style = JSON.parse(geomStyle);
  } catch {
    return geomStyle;
  }
  if (!isRecord(style)) return geomStyle;
  const moved = moveInProperties(style, moves);
  if (Array.isArray(style.labelRules))
    moved.labelRules = style.labelRules.flatMap((rule: unknown) => {
      if (!isRecord(rule)) return [rule];
      const named = typeof rule.rule === 'string' ? moveRule(rule.rule, moves) : '';
      if (named === undefined) return [];
      return [moveInProperties(named === '' ? rule : { ...rule, rule: named }, moves)];
    });
  const text = JSON.stringify(moved);
  return text === JSON.stringify(style) ? geomStyle : text;
}
