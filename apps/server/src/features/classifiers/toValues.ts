import { moveInStyle } from '@pgis/cartography';
import type { ClassifierSettings, Language, Problem, Ruleset, StatusNames } from '@pgis/contract';
import type { ClassifierRow } from './ClassifierRow.ts';
import type { ClassifierValues } from './ClassifierValues.ts';
import { checkStyleText } from './checkStyleText.ts';
import { isSame } from './isSame.ts';
import { moveInRuleset } from './moveInRuleset.ts';
import { type FieldPlan, type KeyMoves, leftToMove, planFieldChanges } from './planFieldChanges.ts';

/** What a body asks for, checked against what is stored. */
export interface AskedValues {
  readonly values: ClassifierValues;
  /** What the new fields do to the keys of objects. */
  readonly moves: KeyMoves;
}

export interface Basis {
  readonly kind: ClassifierRow['kind'];
  /** The stored values, or the defaults of a new one. */
  readonly stored: ClassifierValues;
  /** The name as the reader was shown it; undefined of a new classifier. */
  readonly shownName?: string;
  /** Of a view: the fields of its source, which are not the view's to change. */
  readonly lockedFields?: ClassifierValues['layerFields'];
  readonly language: Language;
}

export type Asked = AskedValues | { readonly problems: readonly Problem[] };

const noMoves: KeyMoves = { renamed: new Map(), removed: new Set() };

function toNames(names: StatusNames): StatusNames {
  const filled = Object.entries(names)
    .map(([language, name]) => [language, name.trim()] as const)
    .filter(([, name]) => name !== '');
  return Object.fromEntries(filled);
}

/** A name given without its translations is the one in the reader's language (D-CLS-15). */
function nameValues(
  body: ClassifierSettings,
  { stored, shownName, language }: Basis,
): Pick<ClassifierValues, 'name' | 'names'> {
  const isUnchanged = body.name === shownName;
  const names = body.names === undefined ? stored.names : toNames(body.names);
  if (Object.keys(names).length === 0) return { name: body.name, names };
  if (body.names === undefined)
    return isUnchanged
      ? { name: stored.name, names }
      : { name: stored.name, names: { ...names, [language]: body.name } };
  return { name: names.en ?? (isUnchanged ? stored.name : body.name), names };
}

const hasSameFields = (plan: FieldPlan, locked: ClassifierValues['layerFields']): boolean =>
  plan.renamed.size === 0 && isSame(plan.fields, locked);

/** Rules may name fields of the layer; those of the stored filter may stay as they are (D-API-02). */
function findFieldProblems(ruleset: Ruleset, stored: Ruleset | null, names: ReadonlySet<string>): Problem[] {
  const known = new Set(stored?.rules.map(({ field }) => field));
  return ruleset.rules.flatMap(({ field }, index) =>
    names.has(field) || known.has(field)
      ? []
      : [{ path: `/ruleset/rules/${index}/field`, code: 'UNKNOWN_FIELD' as const }],
  );
}

function layerValues(body: ClassifierSettings, basis: Basis): Asked {
  const { stored, lockedFields } = basis;
  const planned = planFieldChanges(lockedFields ?? stored.layerFields, body.layerFields ?? []);
  const keepsFields = body.layerFields === undefined;
  if (!keepsFields && !('plan' in planned)) return { problems: planned.problems };
  const plan: FieldPlan | undefined = !keepsFields && 'plan' in planned ? planned.plan : undefined;
  if (plan !== undefined && lockedFields !== undefined && !hasSameFields(plan, lockedFields))
    return { problems: [{ path: '/layerFields', code: 'NOT_ALLOWED' }] };
  const moves = plan ?? noMoves;
  const left = plan === undefined ? noMoves : leftToMove(plan);
  const geomStyle = body.geomStyle ?? stored.geomStyle;
  // One that is stored already may stay, whatever later versions think of it.
  const styleProblems = geomStyle === stored.geomStyle ? [] : checkStyleText(geomStyle);
  if (styleProblems.length > 0) return { problems: styleProblems };
  const ruleset = body.ruleset === undefined ? stored.ruleset : body.ruleset;
  const movedRuleset = moveInRuleset(ruleset, isSame(ruleset, stored.ruleset) ? moves : left);
  const layerFields = plan?.fields ?? lockedFields ?? stored.layerFields;
  const values: ClassifierValues = {
    ...stored,
    description: body.description ?? stored.description,
    zoomFrom: body.zoomFrom === undefined ? stored.zoomFrom : body.zoomFrom,
    zoomTo: body.zoomTo === undefined ? stored.zoomTo : body.zoomTo,
    zIndex: body.zIndex ?? stored.zIndex,
    serverside: body.serverside ?? stored.serverside,
    allowPublicRegistration: body.allowPublicRegistration ?? stored.allowPublicRegistration,
    showAfterReview: body.showAfterReview ?? stored.showAfterReview,
    showDefault: body.showDefault ?? stored.showDefault,
    allObjectsPublic: body.allObjectsPublic === undefined ? stored.allObjectsPublic : body.allObjectsPublic,
    geomStyle: moveInStyle(geomStyle, geomStyle === stored.geomStyle ? moves : left),
    // A view has none of its own.
    layerFields: lockedFields === undefined ? layerFields : [],
    ruleset: movedRuleset,
  };
  const problems: Problem[] = [
    ...(movedRuleset === null
      ? []
      : findFieldProblems(movedRuleset, stored.ruleset, new Set(layerFields.map(({ name }) => name)))),
  ];
  // D-CLS-07: what nobody may see nobody can be asked to add.
  if (values.allowPublicRegistration && values.allObjectsPublic === false)
    problems.push({ path: '/allowPublicRegistration', code: 'NOT_ALLOWED' });
  if (values.showAfterReview && !values.allowPublicRegistration && lockedFields === undefined)
    problems.push({ path: '/showAfterReview', code: 'NOT_ALLOWED' });
  return problems.length > 0 ? { problems } : { values, moves };
}

/** The values that a body asks for. Parent and unit are the caller's to decide; what is not given stays. */
export function toValues(body: ClassifierSettings, basis: Basis): Asked {
  const { kind, stored } = basis;
  const named = nameValues(body, basis);
  if (kind === 'layer') {
    const asked = layerValues(body, basis);
    return 'problems' in asked ? asked : { ...asked, values: { ...asked.values, ...named } };
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
