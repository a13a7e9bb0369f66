import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { Geom } from './geoms.ts';
import { closed, EmptyBody, Id, Moment, nullable } from './primitives.ts';

/** One thing that happened to an object, from its rows in the log. */
export const HistoryEntry = Type.Object({
  id: Id,
  at: Moment,
  /** '' for a visitor. */
  userName: Type.String(),
  action: Type.String(),
  /** Old and new of what changed; in a list without the points of shapes. */
  details: Type.Record(Type.String(), Type.Unknown()),
  /** The object can be made what it was after this. */
  canRestore: Type.Boolean(),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

const common = { tag: 'objects', policy: { audience: 'signedIn', right: 'editObject' } } as const;
const entryOf = Type.Object({ id: Id, entryId: Id });

export const listGeomHistory = defineCall({
  ...common,
  name: 'listGeomHistory',
  method: 'GET',
  path: '/api/v1/geoms/:id/history',
  summary: 'Who changed what of an object when, newest first',
  params: Type.Object({ id: Id }),
  query: closed({ _before: Type.Optional(Id) }),
  reply: { status: 200, schema: Type.Object({ items: Type.Array(HistoryEntry), next: nullable(Id) }) },
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
  summary: 'Make an object what it was after a change; itself a change that can be taken back',
  params: entryOf,
  headers: Type.Object({ 'if-match': Type.Optional(Type.String({ maxLength: 64 })) }),
  body: EmptyBody,
  reply: { status: 200, schema: Geom },
  errors: ['OBJECT_CHANGED', 'STATE_GONE', 'INVALID_GEOMETRY', 'GEOMETRY_KIND_CHANGED'],
});
