import {
  ADDED_FIELD,
  type BodyOf,
  type Classifier,
  type ClassifierWithChildren,
  findFieldNameProblem,
  type InputHint,
  type ProblemCode,
  type updateClassifier,
} from '@pgis/contract';
import type { ClassifierKind } from './classifierDialog.ts';
import { withoutRulesOn } from './style/changeStyle.ts';
import { openStyle, type StyleDraft, toStyleText } from './style/StyleDraft.ts';

/** A field of the layer in the editor; rules name it by its key, so that they follow its name (FIELD-10). */
export interface FieldRow {
  readonly key: string;
  readonly name: string;
  /** What it is called on the server; null for one that is new. */
  readonly storedName: string | null;
  readonly hint: InputHint;
}

export interface FilterRule {
  /** Of a field row. */
  readonly fieldKey: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

export interface LayerFilter {
  readonly condition: 'and' | 'or';
  readonly rules: readonly FilterRule[];
}

/** What the dialog edits. */
export interface ClassifierValues {
  /** Name of an existing group, or of a new one. */
  readonly group: string;
  /** Of a group, also of a new one that a layer is put into; null: its unit stays, or the server chooses. */
  readonly unitId: number | null;
  readonly name: string;
  readonly description: string;
  /** Of a status (D-CLS-15). */
  readonly names: { readonly en: string; readonly ru: string; readonly lv: string };
  readonly statusType: 'open' | 'fixed' | 'closed';
  readonly zoomFrom: number | '';
  readonly zoomTo: number | '';
  readonly zIndex: number | '';
  readonly serverside: boolean;
  readonly allowPublicRegistration: boolean;
  readonly showAfterReview: boolean;
  readonly showDefault: boolean;
  readonly allObjectsPublic: boolean | null;
  readonly fields: readonly FieldRow[];
  readonly filter: LayerFilter;
  readonly style: StyleDraft;
}

export const newValues: ClassifierValues = {
  group: '',
  unitId: null,
  name: '',
  description: '',
  names: { en: '', ru: '', lv: '' },
  statusType: 'open',
  zoomFrom: '',
  zoomTo: '',
  zIndex: 0,
  serverside: false,
  allowPublicRegistration: false,
  showAfterReview: false,
  showDefault: false,
  allObjectsPublic: null,
  fields: [],
  // LFLT-03
  filter: { condition: 'and', rules: [] },
  style: openStyle(''),
};

/** The stored classifier in the editor. A rule on a field that the layer does not have is left out. */
export function valuesOf(classifier: Classifier, group: string): ClassifierValues {
  const fields = classifier.layerFields.map(({ name, hint = {} }, index) => ({
    key: `stored-${index}`,
    name,
    storedName: name,
    hint,
  }));
  const keys = new Map(fields.map(({ key, name }) => [name, key]));
  const { ruleset, names } = classifier;
  return {
    group,
    unitId: classifier.kind === 'group' ? classifier.unitId : null,
    name: classifier.name,
    description: classifier.description,
    names: { en: names.en ?? '', ru: names.ru ?? '', lv: names.lv ?? '' },
    statusType: classifier.statusType ?? 'open',
    zoomFrom: classifier.zoomFrom ?? '',
    zoomTo: classifier.zoomTo ?? '',
    zIndex: classifier.zIndex,
    serverside: classifier.serverside,
    allowPublicRegistration: classifier.allowPublicRegistration,
    showAfterReview: classifier.showAfterReview,
    showDefault: classifier.showDefault,
    allObjectsPublic: classifier.allObjectsPublic,
    fields,
    filter: {
      condition: ruleset?.condition ?? 'and',
      rules: (ruleset?.rules ?? []).flatMap(({ field, operator, value }) => {
        const fieldKey = keys.get(field);
        return fieldKey === undefined ? [] : [{ fieldKey, operator, value }];
      }),
    },
    style: openStyle(classifier.geomStyle),
  };
}

/** What rules of the style call a field: its stored name, however it is called by now; of a new one its key. */
export const fieldReference = ({ storedName, key }: FieldRow): string => storedName ?? key;

/** LFLT-04: without a field, and without the rules on it. */
export const withoutField = (values: ClassifierValues, removed: FieldRow): ClassifierValues => ({
  ...values,
  fields: values.fields.filter(({ key }) => key !== removed.key),
  style: withoutRulesOn(values.style, fieldReference(removed)),
  filter: { ...values.filter, rules: values.filter.rules.filter(({ fieldKey }) => fieldKey !== removed.key) },
});

/** FIELD-09. */
function oldValueOf({ name, storedName }: FieldRow): string {
  if (storedName === null) return ADDED_FIELD;
  return storedName === name.trim() ? '' : storedName;
}

/**
 * D-CLS-08: new names that no field may have, by the keys of the form. One that is there may stay, and a missing one has
 * words of its own (FIELD-05).
 */
export function findFieldErrors(
  fields: readonly FieldRow[],
  textOf: (code: ProblemCode) => string,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, storedName }, index) => {
      const code = name.trim() === storedName ? undefined : findFieldNameProblem(name.trim());
      return code === undefined || code === 'REQUIRED' ? [] : [[`fields.${index}.name`, textOf(code)]];
    }),
  );
}

const hasHint = ({ kind, help }: InputHint): boolean => kind !== undefined || (help ?? '').trim() !== '';

type Body = Omit<BodyOf<typeof updateClassifier>, 'id'>;

/** CLS-03, CLS-21: an existing group by its id, a new one by its name. */
function groupBody(
  { group, unitId }: ClassifierValues,
  groups: readonly ClassifierWithChildren[],
): Pick<Body, 'id1' | 'parentName' | 'unitId'> {
  const name = group.trim();
  if (name === '') return {};
  const known = groups.find((one) => one.name === name);
  return known === undefined ? { parentName: name, ...unitBody(unitId) } : { id1: known.id };
}

const unitBody = (unitId: number | null): Pick<Body, 'unitId'> => (unitId === null ? {} : { unitId });

interface BodyContext {
  readonly what: ClassifierKind;
  readonly groups: readonly ClassifierWithChildren[];
  /** Of a status: its group. */
  readonly parentId: number | null;
  /** Fields are the source's or not to be changed: they are not sent. */
  readonly hasLockedFields: boolean;
}

const orNull = (value: number | ''): number | null => (value === '' ? null : value);

/** D-CLS-08: what fields of the style's rules are called from now on. A style that was not changed follows on the server. */
const movesOf = (fields: readonly FieldRow[]) => {
  const namesOf = (some: readonly FieldRow[]) =>
    new Map(
      some
        .map((field) => [fieldReference(field), field.name.trim()] as const)
        .filter(([from, to]) => from !== to),
    );
  return {
    renamed: namesOf(fields.filter(({ storedName }) => storedName !== null)),
    named: namesOf(fields.filter(({ storedName }) => storedName === null)),
    removed: new Set<string>(),
  };
};

/** What is sent. A style that nobody has changed goes back byte for byte (D-CLS-18). */
export function toBody(
  values: ClassifierValues,
  { what, groups, parentId, hasLockedFields }: BodyContext,
): Body {
  const { name, description } = values;
  if (what === 'group') return { name, description, ...unitBody(values.unitId) };
  if (what === 'status' || what === 'statusGroup')
    return {
      name,
      description,
      id1: parentId,
      names: values.names,
      ...(what === 'status' && { statusType: values.statusType }),
    };
  const nameOf = new Map(values.fields.map((field) => [field.key, field.name.trim()]));
  return {
    name,
    description,
    ...groupBody(values, groups),
    zoomFrom: orNull(values.zoomFrom),
    zoomTo: orNull(values.zoomTo),
    zIndex: values.zIndex === '' ? 0 : values.zIndex,
    serverside: values.serverside,
    allowPublicRegistration: values.allowPublicRegistration,
    showAfterReview: values.allowPublicRegistration && values.showAfterReview,
    showDefault: values.showDefault,
    allObjectsPublic: values.allObjectsPublic,
    geomStyle: toStyleText(values.style, movesOf(values.fields)),
    ...(!hasLockedFields && {
      layerFields: values.fields.map((field) => ({
        name: field.name.trim(),
        type: 'text' as const,
        oldValue: oldValueOf(field),
        ...(hasHint(field.hint) && { hint: field.hint }),
      })),
    }),
    ruleset: {
      condition: values.filter.condition,
      rules: values.filter.rules.map(({ fieldKey, operator, value }) => ({
        field: nameOf.get(fieldKey) ?? '',
        operator,
        value,
      })),
    },
  };
}
