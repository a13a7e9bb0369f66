import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LogRowId, ObjectId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, EmptyBody, Moment, nullable } from '../primitives.ts';
import { Comment } from './comments.ts';
import { Geom } from './geoms.ts';

/** One event in the life of an object, read from its rows in the log. */
export const HistoryEntry = Type.Object({
  id: LogRowId,
  at: Moment,
  /** '' for a visitor. */
  userName: Type.String(),
  action: Type.String(),
  /** Old and new values of the changes; a list leaves out the vertices of geometries. */
  details: Type.Record(Type.String(), Type.Unknown()),
  /** The object can be restored to its state after this event. */
  canRestore: Type.Boolean(),
  /** The object can be restored to its state before this event, which is the result of no other event of the list. */
  canRestoreBefore: Type.Boolean(),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

const HistorySide = Type.Union([Type.Literal('before'), Type.Literal('after')]);
export type HistorySide = Static<typeof HistorySide>;

const common = { tag: 'objects', policy: { audience: 'signedIn', right: 'editObject' } } as const;
const entryOf = Type.Object({ id: ObjectId, entryId: LogRowId });

export const listGeomHistory = defineCall({
  ...common,
  name: 'listGeomHistory',
  method: 'GET',
  path: '/api/v1/geoms/:id/history',
  summary: 'Who changed what of an object when, newest first',
  params: Type.Object({ id: ObjectId }),
  query: closed({ _before: Type.Optional(LogRowId) }),
  reply: { status: 200, schema: Type.Object({ items: Type.Array(HistoryEntry), next: nullable(LogRowId) }) },
});

export const getGeomHistoryEntry = defineCall({
  ...common,
  name: 'getGeomHistoryEntry',
  method: 'GET',
  path: '/api/v1/geoms/:id/history/:entryId',
  summary: 'One change of an object, with the shapes before and after it',
  params: entryOf,
  reply: { status: 200, schema: HistoryEntry },
});

export const restoreGeomState = defineCall({
  ...common,
  name: 'restoreGeomState',
  method: 'POST',
  path: '/api/v1/geoms/:id/history/:entryId/restore',
  summary: 'Make an object what it was after or before a change; itself a change that can be taken back',
  params: entryOf,
  query: closed({ _side: Type.Optional(HistorySide) }),
  headers: Type.Object({ 'if-match': Type.Optional(Type.String({ maxLength: 64 })) }),
  body: EmptyBody,
  reply: { status: 200, schema: Geom },
  errors: ['OBJECT_CHANGED', 'STATE_GONE', 'INVALID_GEOMETRY', 'GEOMETRY_KIND_CHANGED'],
});

/** One event of an object's timeline: a comment, or a change by a person or the server. */
export const TimelineEntry = Type.Object({
  /** Position in the timeline; `_before` takes it. */
  key: Type.String(),
  at: Moment,
  /** '' for a visitor, for the server, and for readers outside the unit. */
  by: Type.String(),
  /** Action of the log. */
  action: Type.String(),
  /** Present if the event is a comment. */
  comment: nullable(Comment),
  /** The comment gave another status than the one before it. */
  isStatusNew: Type.Boolean(),
  /** Old and new values of a change. Those of a case hold the names of persons and units in place of their ids. */
  details: Type.Record(Type.String(), Type.Unknown()),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

export const getGeomTimeline = defineCall({
  tag: 'objects',
  policy: { audience: 'anyone' },
  name: 'getGeomTimeline',
  method: 'GET',
  path: '/api/v1/geoms/:id/timeline',
  summary:
    'Comments, statuses, assignments and edits of an object in one list, as far as the caller may see them, newest first',
  params: Type.Object({ id: ObjectId }),
  query: closed({
    /** `next` of the previous page. */
    _before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}[.][0-2][.][0-9]{1,16}$' })),
    _size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.timeline.pageRows })),
  }),
  reply: {
    status: 200,
    schema: Type.Object({ items: Type.Array(TimelineEntry), next: nullable(Type.String()) }),
  },
});
