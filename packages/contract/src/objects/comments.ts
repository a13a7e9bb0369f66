import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { CommentId, ObjectId, StatusId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, Moment, nullable, trimmedText } from '../primitives.ts';

/** D-CLS-02: decides the colour of a status and if the matter is still open. */
export const StatusType = Type.Union([Type.Literal('open'), Type.Literal('fixed'), Type.Literal('closed')]);
export type StatusType = Static<typeof StatusType>;

/** DATA-24: a comment of an object, with what the caller may see of it. */
export const Comment = Type.Object({
  id: CommentId,
  content: Type.String(),
  statusId: StatusId,
  /** Name in the language of the caller. */
  status: Type.String(),
  statusType: nullable(StatusType),
  isPublic: Type.Boolean(),
  added: Moment,
  /** Name of the author; '' for visitors. */
  author: Type.String(),
  canDelete: Type.Boolean(),
  /** The reporter wrote it when they reopened the report; without a text it only gives the status. */
  byReporter: Type.Optional(Type.Boolean()),
  /** Present for a comment on a case that was merged into this one: it says nothing about the status of this one. */
  isMoved: Type.Optional(Type.Literal(true)),
});
export type Comment = Static<typeof Comment>;

/** True when a comment gave an object another status than the one before it; comments are newest first. */
export function setsNewStatus(
  comments: readonly Pick<Comment, 'statusId' | 'isMoved'>[],
  index: number,
): boolean {
  const comment = comments[index];
  if (comment === undefined || comment.isMoved) return false;
  const earlier = comments.slice(index + 1).find(({ isMoved }) => !isMoved);
  return comment.statusId !== earlier?.statusId;
}

export const addComment = defineCall({
  name: 'addComment',
  tag: 'comments',
  policy: { audience: 'signedIn', right: 'addComment' },
  method: 'POST',
  path: '/api/v1/geoms/:objectId/comment',
  summary: 'Add a comment with a status to an object; internal unless told',
  params: Type.Object({ objectId: ObjectId }),
  body: closed({
    content: trimmedText(1, limits.commentLength),
    statusId: StatusId,
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
  params: Type.Object({ objectId: ObjectId, id: CommentId }),
  reply: { status: 204 },
});

export const listMentionable = defineCall({
  name: 'listMentionable',
  tag: 'comments',
  policy: { audience: 'signedIn', right: 'addComment' },
  method: 'GET',
  path: '/api/v1/geoms/:id/mentionable',
  summary:
    'Users whom a comment on an object can mention by `@` and their name: those who read its internal comments',
  params: Type.Object({ id: ObjectId }),
  reply: { status: 200, schema: Type.Array(Type.Object({ id: UserId, name: Type.String() })) },
});
