import { renameFieldsInStyle } from '@pgis/cartography';
import { findConditionProblems } from '@pgis/conditions';
import {
  type ClassifierSettings,
  dependsOnReader,
  type Language,
  limits,
  type Problem,
  type Ruleset,
  trimNames,
} from '@pgis/contract';
import { checkStyleText } from './checkStyleText.ts';
import { isSame } from './describeChange.ts';
import {
  type FieldPlan,
  type KeyMoves,
  leftToMove,
  moveInDensity,
  moveInRuleset,
  planFieldChanges,
} from './planFieldChanges.ts';
import type { TreeNodeRow } from './TreeNodeRow.ts';
import type { TreeNodeValues } from './TreeNodeValues.ts';

/** Values that the settings ask for, checked against the stored ones. */
export interface RequestedValues {
  readonly values: TreeNodeValues;
  /** Changes of the keys in the data of objects that follow from the new fields. */
  readonly moves: KeyMoves;
}

export interface Basis {
  readonly kind: TreeNodeRow['kind'];
  /** The stored values, or the defaults of a new one. */
  readonly stored: TreeNodeValues;
  /** Name in the language of the reader; undefined for a new node. */
  readonly displayName?: string;
  /** Language of the reader; undefined for a new node. */
  readonly language?: Language;
  /** Fields of the source of a view, which the view cannot change. */
  readonly lockedFields?: TreeNodeValues['layerFields'];
  readonly companyLanguage: Language;
}

export type RequestedOrProblems = RequestedValues | { readonly problems: readonly Problem[] };

const noMoves: KeyMoves = { renamed: new Map(), removed: new Set() };

/**
 * The names of a node (D-CLS-15). Programs that know one name only send it alone: it takes the place of the one that the
 * reader sees, so that nobody renames what they do not read. With the names as they were read it is the company's. The
 * name that they have read changes nothing.
 */
function nameValues(
  body: ClassifierSettings,
  { stored, displayName, language, companyLanguage }: Basis,
): Pick<TreeNodeValues, 'name' | 'names'> {
  const isRead = language !== undefined && Boolean(stored.names[language]);
  if (body.names === undefined && body.name !== displayName && isRead)
    return { name: stored.name, names: { ...stored.names, [language]: body.name } };
  const name = body.name === displayName ? stored.name : body.name;
  const names = trimNames(body.names ?? {});
  const isUnchanged =
    body.names === undefined || isSame(names, { ...stored.names, [companyLanguage]: stored.name });
  if (isUnchanged) return { name, names: stored.names };
  const { [companyLanguage]: ownName, ...others } = names;
  return { name: ownName ?? name, names: others };
}

const hasSameFields = (plan: FieldPlan, locked: TreeNodeValues['layerFields']): boolean =>
  plan.renamed.size === 0 && isSame(plan.fields, locked);

/** Rules may name fields of the layer; those of the stored filter may stay as they are (D-API-02). */
function listFieldProblems(ruleset: Ruleset, stored: Ruleset | null, names: ReadonlySet<string>): Problem[] {
  const known = new Set(stored?.rules.map(({ field }) => field));
  return ruleset.rules.flatMap(({ field }, index) =>
    names.has(field) || known.has(field)
      ? []
      : [{ path: `/ruleset/rules/${index}/field`, code: 'UNKNOWN_FIELD' as const }],
  );
}

/** A layer with an empty range of zoom levels could never be seen. A stored range may stay as it is. */
function listZoomProblems(values: TreeNodeValues, stored: TreeNodeValues): Problem[] {
  const { zoomFrom, zoomTo } = values;
  const problems = (['zoomFrom', 'zoomTo'] as const).flatMap((name) => {
    const zoom = values[name];
    const isOutside = zoom !== null && zoom !== stored[name] && (zoom < 0 || zoom > limits.maxZoom);
    return isOutside ? [{ path: `/${name}`, code: 'OUT_OF_RANGE' as const }] : [];
  });
  const isStored = zoomFrom === stored.zoomFrom && zoomTo === stored.zoomTo;
  if (problems.length > 0 || isStored || zoomFrom === null || zoomTo === null || zoomFrom <= zoomTo)
    return problems;
  return [{ path: '/zoomTo', code: 'BELOW_START' }];
}

function layerValues(body: ClassifierSettings, basis: Basis): RequestedOrProblems {
  const { stored, lockedFields } = basis;
  const planned = body.layerFields && planFieldChanges(lockedFields ?? stored.layerFields, body.layerFields);
  if (planned && !('plan' in planned)) return planned;
  const plan = planned?.plan;
  if (plan !== undefined && lockedFields !== undefined && !hasSameFields(plan, lockedFields))
    return { problems: [{ path: '/layerFields', code: 'NOT_ALLOWED' }] };
  const moves = plan ?? noMoves;
  const left = plan === undefined ? noMoves : leftToMove(plan);
  const geomStyle = body.geomStyle ?? stored.geomStyle;
  // A stored style may stay, even if later versions would refuse it.
  const styleProblems = geomStyle === stored.geomStyle ? [] : checkStyleText(geomStyle);
  if (styleProblems.length > 0) return { problems: styleProblems };
  const ruleset = body.ruleset === undefined ? stored.ruleset : body.ruleset;
  const density = body.density ?? stored.density;
  const movedRuleset = moveInRuleset(ruleset, isSame(ruleset, stored.ruleset) ? moves : left);
  const layerFields = plan?.fields ?? lockedFields ?? stored.layerFields;
  const values: TreeNodeValues = {
    ...stored,
    description: body.description ?? stored.description,
    zoomFrom: body.zoomFrom === undefined ? stored.zoomFrom : body.zoomFrom,
    zoomTo: body.zoomTo === undefined ? stored.zoomTo : body.zoomTo,
    zIndex: body.zIndex ?? stored.zIndex,
    serverside: body.serverside ?? stored.serverside,
    allowPublicRegistration: body.allowPublicRegistration ?? stored.allowPublicRegistration,
    showAfterReview: body.showAfterReview ?? stored.showAfterReview,
    // A view blurs what its source blurs.
    blurPositions: lockedFields === undefined ? (body.blurPositions ?? stored.blurPositions) : false,
    showDefault: body.showDefault ?? stored.showDefault,
    allObjectsPublic: body.allObjectsPublic === undefined ? stored.allObjectsPublic : body.allObjectsPublic,
    geomStyle: renameFieldsInStyle(geomStyle, geomStyle === stored.geomStyle ? moves : left),
    density: moveInDensity(density, isSame(density, stored.density) ? moves : left),
    // Cases belong to the layer that owns the objects, so a view has no rules of its own.
    caseLayer:
      lockedFields !== undefined ? null : body.caseLayer === undefined ? stored.caseLayer : body.caseLayer,
    // A view stores no fields: it reads those of its source.
    layerFields: lockedFields === undefined ? layerFields : [],
    ruleset: movedRuleset,
  };
  const problems: Problem[] = [
    ...(movedRuleset === null
      ? []
      : listFieldProblems(movedRuleset, stored.ruleset, new Set(layerFields.map(({ name }) => name)))),
  ];
  const computed = new Set(
    layerFields.filter(({ schema }) => dependsOnReader(schema?.type)).map(({ name }) => name),
  );
  // Its objects would depend on the rights of the reader in another layer, and images of the layer are cached.
  for (const [index, { field }] of (movedRuleset?.rules ?? []).entries())
    if (computed.has(field)) problems.push({ path: `/ruleset/rules/${index}/field`, code: 'NOT_ALLOWED' });
  const { weightField } = values.density;
  // A stored filter may stay, even if later versions would refuse it.
  if (movedRuleset !== null && !isSame(ruleset, stored.ruleset))
    problems.push(...findConditionProblems(movedRuleset.rules, '/ruleset/rules'));
  if (weightField !== undefined && !layerFields.some(({ name }) => name === weightField))
    problems.push({ path: '/density/weightField', code: 'UNKNOWN_FIELD' });
  problems.push(...listZoomProblems(values, stored));
  // D-CLS-07: what nobody may see nobody can be asked to add.
  if (values.allowPublicRegistration && values.allObjectsPublic === false)
    problems.push({ path: '/allowPublicRegistration', code: 'HIDDEN_OBJECTS' });
  if (values.showAfterReview && !values.allowPublicRegistration && lockedFields === undefined)
    problems.push({ path: '/showAfterReview', code: 'NOT_ALLOWED' });
  return problems.length > 0 ? { problems } : { values, moves };
}

/** Returns the values that the settings ask for; a missing setting keeps its value. Parent and unit are up to the caller. */
export function toValues(body: ClassifierSettings, basis: Basis): RequestedOrProblems {
  const { kind, stored } = basis;
  const named = nameValues(body, basis);
  if (kind === 'layer') {
    const requested = layerValues(body, basis);
    return 'problems' in requested ? requested : { ...requested, values: { ...requested.values, ...named } };
  }
  return {
    moves: noMoves,
    values: {
      ...stored,
      ...named,
      description: body.description ?? stored.description,
      statusType: kind === 'status' ? (body.statusType ?? stored.statusType ?? 'open') : null,
    },
  };
}
