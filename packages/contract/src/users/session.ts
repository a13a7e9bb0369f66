import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { type CompanyId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, Moment, trimmedText } from '../primitives.ts';

/** DATA-01, DATA-02, D-SESS-01: the session, stored by the client as `currentUser`. */
export const CurrentUser = Type.Object({
  token: Type.String(),
  /** End of the session, not of the access token (D-SESS-02). */
  expiresAt: Moment,
  firstLogin: Type.Boolean(),
  userId: UserId,
  companyId: Type.Unsafe<CompanyId>({ type: 'integer', minimum: 0 }),
  permissions: Type.Object({
    userName: Type.String(),
    /** Levels by unit id, each together with all lower ones. */
    unitPermissions: Type.Record(
      Type.String(),
      Type.Array(Type.Union([Type.Literal('Admin'), Type.Literal('Write'), Type.Literal('Read')])),
    ),
  }),
  Admin: Type.Boolean(),
  hasCustomReports: Type.Boolean(),
});
export type CurrentUser = Static<typeof CurrentUser>;

const CurrentUserReply = Type.Object({ data: CurrentUser });
const token = Type.String({ minLength: 1, maxLength: limits.tokenLength });
const password = Type.String({ minLength: 1, maxLength: 1024 });

export const createToken = defineCall({
  name: 'createToken',
  method: 'POST',
  path: '/api/v1/token',
  summary: 'Sign in',
  tag: 'session',
  policy: { audience: 'ignoresSession' },
  body: closed({ email: trimmedText(1, limits.accountEmailLength), password }),
  reply: { status: 200, schema: CurrentUserReply },
  errors: ['INVALID_CREDENTIALS', 'TOO_MANY_ATTEMPTS'],
});

export const disposeToken = defineCall({
  name: 'disposeToken',
  method: 'POST',
  path: '/api/v1/token/dispose',
  summary: 'Sign out; always 204 and idempotent',
  tag: 'session',
  policy: { audience: 'ignoresSession' },
  body: closed({ accessToken: token }),
  reply: { status: 204 },
});

export const requestRefreshToken = defineCall({
  name: 'requestRefreshToken',
  method: 'POST',
  path: '/api/v1/token/refresh',
  summary: 'First step of a refresh: a refresh token for an access token, also an expired one',
  tag: 'session',
  policy: { audience: 'ignoresSession' },
  body: closed({ accessToken: token }),
  reply: { status: 200, schema: Type.Object({ data: Type.Object({ refreshToken: Type.String() }) }) },
  errors: ['REFRESH_REFUSED'],
});

export const exchangeRefreshToken = defineCall({
  name: 'exchangeRefreshToken',
  method: 'POST',
  path: '/api/v1/token/refreshed',
  summary: 'Second step of a refresh: a new access token for the refresh token',
  tag: 'session',
  policy: { audience: 'ignoresSession' },
  body: closed({ accessToken: token, refreshToken: token }),
  reply: { status: 200, schema: CurrentUserReply },
  errors: ['REFRESH_REFUSED'],
});
