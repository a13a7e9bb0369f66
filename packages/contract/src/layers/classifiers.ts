import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { CompanyId, LayerId, TreeNodeId, UnitId } from '../ids.ts';
import { limits } from '../limits.ts';
import { LocalizedNames } from '../localizedNames.ts';
import { StatusType } from '../objects/comments.ts';
import { closed, LanguageSchema, nullable } from '../primitives.ts';
import { FieldSchema } from './fields/FieldSchema.ts';
import { ConditionOperator, Ruleset } from './rulesets.ts';

/** Ids of the fixed roots of the tree (D-CLS-01). */
export const rootClassifierIds = { objects: 1, statuses: 2, commentStatuses: 3 } as const;

/** D-CLS-19: helps the user to type a field's value; it warns and never blocks. */
export const InputHint = closed({
  kind: Type.Optional(
    Type.Union([
      Type.Literal('number'),
      Type.Literal('date'),
      Type.Literal('yesNo'),
      Type.Literal('choices'),
    ]),
  ),
  /** Values to select from; used with the kind `choices`. */
  choices: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: limits.inputHint.choiceLength }), {
      maxItems: limits.inputHint.choices,
      uniqueItems: true,
    }),
  ),
  help: Type.Optional(Type.String({ maxLength: limits.inputHint.helpLength })),
});
export type InputHint = Static<typeof InputHint>;

export const LayerField = Type.Object({
  /** Key in the data of objects. */
  name: Type.String(),
  /** Display names of the field by language; `name` where there is none. */
  names: Type.Optional(LocalizedNames),
  /** Always `text` (FIELD-03): values are stored as texts. `schema` says which texts fit. */
  type: Type.Literal('text'),
  hint: Type.Optional(InputHint),
  schema: Type.Optional(FieldSchema),
});
export type LayerField = Static<typeof LayerField>;

/** Colours of a heat map, from few to many; the cartography package has them. */
export const HeatColors = Type.Union([
  Type.Literal('YlOrRd'),
  Type.Literal('YlGnBu'),
  Type.Literal('Cividis'),
  Type.Literal('Magma'),
]);
export type HeatColors = Static<typeof HeatColors>;

/**
 * How the objects of a layer are drawn where they crowd: as the style says, thinned by the zoom, points as clusters with
 * counts, or a heat map. It changes no stored style, and at near zooms every object is drawn as specified.
 */
export const LayerDensity = closed({
  kind: Type.Union([
    Type.Literal('asIs'),
    Type.Literal('thinned'),
    Type.Literal('clusters'),
    Type.Literal('heat'),
  ]),
  /** Last zoom with clusters or heat; `DEFAULT_AGGREGATED_TO` when missing. */
  zoomTo: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.maxZoom })),
  /** CSS pixels over which the heat of an object spreads; `DEFAULT_HEAT_RADIUS_PX` when missing. */
  radiusPx: Type.Optional(
    Type.Integer({ minimum: limits.heatRadiusPx.min, maximum: limits.heatRadiusPx.max }),
  ),
  /** Heat of an object: 1 when missing, its votes, or the number in `weightField`. */
  weight: Type.Optional(Type.Union([Type.Literal('votes'), Type.Literal('field')])),
  /** Used with the weight `field`. */
  weightField: Type.Optional(Type.String({ minLength: 1 })),
  /** `YlOrRd` when missing. */
  colors: Type.Optional(HeatColors),
});
export type LayerDensity = Static<typeof LayerDensity>;

export const DEFAULT_AGGREGATED_TO = 13;
export const DEFAULT_HEAT_RADIUS_PX = 28;

/** Returns the last zoom at which a layer is drawn as clusters or heat; null for a layer that never is. */
export const aggregatedTo = ({ kind, zoomTo = DEFAULT_AGGREGATED_TO }: LayerDensity): number | null =>
  kind === 'clusters' || kind === 'heat' ? zoomTo : null;

/** Rules for the objects of a layer that are cases: work with an assignee and a due date. */
export const CaseRules = closed({
  /** Days from the report to its due date; null: none is set. */
  dueDays: nullable(Type.Integer({ minimum: 1, maximum: limits.cases.dueDays })),
  /** `working` leaves out weekends and public holidays. */
  days: Type.Union([Type.Literal('working'), Type.Literal('calendar')]),
});
export type CaseRules = Static<typeof CaseRules>;

const classifierProperties = {
  id: TreeNodeId,
  /** Parent: the root for a group, the group for a layer. */
  id1: nullable(TreeNodeId),
  kind: Type.Union([
    Type.Literal('root'),
    Type.Literal('group'),
    Type.Literal('layer'),
    Type.Literal('statusGroup'),
    Type.Literal('status'),
  ]),
  /** Layer whose objects a view shows (D-CLS-05); null for all that is not a view. */
  sourceId: nullable(LayerId),
  companyId: CompanyId,
  unitId: nullable(UnitId),
  /** Name in the language of the caller (`nameIn`). */
  name: Type.String(),
  /** Names by language, as far as they are given; always with that of the company (D-CLS-15). */
  names: LocalizedNames,
  /** Language of the company, in which a thing is named when the caller's has no name for it. */
  companyLanguage: LanguageSchema,
  description: Type.String(),
  checked: Type.Boolean(),
  zoomFrom: nullable(Type.Number()),
  zoomTo: nullable(Type.Number()),
  zIndex: Type.Number(),
  serverside: Type.Boolean(),
  allowPublicRegistration: Type.Boolean(),
  /** D-CLS-07: visitors' objects become public after a review. */
  showAfterReview: Type.Boolean(),
  /** Readers without a level in its unit see points at the middle of a grid cell of 100 m. A view has the setting of its source. */
  blurPositions: Type.Boolean(),
  showDefault: Type.Boolean(),
  allObjectsPublic: nullable(Type.Boolean()),
  /** JSON text exactly as saved; '' means defaults (D-CLS-18). */
  geomStyle: Type.String(),
  density: LayerDensity,
  /** Makes the layer's objects cases; null: they are not. A view has the rules of its source. */
  caseLayer: nullable(CaseRules),
  layerFields: Type.Array(LayerField),
  /** Null for statuses (DATA-17). */
  ruleset: nullable(Ruleset),
  /** Set for statuses: open, fixed or closed. */
  statusType: nullable(StatusType),
  canAdd: Type.Boolean(),
  canEdit: Type.Boolean(),
  canManage: Type.Boolean(),
  version: Type.Integer(),
  /** Geometry kinds that the layer holds now; they decide its swatches. */
  kinds: Type.Array(Type.Union([Type.Literal('point'), Type.Literal('line'), Type.Literal('polygon')])),
  /**
   * Number of a layer's objects, or of comments with a status; given in the list for administration where the caller
   * may edit.
   */
  usedCount: Type.Optional(Type.Integer()),
};

export const Classifier = Type.Object(classifierProperties);
export type Classifier = Static<typeof Classifier>;

/** A classifier with its children, one level deep. */
export const ClassifierWithChildren = Type.Object({
  ...classifierProperties,
  childClassifiers: Type.Array(Classifier),
});
export type ClassifierWithChildren = Static<typeof ClassifierWithChildren>;

/** Object filter in addresses (D-OBJ-14): `_class`, `_field`, `_value` and `_operator`, each once. */
export const objectFilterQuery = {
  _class: Type.Optional(LayerId),
  _field: Type.Optional(Type.String({ maxLength: 64 })),
  _value: Type.Optional(Type.String({ maxLength: 4000 })),
  /** `contains` when missing. */
  _operator: Type.Optional(ConditionOperator),
};

const baseId = Type.Object({ baseId: TreeNodeId });
const common = { tag: 'classifiers', policy: { audience: 'anyone' } } as const;

export const listClassifiers = defineCall({
  ...common,
  name: 'listClassifiers',
  method: 'GET',
  path: '/api/v1/classifiers',
  summary: 'All classifiers the caller may see, flat',
  reply: { status: 200, schema: Type.Array(Classifier) },
});

export const getClassifier = defineCall({
  ...common,
  name: 'getClassifier',
  method: 'GET',
  path: '/api/v1/classifiers/single/:classifierId',
  summary: 'One classifier',
  params: Type.Object({ classifierId: TreeNodeId }),
  reply: { status: 200, schema: Classifier },
});

export const listLayers = defineCall({
  ...common,
  name: 'listLayers',
  method: 'GET',
  path: '/api/v1/classifiers/layers',
  summary: 'Layer groups with their layers, as the map lists them',
  query: Type.Object(objectFilterQuery, { additionalProperties: false }),
  reply: { status: 200, schema: Type.Array(ClassifierWithChildren) },
});

export const listChildClassifiers = defineCall({
  ...common,
  name: 'listChildClassifiers',
  method: 'GET',
  path: '/api/v1/classifiers/:baseId',
  summary: 'Children of a classifier (1 groups, 2 status groups, 3 comment statuses)',
  params: baseId,
  reply: { status: 200, schema: Type.Array(Classifier) },
});

export const listClassifiersWithChildren = defineCall({
  ...common,
  name: 'listClassifiersWithChildren',
  method: 'GET',
  path: '/api/v1/classifiers/:baseId/include-children',
  summary: 'Children of a classifier with their children',
  params: baseId,
  reply: { status: 200, schema: Type.Array(ClassifierWithChildren) },
});

export const listClassifiersForAdmin = defineCall({
  name: 'listClassifiersForAdmin',
  tag: 'classifiers',
  method: 'GET',
  path: '/api/v1/classifiers/:baseId/include-children/admin',
  summary: 'The same with what the map hides, such as empty groups',
  policy: { audience: 'signedIn' },
  params: baseId,
  reply: { status: 200, schema: Type.Array(ClassifierWithChildren) },
});

export const countRuleMatches = defineCall({
  ...common,
  name: 'countRuleMatches',
  method: 'GET',
  path: '/api/v1/classifiers/:classifierId/rule-counts',
  summary: 'How many of a layer’s visible objects each rule of its style, or class of its theme, draws',
  params: Type.Object({ classifierId: LayerId }),
  query: Type.Object(objectFilterQuery, { additionalProperties: false }),
  reply: {
    status: 200,
    /** `rule` is a token (`listRuleTokens`); rules that draw no object are left out. */
    schema: Type.Array(Type.Object({ rule: Type.String(), count: Type.Integer() })),
  },
  errors: ['UNKNOWN_FIELD'],
});
