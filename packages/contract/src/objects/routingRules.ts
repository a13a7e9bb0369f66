import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId, RoutingRuleId, UnitId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, Moment, nullable, oneOf, trimmedText } from '../primitives.ts';
import { casePriorities } from './cases.ts';

/** Routing rules: which unit and person gets a new case. The first rule that matches applies. */

/**
 * Routing rules of a company; layers and words of one; votes and days until it tells somebody. Apart from `limits`, which the
 * public map loads.
 */
export const routingLimits = {
  rules: 100,
  layers: 50,
  words: 20,
  wordLength: 40,
  votes: 10_000,
  days: 365,
} as const;
const { rules: maxRules, layers, words, wordLength, votes, days } = routingLimits;

const Days = nullable(Type.Integer({ minimum: 1, maximum: days }));

/** Tells somebody of an open case, once, when one of its limits is reached. */
export const Escalation = closed({
  votes: nullable(Type.Integer({ minimum: 1, maximum: votes })),
  /** Days since the object was added. */
  ageDays: Days,
  /** Days without a public comment. */
  silentDays: Days,
  tellId: UserId,
});
export type Escalation = Static<typeof Escalation>;

const ruleProperties = {
  isEnabled: Type.Boolean(),
  /** Empty: every case layer. */
  layerIds: Type.Array(LayerId, { maxItems: layers, uniqueItems: true }),
  /** A polygon in EPSG:3857; null where the area is an object, or everywhere. */
  areaWkt: nullable(Type.String()),
  /** An object of a polygon layer; the rule follows when its shape changes. */
  areaObjectId: nullable(ObjectId),
  /** One of them stands in the name or the description; empty: any text. */
  words: Type.Array(trimmedText(1, wordLength), { maxItems: words }),
  /** Null: the unit of the layer. */
  unitId: nullable(UnitId),
  assigneeId: nullable(UserId),
  /** Null: as any new case. */
  priority: nullable(oneOf(casePriorities)),
  /** Null: by the rule of the layer. */
  dueDays: nullable(Type.Integer({ minimum: 0, maximum: limits.cases.dueDays })),
  days: Type.Union([Type.Literal('working'), Type.Literal('calendar')]),
  escalation: nullable(Escalation),
};

export const RoutingRuleBody = closed({
  /** A rule that exists; missing in a new one. */
  id: Type.Optional(RoutingRuleId),
  ...ruleProperties,
});
export type RoutingRuleBody = Static<typeof RoutingRuleBody>;

const RoutingRule = Type.Object({
  id: RoutingRuleId,
  ...ruleProperties,
  /** Name of the object that is the area; null once it is deleted: the rule then matches nothing. */
  areaName: nullable(Type.String()),
  /** New cases of the last 30 days that the rule has caught. */
  caught: Type.Integer(),
});
export type RoutingRule = Static<typeof RoutingRule>;

export const RoutingRules = Type.Object({
  rules: Type.Array(RoutingRule),
  /** Rises with every change of the list. */
  version: Type.Integer(),
  /** New cases of the last 30 days that no rule has caught. */
  uncaught: Type.Integer(),
});
export type RoutingRules = Static<typeof RoutingRules>;

const policy = { audience: 'signedIn', right: 'manageCompany' } as const;
const tag = 'cases';

export const listRoutingRules = defineCall({
  name: 'listRoutingRules',
  method: 'GET',
  path: '/api/v1/routing-rules',
  summary: 'Routing rules of the company in their order',
  tag,
  policy,
  reply: { status: 200, schema: RoutingRules },
});

export const saveRoutingRules = defineCall({
  name: 'saveRoutingRules',
  method: 'PUT',
  path: '/api/v1/routing-rules',
  summary: 'Replace the list of routing rules; existing cases stay as they are',
  tag,
  policy,
  bodyBytes: limits.bodyBytes.geometry,
  body: closed({
    rules: Type.Array(RoutingRuleBody, { maxItems: maxRules }),
    /** Version of the list that was changed; another one answers 409. */
    version: Type.Integer({ minimum: 0 }),
  }),
  reply: { status: 200, schema: RoutingRules },
  errors: ['ROUTING_CHANGED', 'INVALID_GEOMETRY'],
});

const TriedReport = Type.Object({
  id: ObjectId,
  classId: LayerId,
  name: Type.String(),
  description: Type.String(),
  createdAt: Moment,
  /** Position in the tried list of the rule that takes it; null: none. */
  rule: nullable(Type.Integer()),
});
export type TriedReport = Static<typeof TriedReport>;

export const tryRoutingRules = defineCall({
  name: 'tryRoutingRules',
  method: 'POST',
  path: '/api/v1/routing-rules/try',
  summary: 'What a list of rules would have done with the newest 100 cases; nothing is changed',
  tag,
  policy,
  bodyBytes: limits.bodyBytes.geometry,
  body: closed({ rules: Type.Array(RoutingRuleBody, { maxItems: maxRules }) }),
  reply: { status: 200, schema: Type.Object({ reports: Type.Array(TriedReport) }) },
  errors: ['INVALID_GEOMETRY'],
});

export const explainRouting = defineCall({
  name: 'explainRouting',
  method: 'GET',
  path: '/api/v1/routing-rules/explain/:id',
  summary: 'Which rule takes a case, and why those before it do not',
  tag,
  policy,
  params: Type.Object({ id: ObjectId }),
  reply: {
    status: 200,
    schema: Type.Object({
      name: Type.String(),
      takenBy: nullable(RoutingRuleId),
      rules: Type.Array(
        Type.Object({
          id: RoutingRuleId,
          isLayerMet: Type.Boolean(),
          isAreaMet: Type.Boolean(),
          areWordsMet: Type.Boolean(),
        }),
      ),
    }),
  },
});
