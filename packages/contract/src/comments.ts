import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { closed, Id, Moment, nullable, trimmedText } from './primitives.ts';

/** What kind of status it is (D-CLS-02): its colour, and whether the matter is still open. */
export const StatusType = Type.Union([Type.Literal('open'), Type.Literal('fixed'), Type.Literal('closed')]);
export type StatusType = Static<typeof StatusType>;

/** DATA-24: a comment of an object, as far as the caller may know of it. */
export const Comment = Type.Object({
  id: Id,
  content: Type.String(),
  statusId: Id,
  /** Name in the reader's language. */
  status: Type.String(),
  statusType: nullable(StatusType),
  isPublic: Type.Boolean(),
  added: Moment,
  /** Who wrote it; '' for visitors. */
  author: Type.String(),
  canDelete: Type.Boolean(),
});
export type Comment = Static<typeof Comment>;

export const addComment = defineCall({
  name: 'addComment',
  tag: 'comments',
  policy: { audience: 'signedIn', right: 'addComment' },
  method: 'POST',
  path: '/api/v1/geoms/:objectId/comment',
  summary: 'Add a comment with a status to an object; internal unless told',
  params: Type.Object({ objectId: Id }),
  body: closed({
    content: trimmedText(1, limits.commentLength),
    statusId: Id,
    isPublic: Type.Optional(Type.Boolean()),
  }),
  reply: { status: 200, schema: Comment },
  errors: ['TOO_MANY_COMMENTS'],
});

export const deleteComment = defineCall({
  name: 'deleteComment',
  tag: 'comments',
  policy: { audience: 'signedIn', right: 'deleteComment' },
  method: 'DELETE',
  path: '/api/v1/geoms/:objectId/comment/:id',
  summary: 'Delete a comment of an object',
  params: Type.Object({ objectId: Id, id: Id }),
  reply: { status: 204 },
});
