import {
  ADDED_FIELD,
  dependsOnReader,
  type FieldSchema,
  findFieldNameProblem,
  findSchemaProblems,
  type LayerDensity,
  type LayerField,
  type LayerFieldChange,
  type LayerId,
  type Problem,
  type Ruleset,
  toStoredSchema,
  trimNames,
} from '@pgis/contract';

/** Changes of the keys in the data of objects: some are renamed, some are deleted with their values. */
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
 * A stored field may itself be called `new_field`: if no other field continues it, renaming it loses nothing.
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

/** A client that knows no names leaves those of each value of a list in place; an empty record removes them. */
function withStoredNames(schema: FieldSchema, stored: FieldSchema | undefined): FieldSchema {
  if (schema.values === undefined) return schema;
  const namesOf = new Map(stored?.values?.map(({ value, names }) => [value, names]));
  const values = schema.values.map((one) => {
    const names = one.names ?? namesOf.get(one.value.trim());
    return names === undefined ? one : { ...one, names };
  });
  return { ...schema, values };
}

function toField(change: LayerFieldChange, stored: LayerField | undefined): LayerField {
  const { name, hint, schema } = change;
  const names = change.names === undefined ? stored?.names : trimNames(change.names);
  const isEmpty = !hint || (hint.kind === undefined && !hint.help?.trim());
  // A client that knows no schemas leaves the stored one in place.
  const described =
    schema === undefined ? stored?.schema : schema && toStoredSchema(withStoredNames(schema, stored?.schema));
  return {
    name: name.trim(),
    type: 'text',
    ...(names && Object.keys(names).length > 0 && { names }),
    ...(!isEmpty && { hint }),
    ...(described && { schema: described }),
  };
}

/** D-CLS-08: plans the changes from the stored fields to a new list, or returns its problems (paths below `/layerFields`). */
export function planFieldChanges(
  storedFields: readonly LayerField[],
  changes: readonly LayerFieldChange[],
): PlannedFields {
  const stored = new Set(storedFields.map(({ name }) => name));
  const claimed = new Set(changes.filter(({ oldValue }) => !oldValue).map(({ name }) => name.trim()));
  const problems: Problem[] = [];
  const usedNames = new Set<string>();
  const sources = new Map<string, string>();
  for (const [index, change] of changes.entries()) {
    const path = `/layerFields/${index}`;
    const name = change.name.trim();
    const source = findSource(change, stored, claimed);
    if (source === 'unknown field') {
      problems.push({ path: `${path}/oldValue`, code: 'UNKNOWN_FIELD' });
      continue;
    }
    // A stored field keeps its name, even one from an older import that the checks would refuse today.
    const code = source === name ? undefined : findFieldNameProblem(name);
    if (code !== undefined) problems.push({ path: `${path}/name`, code });
    else if (usedNames.has(name.toLowerCase())) problems.push({ path: `${path}/name`, code: 'DUPLICATE' });
    usedNames.add(name.toLowerCase());
    if (change.schema) problems.push(...findSchemaProblems(change.schema, `${path}/schema`));
    if (source === undefined) continue;
    if (sources.has(source)) problems.push({ path: `${path}/oldValue`, code: 'DUPLICATE' });
    sources.set(source, name);
  }
  if (problems.length > 0) return { problems };
  const sourceOf = new Map([...sources].map(([source, name]) => [name, source]));
  const findStored = (name: string) => storedFields.find((field) => field.name === sourceOf.get(name));
  const plan = {
    fields: changes.map((change) => toField(change, findStored(change.name.trim()))),
    renamed: new Map([...sources].filter(([source, name]) => source !== name)),
    removed: new Set([...stored].filter((name) => !sources.has(name))),
  };
  const left = leftToMove(plan);
  const fields = plan.fields.map((field) => moveInSchema(field, left));
  const unknown = findUnknownCauses(fields);
  return unknown.length > 0 ? { problems: unknown } : { problems: [], plan: { ...plan, fields } };
}

export const movesKeys = ({ renamed, removed }: KeyMoves): boolean => renamed.size > 0 || removed.size > 0;

/**
 * Returns the moves that are still due in a style or filter that was edited together with the fields: names of the new
 * list are already meant as they are.
 */
export function leftToMove({ renamed, removed, fields }: FieldPlan): KeyMoves {
  const names = new Set(fields.map(({ name }) => name));
  return {
    renamed: new Map([...renamed].filter(([from]) => !names.has(from))),
    removed: new Set([...removed].filter((name) => !names.has(name))),
  };
}

/** Renames the field that a schema's condition names; without that field the condition goes. */
function moveInSchema(field: LayerField, { renamed, removed }: KeyMoves): LayerField {
  const { showIf, ...schema } = field.schema ?? {};
  if (showIf === undefined || field.schema === undefined) return field;
  const { type } = field.schema;
  if (removed.has(showIf.field)) return { ...field, schema: { ...schema, type } };
  const cause = renamed.get(showIf.field) ?? showIf.field;
  return { ...field, schema: { ...schema, type, showIf: { ...showIf, field: cause } } };
}

/** A condition names another field of the layer: a form knows what is stored, and the size of the shape. */
function findUnknownCauses(fields: readonly LayerField[]): Problem[] {
  const names = new Set(fields.flatMap(({ name, schema }) => (dependsOnReader(schema?.type) ? [] : [name])));
  return fields.flatMap(({ name, schema }, index): Problem[] => {
    const cause = schema?.showIf?.field;
    if (cause === undefined || (cause !== name && names.has(cause))) return [];
    return [{ path: `/layerFields/${index}/schema/showIf/field`, code: 'UNKNOWN_FIELD' }];
  });
}

/** Renames the field of a polygon that computed fields of these layers show; without it they show the name of the polygon. */
export const moveInRelated = (
  fields: readonly LayerField[],
  polygonLayers: ReadonlySet<LayerId>,
  { renamed, removed }: KeyMoves,
): LayerField[] =>
  fields.map((field) => {
    const { layerField, ...schema } = field.schema ?? { type: 'text' };
    if (layerField === undefined || schema.layer === undefined || !polygonLayers.has(schema.layer))
      return field;
    return removed.has(layerField)
      ? { ...field, schema }
      : { ...field, schema: { ...schema, layerField: renamed.get(layerField) ?? layerField } };
  });

/** D-CLS-08: renames the fields in a ruleset and removes the rules on deleted ones. */
export function moveInRuleset(ruleset: Ruleset | null, { renamed, removed }: KeyMoves): Ruleset | null {
  if (ruleset === null) return null;
  const rules = ruleset.rules
    .filter(({ field }) => !removed.has(field))
    .map((rule) => ({ ...rule, field: renamed.get(rule.field) ?? rule.field }));
  return { ...ruleset, rules };
}

/** D-CLS-08: renames the field that a heat map weighs by; without it every object weighs the same. */
export function moveInDensity(density: LayerDensity, { renamed, removed }: KeyMoves): LayerDensity {
  const { weight, weightField, ...rest } = density;
  if (weightField === undefined) return density;
  return removed.has(weightField)
    ? rest
    : { ...density, weightField: renamed.get(weightField) ?? weightField };
}
