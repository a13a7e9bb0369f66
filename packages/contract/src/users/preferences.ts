import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { UserId } from '../ids.ts';
import { closed } from '../primitives.ts';

/** Device-independent preferences of a user (D-UI-02). */
export const Preferences = closed({
  colorScheme: Type.Optional(Type.Union([Type.Literal('light'), Type.Literal('dark'), Type.Literal('auto')])),
  cookieNoticeRead: Type.Optional(Type.Boolean()),
});
export type Preferences = Static<typeof Preferences>;

const userId = Type.Object({ userId: UserId });

export const getPreferences = defineCall({
  name: 'getPreferences',
  method: 'GET',
  path: '/api/v1/user/:userId/preferences',
  summary: 'One’s own preferences',
  tag: 'users',
  policy: { audience: 'firstLoginToo' },
  params: userId,
  reply: { status: 200, schema: Preferences },
});

export const putPreferences = defineCall({
  name: 'putPreferences',
  method: 'PUT',
  path: '/api/v1/user/:userId/preferences',
  summary: 'Replace one’s own preferences',
  tag: 'users',
  policy: { audience: 'firstLoginToo' },
  params: userId,
  body: Preferences,
  reply: { status: 200, schema: Preferences },
});
