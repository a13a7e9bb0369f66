import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { ObjectId } from './ids.ts';
import { limits } from './limits.ts';
import { closed, oneOf } from './primitives.ts';

/** An id with a signature, from the link of a mail. */
const token = Type.String({ minLength: 1, maxLength: 100 });

export const openReport = defineCall({
  name: 'openReport',
  method: 'POST',
  path: '/api/v1/reports/open',
  summary: 'Let this browser see the report that a mail’s link is about, as its reporter does',
  tag: 'mails',
  policy: { audience: 'ignoresSession' },
  perMinute: limits.tokenCallsPerMinute,
  body: closed({ token }),
  reply: { status: 200, schema: Type.Object({ id: ObjectId }) },
  errors: ['INVALID_LINK'],
});

const unsubscribeCommon = {
  tag: 'mails',
  path: '/api/v1/unsubscribe/:token',
  policy: { audience: 'ignoresSession' },
  perMinute: limits.tokenCallsPerMinute,
  params: Type.Object({ token }),
  errors: ['INVALID_LINK'],
} as const;

/**
 * Subscription of a reporter's address to mails about reports; only the beginning of the address is given.
 */
export const Subscription = Type.Object({
  /** Subject of the mails: reports of the address, notices of a user, or what a visitor follows. */
  about: oneOf(['reports', 'news', 'follow']),
  address: Type.String(),
  isSubscribed: Type.Boolean(),
});
export type Subscription = Static<typeof Subscription>;

export const getSubscription = defineCall({
  ...unsubscribeCommon,
  name: 'getSubscription',
  method: 'GET',
  summary:
    'Whether mails about reports go to the address of a mail’s link; a browser is sent to the page for it',
  reply: { status: 200, schema: Subscription },
});

/**
 * RFC 8058: mail providers post here when the recipient unsubscribes; the form carries no further information.
 */
export const unsubscribe = defineCall({
  ...unsubscribeCommon,
  name: 'unsubscribe',
  method: 'POST',
  summary: 'No more mails about reports to the address of a mail’s link (one click)',
  ignoresForm: true,
  reply: { status: 200, schema: Subscription },
});

export const subscribeAgain = defineCall({
  ...unsubscribeCommon,
  name: 'subscribeAgain',
  method: 'DELETE',
  summary: 'Mails about reports to the address of a mail’s link again',
  reply: { status: 200, schema: Subscription },
});
