import {
  ADDED_FIELD,
  findFieldNameProblem,
  type LayerField,
  type LayerFieldChange,
  type Problem,
} from '@pgis/contract';

/** What happens to the keys of objects: which are moved to another name, which go with their values. */
export interface KeyMoves {
  readonly renamed: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
}

export interface FieldPlan extends KeyMoves {
  readonly fields: readonly LayerField[];
}

export type PlannedFields =
  | { readonly plan: FieldPlan; readonly problems: readonly [] }
  | { readonly problems: readonly Problem[] };

/**
 * The stored field that a field of the new list continues (FIELD-09): itself, the one that `oldValue` names, or none.
 * A stored field may itself be called `new_field`: when nobody else claims it, renaming it loses nothing.
 */
function findSource(
  { name, oldValue = '' }: LayerFieldChange,
  stored: ReadonlySet<string>,
  claimed: ReadonlySet<string>,
): string | undefined | 'unknown field' {
  if (oldValue === ADDED_FIELD) return stored.has(oldValue) && !claimed.has(oldValue) ? oldValue : undefined;
  if (oldValue !== '') return stored.has(oldValue) ? oldValue : 'unknown field';
  return stored.has(name.trim()) ? name.trim() : undefined;
}

function toField({ name, hint }: LayerFieldChange): LayerField {
  const isEmpty = !hint || (hint.kind === undefined && !hint.help?.trim());
  return { name: name.trim(), type: 'text', ...(!isEmpty && { hint }) };
}

/** D-CLS-08: what a new list of fields does to the stored one, or what is wrong with it (paths below `/layerFields`). */
export function planFieldChanges(
  storedFields: readonly LayerField[],
  wanted: readonly LayerFieldChange[],
): PlannedFields {
  const stored = new Set(storedFields.map(({ name }) => name));
  const claimed = new Set(wanted.filter(({ oldValue }) => !oldValue).map(({ name }) => name.trim()));
  const problems: Problem[] = [];
  const usedNames = new Set<string>();
  const sources = new Map<string, string>();
  for (const [index, change] of wanted.entries()) {
    const path = `/layerFields/${index}`;
    const name = change.name.trim();
    const source = findSource(change, stored, claimed);
    if (source === 'unknown field') {
      problems.push({ path: `${path}/oldValue`, code: 'UNKNOWN_FIELD' });
      continue;
    }
    // A field that stays keeps its name, also one that an import brought and nobody could add now.
    const code = source === name ? undefined : findFieldNameProblem(name);
    if (code !== undefined) problems.push({ path: `${path}/name`, code });
    else if (usedNames.has(name.toLowerCase())) problems.push({ path: `${path}/name`, code: 'DUPLICATE' });
    usedNames.add(name.toLowerCase());
    if (source === undefined) continue;
    if (sources.has(source)) problems.push({ path: `${path}/oldValue`, code: 'DUPLICATE' });
    sources.set(source, name);
  }
  if (problems.length > 0) return { problems };
  return {
    problems: [],
    plan: {
      fields: wanted.map(toField),
      renamed: new Map([...sources].filter(([source, name]) => source !== name)),
      removed: new Set([...stored].filter((name) => !sources.has(name))),
    },
  };
}

export const movesKeys = ({ renamed, removed }: KeyMoves): boolean => renamed.size > 0 || removed.size > 0;

/**
 * The moves that a style or filter still needs which somebody has edited together with the fields: names that stand
 * in the new list are meant as they are.
 */
export function leftToMove({ renamed, removed, fields }: FieldPlan): KeyMoves {
  const names = new Set(fields.map(({ name }) => name));
  return {
    renamed: new Map([...renamed].filter(([from]) => !names.has(from))),
    removed: new Set([...removed].filter((name) => !names.has(name))),
  };
}
