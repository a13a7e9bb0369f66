import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { ChangeId, ObjectId, TreeNodeId } from '../ids.ts';
import { limits } from '../limits.ts';
import { Count, closed, EmptyBody, Moment, nullable, oneOf } from '../primitives.ts';

/** Large changes: each has a text in each language and, on the server, a `ChangeKind` that undoes it. */
export const changeKinds = [
  'fieldSet',
  'commentsAdded',
  'objectsDeleted',
  'layerDeleted',
  'groupDeleted',
  'objectsImported',
  'importCompared',
  'casesMerged',
] as const;
export type ChangeKindName = (typeof changeKinds)[number];

/** `undoing` while the job runs, then `undone`, or `done` again if it failed. */
export const changeStates = ['done', 'undoing', 'undone'] as const;
export type ChangeState = (typeof changeStates)[number];

/** Reasons why an undo ended without a result; each has a text in each language. */
export const undoProblems = [
  'NOT_ALLOWED',
  'PARENT_DELETED',
  'FIELD_GONE',
  'OBJECT_MERGED',
  'UNEXPECTED',
] as const;
export type UndoProblem = (typeof undoProblems)[number];

/** Reasons why an object stays as it is; each has a text in each language. */
export const leftReasons = ['changed', 'restored', 'addedAgain', 'gone'] as const;
export type LeftReason = (typeof leftReasons)[number];

const LargeChange = Type.Object({
  id: ChangeId,
  kind: oneOf(changeKinds),
  at: Moment,
  /** Empty for a deleted user. */
  userName: Type.String(),
  isOwn: Type.Boolean(),
  /** Layer whose objects were changed, or the deleted layer or group itself. */
  node: Type.Object({ id: TreeNodeId, name: Type.String(), isDeleted: Type.Boolean() }),
  /** Field that was set. */
  field: nullable(Type.String()),
  /** The change that this one has undone. */
  undoOf: nullable(ChangeId),
  /** Objects changed; 1 for a deleted layer or group. */
  count: Count,
  state: oneOf(changeStates),
  /** Objects handled so far by a running undo. */
  done: Count,
  canUndo: Type.Boolean(),
  /** Name of the deleted layer or group that has to be restored first. */
  blockedBy: nullable(Type.String()),
  expiresAt: Moment,
  undone: nullable(
    Type.Object({
      at: Moment,
      /** Empty for a deleted user. */
      userName: Type.String(),
      count: Count,
      /** Objects that were left alone. */
      left: Count,
    }),
  ),
  /** Reason why the last attempt to undo it failed. */
  problem: nullable(oneOf(undoProblems)),
});
export type LargeChange = Static<typeof LargeChange>;

const LeftObject = Type.Object({
  id: ObjectId,
  /** Empty for an object that the reader cannot see. */
  name: Type.String(),
  reason: oneOf(leftReasons),
});
export type LeftObject = Static<typeof LeftObject>;

const ChangeDetails = Type.Object({
  ...LargeChange.properties,
  /** Value that the field was set to; null for an emptied field, and for other kinds. */
  value: nullable(Type.String()),
  /** Numbers that an undo would have now; null unless the reader can undo the change. */
  preview: nullable(Type.Object({ count: Count, left: Count })),
  /** The first `limits.changes.leftListed` objects that the undo has left alone. */
  leftObjects: Type.Array(LeftObject),
});
export type ChangeDetails = Static<typeof ChangeDetails>;

const own = { tag: 'changes', policy: { audience: 'signedIn', right: 'editObject' } } as const;
const params = Type.Object({ changeId: ChangeId });

export const listChanges = defineCall({
  ...own,
  name: 'listChanges',
  method: 'GET',
  path: '/api/v1/changes',
  summary: 'Large changes of the last 30 days, newest first: one’s own, or all in the units that one edits',
  query: closed({
    _own: Type.Optional(Type.Boolean()),
    /** `next` of the previous page. */
    _before: Type.Optional(ChangeId),
    _size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.changes.pageRows })),
  }),
  reply: {
    status: 200,
    schema: Type.Object({ items: Type.Array(LargeChange), next: nullable(ChangeId) }),
  },
});

export const getChange = defineCall({
  ...own,
  name: 'getChange',
  method: 'GET',
  path: '/api/v1/changes/:changeId',
  summary: 'A large change, with what an undo would do or has done',
  params,
  reply: { status: 200, schema: ChangeDetails },
});

export const undoChange = defineCall({
  ...own,
  name: 'undoChange',
  method: 'POST',
  path: '/api/v1/changes/:changeId/undo',
  summary: 'Undo a large change in the background, where nobody has changed its objects since',
  params,
  body: EmptyBody,
  reply: { status: 200, schema: LargeChange },
  errors: ['CHANGE_STATE', 'PARENT_DELETED'],
});
