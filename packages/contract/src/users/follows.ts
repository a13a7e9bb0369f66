import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { FollowId, LayerId, ObjectId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, emailPattern, Moment, nullable, oneOf, trimmedText } from '../primitives.ts';
import { mailRhythms } from './notices.ts';

/** Follows of users: an object, or layers everywhere or in an area. */

/** Limits of one user: follows; layers, letters of the name, letters (WKT) and size of the area of one follow. */
export const followLimits = {
  perUser: 100,
  layers: 50,
  nameLength: 100,
  areaLength: 6_000,
  areaKm2: 1_000,
} as const;

/**
 * Follows without an account: from one network address (/64) an hour and in one company a day; mails that ask one address to
 * confirm, a day; days until an unconfirmed one is deleted.
 */
export const visitorFollowLimits = {
  perHour: 10,
  perCompanyPerDay: 1_000,
  mailsPerDay: 3,
  confirmDays: 2,
} as const;

/** `added`: a new object; `status`: a public comment with another status; `reply`: any public comment. */
export const followEvents = ['added', 'status', 'reply'] as const;
export type FollowEvent = (typeof followEvents)[number];

const events = Type.Array(oneOf(followEvents), {
  minItems: 1,
  maxItems: followEvents.length,
  uniqueItems: true,
});
/** Mails besides the bell. */
const mail = oneOf(mailRhythms);

const layers = {
  classIds: Type.Array(LayerId, { minItems: 1, maxItems: followLimits.layers, uniqueItems: true }),
  /** Polygon in EPSG:3857 of at most `areaKm2`; null: everywhere. */
  areaWkt: Type.Optional(nullable(Type.String({ maxLength: followLimits.areaLength }))),
  name: trimmedText(0, followLimits.nameLength),
};

export const Follow = Type.Object({
  id: FollowId,
  /** Null for layers. */
  objectId: nullable(ObjectId),
  /** Empty for an object. */
  classIds: Type.Array(LayerId),
  areaWkt: nullable(Type.String()),
  name: Type.String(),
  events,
  mail,
  createdAt: Moment,
});
export type Follow = Static<typeof Follow>;

const follows = { tag: 'follows', policy: { audience: 'signedIn' } } as const;
const params = Type.Object({ id: FollowId });

export const listFollows = defineCall({
  ...follows,
  name: 'listFollows',
  method: 'GET',
  path: '/api/v1/follows',
  summary: 'What one follows, newest first',
  reply: { status: 200, schema: Type.Array(Follow) },
});

export const followObject = defineCall({
  ...follows,
  name: 'followObject',
  method: 'POST',
  path: '/api/v1/follows/objects',
  summary: 'Follow an object that one may see; following it again changes the mails',
  body: closed({ objectId: ObjectId, mail }),
  reply: { status: 201, schema: Follow },
  errors: ['TOO_MANY_FOLLOWS'],
});

export const followLayers = defineCall({
  ...follows,
  name: 'followLayers',
  method: 'POST',
  path: '/api/v1/follows/layers',
  summary: 'Follow layers that one may see, everywhere or in an area',
  body: closed({ ...layers, events, mail }),
  reply: { status: 201, schema: Follow },
  errors: ['TOO_MANY_FOLLOWS'],
});

export const changeFollow = defineCall({
  ...follows,
  name: 'changeFollow',
  method: 'PATCH',
  path: '/api/v1/follows/:id',
  summary: 'Change what one is told of, and by mail how often',
  params,
  body: closed({ events: Type.Optional(events), mail: Type.Optional(mail) }),
  reply: { status: 200, schema: Follow },
});

export const stopFollowing = defineCall({
  ...follows,
  name: 'stopFollowing',
  method: 'DELETE',
  path: '/api/v1/follows/:id',
  summary: 'Follow it no longer',
  params,
  reply: { status: 204 },
});

export const followAsVisitor = defineCall({
  name: 'followAsVisitor',
  tag: 'follows',
  policy: { audience: 'ignoresSession' },
  method: 'POST',
  path: '/api/v1/follows/visitors',
  summary: 'Follow an object or layers by e-mail, without an account; a link in a mail confirms it',
  perMinute: limits.tokenCallsPerMinute,
  body: closed({
    email: Type.Unsafe<string>({ type: 'string', pattern: emailPattern, maxLength: limits.emailLength }),
    objectId: Type.Optional(ObjectId),
    classIds: Type.Optional(layers.classIds),
    areaWkt: layers.areaWkt,
    events,
    mail: oneOf(['atOnce', 'daily', 'weekly']),
  }),
  reply: { status: 204 },
  errors: ['TOO_MANY_REQUESTS'],
});
