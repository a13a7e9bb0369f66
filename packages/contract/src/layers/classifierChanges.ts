import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, TreeNodeId, UnitId } from '../ids.ts';
import { limits } from '../limits.ts';
import { LocalizedNames } from '../localizedNames.ts';
import { StatusType } from '../objects/comments.ts';
import { closed, EmptyBody, ignored, nullable, trimmedText } from '../primitives.ts';
import { CaseRules, Classifier, InputHint, LayerDensity } from './classifiers.ts';
import { FieldSchema } from './fields/FieldSchema.ts';
import { RulesetChange } from './rulesets.ts';

/**
 * `oldValue` of a new field (FIELD-09). '' marks a field that keeps its name; any other text is its previous name.
 */
export const ADDED_FIELD = 'new_field';

const fieldChange = closed({
  name: Type.String(),
  /** Missing keeps the stored names, an empty object removes them. */
  names: Type.Optional(LocalizedNames),
  type: Type.Optional(Type.Literal('text')),
  oldValue: Type.Optional(Type.String()),
  hint: Type.Optional(nullable(InputHint)),
  /** Missing keeps the stored schema, null removes it. */
  schema: Type.Optional(nullable(FieldSchema)),
});
export type LayerFieldChange = Static<typeof fieldChange>;

const settings = {
  /**
   * Without `names`: the name that the caller reads, in their language if there is one in it, else in the company's. With
   * unchanged `names`: the company's. The name as it was read changes nothing.
   */
  name: trimmedText(1, limits.classifierNameLength),
  description: Type.Optional(trimmedText(0, limits.classifierDescriptionLength)),
  /** Names by language (D-CLS-15). They replace all stored ones; the company's stays when none is given. */
  names: Type.Optional(LocalizedNames),
  statusType: Type.Optional(nullable(StatusType)),
  /** Parent: the group of a layer, the parent of a status or status group. */
  id1: Type.Optional(nullable(TreeNodeId)),
  /** DATA-13: adds a group of this name and puts the layer into it. */
  parentName: Type.Optional(nullable(trimmedText(0, limits.classifierNameLength))),
  parentDescription: Type.Optional(nullable(trimmedText(0, limits.classifierDescriptionLength))),
  /** Owning unit of a group; layers belong to the unit of their group. */
  unitId: Type.Optional(nullable(UnitId)),
  zoomFrom: Type.Optional(nullable(Type.Number())),
  zoomTo: Type.Optional(nullable(Type.Number())),
  zIndex: Type.Optional(Type.Number()),
  serverside: Type.Optional(Type.Boolean()),
  allowPublicRegistration: Type.Optional(Type.Boolean()),
  /** Visitors' objects become public after a review (D-CLS-07); needs `allowPublicRegistration`. */
  showAfterReview: Type.Optional(Type.Boolean()),
  /** Ignored for a view: its source decides. */
  blurPositions: Type.Optional(Type.Boolean()),
  showDefault: Type.Optional(Type.Boolean()),
  allObjectsPublic: Type.Optional(nullable(Type.Boolean())),
  geomStyle: Type.Optional(Type.String()),
  density: Type.Optional(LayerDensity),
  /** Ignored for a view: its source decides. */
  caseLayer: Type.Optional(nullable(CaseRules)),
  layerFields: Type.Optional(Type.Array(fieldChange, { maxItems: limits.layerFields })),
  ruleset: Type.Optional(nullable(RulesetChange)),
};
const readOnly = ignored(
  'kind',
  'sourceId',
  'companyId',
  'companyLanguage',
  'checked',
  'canAdd',
  'canEdit',
  'canManage',
  'kinds',
  'usedCount',
  'childClassifiers',
);

const Settings = closed(settings);
/** Body of a new classifier; missing properties get their defaults. */
const NewClassifier = closed({ ...settings, ...readOnly, ...ignored('id', 'version') });
/** Body of an update; missing properties keep their values. */
const ClassifierUpdate = closed({
  ...settings,
  ...readOnly,
  id: TreeNodeId,
  /** Version that the user opened, where no If-Match header names it. */
  version: Type.Optional(Type.Integer()),
});
export type ClassifierSettings = Static<typeof Settings>;

const common = { tag: 'classifiers', policy: { audience: 'signedIn' } } as const;
const manage = { tag: 'classifiers', policy: { audience: 'signedIn', right: 'manageLayers' } } as const;
const edit = { tag: 'classifiers', policy: { audience: 'signedIn', right: 'editLayer' } } as const;
const baseId = Type.Object({ baseId: TreeNodeId });
const baseIdAndId = Type.Object({ baseId: TreeNodeId, id: TreeNodeId });

export const addClassifier = defineCall({
  ...common,
  name: 'addClassifier',
  method: 'POST',
  path: '/api/v1/classifiers/:baseId',
  summary:
    'Add below 1 a group, or a layer (id1, or parentName for a new group); below 2 a status or status group',
  params: baseId,
  body: NewClassifier,
  bodyBytes: limits.bodyBytes.classifier,
  reply: { status: 201, schema: Classifier },
  errors: ['FORBIDDEN'],
});

export const updateClassifier = defineCall({
  ...edit,
  name: 'updateClassifier',
  method: 'PUT',
  path: '/api/v1/classifiers/:baseId',
  summary: 'Change a classifier; renamed and removed fields take their values in all objects with them',
  params: baseId,
  headers: Type.Object({ 'if-match': Type.Optional(Type.String({ maxLength: 64 })) }),
  body: ClassifierUpdate,
  bodyBytes: limits.bodyBytes.classifier,
  reply: { status: 200, schema: Classifier },
  errors: ['FORBIDDEN', 'CLASSIFIER_CHANGED', 'FIELD_IN_VIEW_FILTER'],
});

const deleteErrors = [
  'FORBIDDEN',
  'LAYER_NOT_EMPTY',
  'LAYER_HAS_VIEWS',
  'GROUP_NOT_EMPTY',
  'STATUS_IN_USE',
] as const;

export const deleteClassifier = defineCall({
  ...manage,
  name: 'deleteClassifier',
  method: 'DELETE',
  path: '/api/v1/classifiers/:baseId/:id',
  summary: 'Delete a classifier below 1 or 2',
  params: baseIdAndId,
  reply: { status: 204 },
  errors: deleteErrors,
});

export const deleteClassifierById = defineCall({
  ...manage,
  name: 'deleteClassifierById',
  method: 'DELETE',
  path: '/api/v1/classifiers/:baseId',
  summary: 'Delete the classifier with this id (D-CLS-12)',
  params: baseId,
  reply: { status: 204 },
  errors: deleteErrors,
});

export const duplicateClassifier = defineCall({
  ...manage,
  name: 'duplicateClassifier',
  method: 'POST',
  path: '/api/v1/classifiers/:baseId/:id/duplicate',
  summary: 'Make another view of a layer’s objects (D-CLS-05); what is not given is the layer’s',
  params: baseIdAndId,
  body: NewClassifier,
  bodyBytes: limits.bodyBytes.classifier,
  reply: { status: 201, schema: Classifier },
  errors: ['FORBIDDEN'],
});

export const removeClassifierData = defineCall({
  ...manage,
  name: 'removeClassifierData',
  method: 'POST',
  path: '/api/v1/classifiers/:baseId/:id/remove-data',
  summary: 'Delete all objects of a layer',
  params: baseIdAndId,
  body: EmptyBody,
  reply: { status: 200, schema: Type.Object({ count: Type.Integer() }) },
  errors: ['FORBIDDEN', 'VIEW_HAS_NO_DATA'],
});

export const generateStyle = defineCall({
  ...edit,
  name: 'generateStyle',
  method: 'POST',
  path: '/api/v1/classifiers/:classifierId/generate-style/:ruleKey',
  summary:
    'Rules for the values of a field, as JSON text `{"LabelRules": […]}` with capitalised keys; saves nothing',
  params: Type.Object({ classifierId: LayerId, ruleKey: Type.String({ maxLength: limits.data.keyLength }) }),
  body: EmptyBody,
  reply: { status: 200, schema: Type.String() },
  errors: ['FORBIDDEN', 'UNKNOWN_FIELD', 'GENERATE_TOO_MANY_VALUES'],
});

export const refreshStyle = defineCall({
  ...edit,
  name: 'refreshStyle',
  method: 'POST',
  path: '/api/v1/classifiers/:classifierId/refresh-style/:ruleKey',
  summary:
    'Rules for the values of a field that have none yet, as generate-style answers them; saves nothing, and what is there stays as it is',
  params: Type.Object({ classifierId: LayerId, ruleKey: Type.String({ maxLength: limits.data.keyLength }) }),
  /** Style being edited; the stored one when missing. */
  body: Type.Optional(Type.Union([Type.Null(), closed({ geomStyle: Type.Optional(Type.String()) })])),
  bodyBytes: limits.bodyBytes.classifier,
  reply: { status: 200, schema: Type.String() },
  errors: ['FORBIDDEN', 'UNKNOWN_FIELD', 'GENERATE_TOO_MANY_VALUES'],
});

export const orderClassifiers = defineCall({
  ...common,
  name: 'orderClassifiers',
  method: 'PUT',
  path: '/api/v1/classifiers/:baseId/order',
  summary: 'Put the children of a classifier into this order',
  params: baseId,
  body: closed({ ids: Type.Array(TreeNodeId, { minItems: 1, maxItems: 1_000, uniqueItems: true }) }),
  reply: { status: 204 },
  errors: ['FORBIDDEN'],
});

export const getClassifierUsage = defineCall({
  ...common,
  name: 'getClassifierUsage',
  method: 'GET',
  path: '/api/v1/classifiers/:classifierId/usage',
  summary: 'How many objects a layer has, and how many of them hold a value in a field',
  params: Type.Object({ classifierId: LayerId }),
  query: closed({ field: Type.Optional(Type.String({ maxLength: limits.data.keyLength })) }),
  reply: {
    status: 200,
    schema: Type.Object({ objects: Type.Integer(), withValue: nullable(Type.Integer()) }),
  },
  errors: ['FORBIDDEN', 'UNKNOWN_FIELD'],
});

const FieldValues = Type.Object({
  /** Objects that the layer shows. */
  objects: Type.Integer(),
  /** Objects without a value. */
  empty: Type.Integer(),
  /** Number of different values, of which `values` has the most frequent. */
  distinct: Type.Integer(),
  values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
  /**
   * Distribution of the values that are numbers, ascending: each number, or, where a field has too many, steps of several
   * numbers from `from` to `to`, both included.
   */
  numbers: Type.Array(
    Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Integer(), sum: Type.Number() }),
  ),
});
export type FieldValues = Static<typeof FieldValues>;

export const listFieldValues = defineCall({
  ...edit,
  name: 'listFieldValues',
  method: 'GET',
  path: '/api/v1/classifiers/:classifierId/field-values',
  summary: 'The values of a field with their counts, and the distribution of its numbers, to make rules from',
  params: Type.Object({ classifierId: LayerId }),
  query: closed({ field: Type.String({ maxLength: limits.data.keyLength }) }),
  reply: { status: 200, schema: FieldValues },
  errors: ['FORBIDDEN', 'UNKNOWN_FIELD'],
});
