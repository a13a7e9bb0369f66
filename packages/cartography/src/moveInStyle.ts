import { parseRule, ruleName } from './rule.ts';

/** Fields of a layer that have another name now, by their old one, and fields that are gone. */
export type FieldMoves = {
  readonly renamed: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The rule's new name; undefined when it goes with its field. */
function moveRule(name: string, { renamed, removed }: FieldMoves): string | undefined {
  const rule = parseRule(name);
  if (rule.kind !== 'value') return name;
  if (removed.has(rule.field)) return undefined;
  const field = renamed.get(rule.field);
  return field === undefined ? name : ruleName(field, rule.value);
}

const placeholder = /\{([^{}]+)\}/g;

function moveInLabel(template: string, { renamed, removed }: FieldMoves): string {
  return template.replace(placeholder, (whole, inside: string) => {
    const key = inside.trim();
    if (key === 'name' || key === 'description') return whole;
    const field = key.startsWith('data.') ? key.slice('data.'.length) : key;
    if (removed.has(field)) return '';
    const name = renamed.get(field);
    return name === undefined ? whole : `{data.${name}}`;
  });
}

function moveInProperties(style: Record<string, unknown>, moves: FieldMoves): Record<string, unknown> {
  const { objLabel } = style;
  return typeof objLabel === 'string' ? { ...style, objLabel: moveInLabel(objLabel, moves) } : style;
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
