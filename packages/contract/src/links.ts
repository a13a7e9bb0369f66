import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { LinkId } from './ids.ts';
import { limits } from './limits.ts';
import { closed, Moment, nullable } from './primitives.ts';

/** Days for which a short link can be valid. */
export const linkDays = [7, 30, 365] as const;
export type LinkDays = (typeof linkDays)[number];

/** Letters of the code of a short link. */
export const LINK_CODE_LENGTH = 10;

const Body = closed({
  /** Query of the map's address, such as `map=11/56.97/23.99&layers=3`; whatever says nothing of the map is left out. */
  address: Type.String({ maxLength: limits.shortLinks.addressLength }),
  /** Days until the link expires, from now; without them it is valid until it is turned off. */
  days: Type.Optional(nullable(Type.Unsafe<LinkDays>({ type: 'integer', enum: [...linkDays] }))),
});
export type ShortLinkBody = Static<typeof Body>;

export const ShortLink = Type.Object({
  id: LinkId,
  /** Part of the link that names it: `#/s/{code}`. */
  code: Type.String(),
  address: Type.String(),
  createdAt: Moment,
  expiresAt: nullable(Moment),
  turnedOffAt: nullable(Moment),
  /** Number of times that the link was opened. */
  openedCount: Type.Integer(),
});
export type ShortLink = Static<typeof ShortLink>;

/** Reply to making a link. */
export const AddedShortLink = Type.Object({
  ...ShortLink.properties,
  /** False for a link that the user had already: another message may hold it, so it should not be changed. */
  isNew: Type.Boolean(),
});
export type AddedShortLink = Static<typeof AddedShortLink>;

const links = { tag: 'links', policy: { audience: 'signedIn' } } as const;
const params = Type.Object({ linkId: LinkId });

export const listShortLinks = defineCall({
  ...links,
  name: 'listShortLinks',
  method: 'GET',
  path: '/api/v1/links',
  summary: 'One’s own short links, newest first; those that have ended for some months more',
  reply: { status: 200, schema: Type.Array(ShortLink) },
});

export const addShortLink = defineCall({
  ...links,
  name: 'addShortLink',
  method: 'POST',
  path: '/api/v1/links',
  summary:
    'Make a short link to a view of the map; it gives no right. Without `days`, an active link of the user with the same address and no expiry is returned instead',
  body: Body,
  reply: { status: 201, schema: AddedShortLink },
  errors: ['TOO_MANY_LINKS', 'LINKS_TOO_OFTEN'],
});

export const changeShortLink = defineCall({
  ...links,
  name: 'changeShortLink',
  method: 'PUT',
  path: '/api/v1/links/:linkId',
  summary: 'Change what a short link of one’s own shows, and until when',
  params,
  body: Body,
  reply: { status: 200, schema: ShortLink },
  errors: ['LINK_EXPIRED', 'LINKS_TOO_OFTEN'],
});

export const turnOffShortLink = defineCall({
  ...links,
  name: 'turnOffShortLink',
  method: 'DELETE',
  path: '/api/v1/links/:linkId',
  summary: 'Turn off a short link of one’s own for good',
  params,
  reply: { status: 204 },
  errors: ['LINK_EXPIRED'],
});

/** A POST, so that no program that looks at links in advance counts as an opening. */
export const openShortLink = defineCall({
  ...links,
  name: 'openShortLink',
  method: 'POST',
  path: '/api/v1/links/open',
  summary: 'The view that a short link shows; counts the opening, not who opens it',
  policy: { audience: 'ignoresSession' },
  perMinute: limits.tokenCallsPerMinute,
  body: closed({ code: Type.String({ maxLength: 100 }) }),
  reply: { status: 200, schema: Type.Object({ address: Type.String() }) },
  errors: ['LINK_UNKNOWN', 'LINK_TURNED_OFF', 'LINK_EXPIRED'],
});
