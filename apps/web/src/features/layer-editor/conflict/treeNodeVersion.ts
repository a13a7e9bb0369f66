import { ADDED_FIELD } from '@pgis/contract';
import {
  type Choices,
  mergeOrders,
  mergeVersions,
  type Version,
} from '../../../ui/versions/compareVersions.ts';
import type { TreeNodeBody } from '../form/LayerValues.ts';
import { mergeStyles, toStyleVersion } from './styleVersion.ts';

/** Properties of a node that the user selects as a whole. */
const plainKeys = [
  'description',
  'statusType',
  'zoomFrom',
  'zoomTo',
  'zIndex',
  'serverside',
  'allowPublicRegistration',
  'showAfterReview',
  'blurPositions',
  'showDefault',
  'allObjectsPublic',
  'density',
  'caseLayer',
  'ruleset',
] as const satisfies readonly (keyof TreeNodeBody)[];
export type PlainKey = (typeof plainKeys)[number];

export const isPlainKey = (key: string): key is PlainKey => (plainKeys as readonly string[]).includes(key);

/** The group of a layer, or the unit of a group, which belong together: a new group names its unit. */
export const POSITION = 'position';
const NAME = 'names.';
const FIELD = 'field.';
const FIELD_ORDER = 'fieldOrder';

type LayerField = NonNullable<TreeNodeBody['layerFields']>[number];

/** Name of the field on the server; of a new one its own. */
const storedNameOf = ({ name, oldValue = '' }: LayerField): string =>
  oldValue === '' || oldValue === ADDED_FIELD ? name : oldValue;

const mapFields = ({ layerFields = [] }: TreeNodeBody): ReadonlyMap<string, LayerField> =>
  new Map(layerFields.map((field) => [storedNameOf(field), field]));

/** The names of a node by language, and the fields of a layer, by their keys in a version. */
export const toLanguage = (key: string): string | null =>
  key.startsWith(NAME) ? key.slice(NAME.length) : null;
export const toFieldName = (key: string): string | null =>
  key.startsWith(FIELD) ? key.slice(FIELD.length) : null;
export const isFieldOrder = (key: string): boolean => key === FIELD_ORDER;

/** The parts of a node as it is sent; `other` is the version that it is compared with. */
export function toVersion(body: TreeNodeBody, other: TreeNodeBody): Version {
  const { id1, parentName, unitId, names = {}, layerFields, geomStyle } = body;
  const others = mapFields(other);
  const fields = [...mapFields(body)];
  return {
    [POSITION]: { id1, parentName, unitId },
    ...Object.fromEntries(plainKeys.map((key) => [key, body[key]])),
    ...Object.fromEntries(Object.entries(names).map(([language, name]) => [NAME + language, name])),
    ...Object.fromEntries(
      fields.map(([stored, { name, names: labels, hint, schema }]) => [
        FIELD + stored,
        { name, hint, ...(labels && { names: labels }), ...(schema && { schema }) },
      ]),
    ),
    ...(layerFields && {
      [FIELD_ORDER]: fields.map(([stored]) => stored).filter((name) => others.has(name)),
    }),
    ...(geomStyle !== undefined && toStyleVersion(geomStyle, other.geomStyle ?? '')),
  };
}

/** Returns the body to send over `theirs`, with the selected parts. */
export function mergeBodies(mine: TreeNodeBody, theirs: TreeNodeBody, choices: Choices): TreeNodeBody {
  const merged = mergeVersions({ mine: toVersion(mine, theirs), theirs: toVersion(theirs, mine) }, choices);
  const names = Object.entries(merged).flatMap(([key, value]) => {
    const language = toLanguage(key);
    return language === null ? [] : [[language, value]];
  });
  const { id1: _id1, parentName: _parentName, unitId: _unitId, ...base } = theirs;
  const { showAfterReview, allowPublicRegistration } = merged;
  return {
    ...base,
    ...Object.fromEntries(plainKeys.filter((key) => key in theirs).map((key) => [key, merged[key]])),
    ...(merged[POSITION] as Pick<TreeNodeBody, 'id1' | 'parentName' | 'unitId'>),
    ...(showAfterReview !== undefined && {
      showAfterReview: showAfterReview === true && allowPublicRegistration === true,
    }),
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
    ...(theirs.layerFields && { layerFields: mergeFields(mine, theirs, choices) }),
    ...(theirs.geomStyle !== undefined && {
      geomStyle: mergeStyles(mine.geomStyle ?? '', theirs.geomStyle, choices),
    }),
  };
}

/** The fields in terms of those that the server has now: one that the other user has removed is added again. */
function mergeFields(mine: TreeNodeBody, theirs: TreeNodeBody, choices: Choices): LayerField[] {
  const fields = { mine: mapFields(mine), theirs: mapFields(theirs) };
  const orders = { mine: [...fields.mine.keys()], theirs: [...fields.theirs.keys()] };
  const names =
    choices[FIELD_ORDER] === 'mine'
      ? mergeOrders(orders.mine, orders.theirs)
      : mergeOrders(orders.theirs, orders.mine);
  return names.flatMap((stored) => {
    const field = fields[choices[FIELD + stored] ?? 'mine'].get(stored);
    if (field === undefined) return [];
    const isRenamed = field.name !== stored;
    const oldValue = fields.theirs.has(stored) ? (isRenamed ? stored : '') : ADDED_FIELD;
    const theirField = fields.theirs.get(stored);
    // A schema that the other user has added stays unless it is removed by name.
    const isSchemaRemoved = !field.schema && Boolean(theirField?.schema);
    return [{ ...withoutTheirNames(field, theirField), oldValue, ...(isSchemaRemoved && { schema: null }) }];
  });
}

/** Names that the other user has given to a field or to values of its list stay, too, unless they are removed by name. */
function withoutTheirNames(field: LayerField, theirs: LayerField | undefined): LayerField {
  const { schema } = field;
  const named = new Set(theirs?.schema?.values?.filter(({ names }) => names).map(({ value }) => value));
  return {
    ...(theirs?.names && { names: {} }),
    ...field,
    ...(schema?.values && {
      schema: {
        ...schema,
        values: schema.values.map((one) => ({ ...(named.has(one.value.trim()) && { names: {} }), ...one })),
      },
    }),
  };
}
