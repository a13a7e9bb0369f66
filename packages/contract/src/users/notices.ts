import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { ImportId, LayerId, NoticeId, ObjectId } from '../ids.ts';
import { closed, Moment, nullable, oneOf } from '../primitives.ts';

/** Notices of the bell: what happened that concerns a user. */

/** Notices of one page, unread ones that are counted, letters of a comment in one, and days until they are deleted. */
export const noticeLimits = { pageRows: 50, counted: 100, commentLength: 200, days: 90 } as const;

export const noticeKinds = [
  'assigned',
  'unitAssigned',
  'escalated',
  'overdue',
  'mentioned',
  'commented',
  'reopened',
  'objectAdded',
  'statusChanged',
  'replied',
  'importDone',
  'importCompared',
  'importFailed',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Mails about notices; a digest comes at 8 in the morning where the company is, a weekly one on Mondays. */
export const mailRhythms = ['never', 'atOnce', 'daily', 'weekly'] as const;
export type MailRhythm = (typeof mailRhythms)[number];
const Rhythm = oneOf(mailRhythms);

export const Notice = Type.Object({
  id: NoticeId,
  kind: oneOf(noticeKinds),
  /** The newest event; unread notices of one kind about one object are one notice. */
  at: Moment,
  /** Events in the notice. */
  count: Type.Integer(),
  isRead: Type.Boolean(),
  /** Name of the user who did it; null for a rule, a job or a deadline. */
  by: nullable(Type.String()),
  object: nullable(
    Type.Object({ id: ObjectId, name: Type.String(), classId: LayerId, layerName: Type.String() }),
  ),
  /** Beginning of the comment. */
  comment: nullable(Type.String()),
  /** The day that has passed, as the company counts days. */
  dueOn: nullable(Type.String({ format: 'date' })),
  import: nullable(
    Type.Object({
      id: ImportId,
      fileName: Type.String(),
      /** Empty until a layer was written. */
      layerName: Type.String(),
      added: Type.Integer(),
    }),
  ),
});
export type Notice = Static<typeof Notice>;

const notices = { tag: 'notices', policy: { audience: 'signedIn' } } as const;

/** Unread notices, counted up to `noticeLimits.counted`. */
const Unread = Type.Object({ unread: Type.Integer() });

export const countNotices = defineCall({
  ...notices,
  name: 'countNotices',
  method: 'GET',
  path: '/api/v1/notices/count',
  summary: 'The number of one’s own unread notices',
  reply: { status: 200, schema: Unread },
});

export const listNotices = defineCall({
  ...notices,
  name: 'listNotices',
  method: 'GET',
  path: '/api/v1/notices',
  summary: 'One’s own notices, newest first; those about an object that one may no longer see are left out',
  query: closed({
    _unread: Type.Optional(Type.Boolean()),
    _page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    _size: Type.Optional(Type.Integer({ minimum: 1, maximum: noticeLimits.pageRows })),
  }),
  reply: {
    status: 200,
    schema: Type.Object({
      items: Type.Array(Notice),
      hasMore: Type.Boolean(),
      ...Unread.properties,
      /** Mails about one’s work; each follow has its own. */
      mail: Rhythm,
    }),
  },
});

export const readNotices = defineCall({
  ...notices,
  name: 'readNotices',
  method: 'POST',
  path: '/api/v1/notices/read',
  summary: 'Mark notices of one’s own as read; those of others are ignored',
  body: closed({
    /** Without them: all that are as old as `until`. */
    ids: Type.Optional(
      Type.Array(NoticeId, { minItems: 1, maxItems: noticeLimits.pageRows, uniqueItems: true }),
    ),
    /** Moment of the newest notice that the reader has seen, so that one that came since stays unread. */
    until: Type.Optional(Moment),
  }),
  reply: { status: 200, schema: Unread },
});

export const setNoticeMail = defineCall({
  ...notices,
  name: 'setNoticeMail',
  method: 'PUT',
  path: '/api/v1/notices/mail',
  summary:
    'How often mails tell one of overdue work, mentions and answers; assignments have mails of their own',
  body: closed({ mail: Rhythm }),
  reply: { status: 200, schema: Type.Object({ mail: Rhythm }) },
});
