import type { Operator } from '@pgis/conditions';
import {
  ADDED_FIELD,
  type BodyOf,
  type CaseRules,
  type Classifier,
  type FieldSchema,
  findFieldNameProblem,
  findSchemaProblems,
  type InputHint,
  type Language,
  type LayerDensity,
  type LocalizedNames,
  type ProblemCode,
  type updateClassifier,
} from '@pgis/contract';
import { withoutRulesOn } from '../style/draft/changeStyle.ts';
import { openStyle, type StyleDraft, toStyleText } from '../style/draft/StyleDraft.ts';
import { type NameValues, namesBody, newNames, toNameValues } from './NameValues.ts';

/** A field of the layer in the editor; rules name it by its key, so that they follow its name (FIELD-10). */
export interface FieldRow {
  readonly key: string;
  readonly name: string;
  /** Display names of the field by language. */
  readonly names: LocalizedNames;
  /** Name of the field on the server; null for a new one. */
  readonly storedName: string | null;
  readonly hint: InputHint;
  /** Null for a field that takes any text. */
  readonly schema: FieldSchema | null;
  /** True when the field has a schema on the server, which has to be removed by name. */
  readonly hasStoredSchema: boolean;
}

export interface FilterRule {
  /** Key of a field row. */
  readonly fieldKey: string;
  readonly operator: Operator;
  readonly value: string;
}

export interface LayerRuleset {
  readonly condition: 'and' | 'or';
  readonly rules: readonly FilterRule[];
}

/** CLS-03, CLS-21: the group of a layer: a stored one by its id, as names repeat, or the name of a new one. */
export type GroupSelection =
  | { readonly kind: 'stored'; readonly id: number }
  | { readonly kind: 'new'; readonly name: string };

/** Values of a layer in the dialog. */
export interface LayerValues extends NameValues {
  readonly kind: 'layer';
  readonly description: string;
  readonly group: GroupSelection | null;
  /** Unit of a new group; null lets the server choose. */
  readonly unitId: number | null;
  readonly zoomFrom: number | '';
  readonly zoomTo: number | '';
  readonly zIndex: number | '';
  readonly serverside: boolean;
  readonly allowPublicRegistration: boolean;
  readonly showAfterReview: boolean;
  readonly blurPositions: boolean;
  readonly showDefault: boolean;
  readonly allObjectsPublic: boolean | null;
  readonly fields: readonly FieldRow[];
  readonly filter: LayerRuleset;
  readonly style: StyleDraft;
  readonly density: LayerDensity;
  readonly caseLayer: CaseRules | null;
}

export const newLayer = (companyLanguage: Language): LayerValues => ({
  kind: 'layer',
  ...newNames(companyLanguage),
  description: '',
  group: null,
  unitId: null,
  zoomFrom: '',
  zoomTo: '',
  zIndex: 0,
  serverside: false,
  allowPublicRegistration: false,
  showAfterReview: false,
  blurPositions: false,
  showDefault: false,
  allObjectsPublic: null,
  fields: [],
  // LFLT-03
  filter: { condition: 'and', rules: [] },
  style: openStyle(''),
  density: { kind: 'asIs' },
  caseLayer: null,
});

/** CLS-04: selects a stored group. */
export const toGroupSelection = (id: number | null): GroupSelection | null =>
  id === null ? null : { kind: 'stored', id };

/** Values of a stored layer. Filter rules on a field that the layer does not have are left out. */
export function toLayerValues(classifier: Classifier): LayerValues {
  const fields = classifier.layerFields.map(({ name, names = {}, hint = {}, schema = null }, index) => ({
    key: `stored-${index}`,
    name,
    names,
    storedName: name,
    hint,
    schema,
    hasStoredSchema: schema !== null,
  }));
  const keys = new Map(fields.map(({ key, name }) => [name, key]));
  const { ruleset } = classifier;
  return {
    kind: 'layer',
    ...toNameValues(classifier),
    description: classifier.description,
    group: toGroupSelection(classifier.id1),
    unitId: null,
    zoomFrom: classifier.zoomFrom ?? '',
    zoomTo: classifier.zoomTo ?? '',
    zIndex: classifier.zIndex,
    serverside: classifier.serverside,
    allowPublicRegistration: classifier.allowPublicRegistration,
    showAfterReview: classifier.showAfterReview,
    blurPositions: classifier.blurPositions,
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
    density: classifier.density,
    caseLayer: classifier.caseLayer,
  };
}

/** Name by which style rules refer to a field: its stored name even after a change, or the key of a new field. */
export const fieldReference = ({ storedName, key }: FieldRow): string => storedName ?? key;

/** LFLT-04: removes a field with the style and filter rules on it. */
export const withoutField = (values: LayerValues, removed: FieldRow): LayerValues => ({
  ...values,
  fields: values.fields.filter(({ key }) => key !== removed.key),
  style: withoutRulesOn(values.style, fieldReference(removed)),
  filter: { ...values.filter, rules: values.filter.rules.filter(({ fieldKey }) => fieldKey !== removed.key) },
});

/** FIELD-09: `oldValue` of a field; empty if it is not renamed. */
function oldValueOf({ name, storedName }: FieldRow): string {
  if (storedName === null) return ADDED_FIELD;
  return storedName === name.trim() ? '' : storedName;
}

/** FIELD-05, D-CLS-08: errors of missing and of invalid new names, by the keys of the form. Stored names stay valid. */
export function checkFieldNames(
  fields: readonly FieldRow[],
  textOf: (code: ProblemCode) => string,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, storedName }, index) => {
      const code = name.trim() === storedName ? undefined : findFieldNameProblem(name.trim());
      return code === undefined ? [] : [[`fields.${index}.name`, textOf(code)]];
    }),
  );
}

/** Errors of the fields' schemas, by the keys of the form. */
export function checkFieldSchemas(
  fields: readonly FieldRow[],
  textOf: (schema: FieldSchema, code: ProblemCode) => string,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ schema }, index) =>
      schema === null
        ? []
        : findSchemaProblems(schema, '').map(({ path, code }) => [
            schemaErrorKey(index, path),
            textOf(schema, code),
          ]),
    ),
  );
}

/** Key of an error in a schema: that of its property, whatever lies below it. */
export const schemaErrorKey = (index: number | string, path: string): string =>
  `fields.${index}.schema.${path.split('/')[1] ?? ''}`;

const hasHint = ({ kind, help }: InputHint): boolean => kind !== undefined || (help ?? '').trim() !== '';

export type TreeNodeBody = Omit<BodyOf<typeof updateClassifier>, 'id'>;

function groupBody({ group, unitId }: LayerValues): Pick<TreeNodeBody, 'id1' | 'parentName' | 'unitId'> {
  if (group === null) return {};
  return group.kind === 'stored' ? { id1: group.id } : { parentName: group.name, ...unitBody(unitId) };
}

export const unitBody = (unitId: number | null): Pick<TreeNodeBody, 'unitId'> =>
  unitId === null ? {} : { unitId };

interface LayerBodyContext {
  /** True if the fields belong to the source or may not be changed; they are not sent then. */
  readonly hasLockedFields: boolean;
}

const orNull = (value: number | ''): number | null => (value === '' ? null : value);

/** D-CLS-08: new names of the fields in the style's rules. The server renames them in an unchanged style. */
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

/** Returns the body to send. An unchanged style goes back byte for byte (D-CLS-18). */
export function toLayerBody(values: LayerValues, { hasLockedFields }: LayerBodyContext): TreeNodeBody {
  const nameOf = new Map(values.fields.map((field) => [field.key, field.name.trim()]));
  return {
    ...namesBody(values),
    description: values.description,
    ...groupBody(values),
    zoomFrom: orNull(values.zoomFrom),
    zoomTo: orNull(values.zoomTo),
    zIndex: values.zIndex === '' ? 0 : values.zIndex,
    serverside: values.serverside,
    allowPublicRegistration: values.allowPublicRegistration,
    showAfterReview: values.allowPublicRegistration && values.showAfterReview,
    blurPositions: values.blurPositions,
    showDefault: values.showDefault,
    allObjectsPublic: values.allObjectsPublic,
    geomStyle: toStyleText(values.style, movesOf(values.fields)),
    density: values.density,
    caseLayer: values.caseLayer,
    ...(!hasLockedFields && {
      layerFields: values.fields.map((field) => ({
        name: field.name.trim(),
        ...(Object.keys(field.names).length > 0 && { names: field.names }),
        type: 'text' as const,
        oldValue: oldValueOf(field),
        ...(hasHint(field.hint) && { hint: field.hint }),
        ...((field.schema !== null || field.hasStoredSchema) && { schema: field.schema }),
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
