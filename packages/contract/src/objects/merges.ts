import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { ChangeId, ObjectId } from '../ids.ts';
import { closed } from '../primitives.ts';
import { ObjectVersion } from './bulkEdits.ts';
import { Case } from './cases.ts';

/** Duplicates: cases about the same thing, merged into the one that stays. */

/**
 * Metres and days within which duplicates are looked for, how many are listed, and cases that one merge joins to the one that
 * stays. Apart from `limits`, which the public map loads.
 */
export const duplicateLimits = { distanceM: 1_000, days: 365, listed: 20, merged: 4 } as const;

/** Parts of a case that move to the one that stays; each has a `MergePart` on the server and a text in each language. */
export const mergePartNames = ['votes', 'files', 'comments', 'notes'] as const;
export type MergePartName = (typeof mergePartNames)[number];

const Count = Type.Integer({ minimum: 0 });

export const PossibleDuplicate = Type.Object({
  ...Case.properties,
  /** Metres on the ground between the two shapes. */
  distanceM: Type.Number(),
  /** 0 for texts without a common word to 1 for the same words. */
  likeness: Type.Number(),
});
export type PossibleDuplicate = Static<typeof PossibleDuplicate>;

/** A case as a card beside others. */
export const ComparedCase = Type.Object({
  ...Case.properties,
  fileCount: Count,
  /** Public comments. */
  commentCount: Count,
  /** Internal comments. */
  noteCount: Count,
  /** Votes that it would have with those of the others: a person counts once, and its reporter not at all. */
  votesTogether: Count,
  /** Somebody has left an address with the report. */
  hasReporter: Type.Boolean(),
  /** Visitors see it. */
  isPublic: Type.Boolean(),
});
export type ComparedCase = Static<typeof ComparedCase>;

const read = { tag: 'cases', policy: { audience: 'signedIn', right: 'seeInternalComments' } } as const;

export const listDuplicates = defineCall({
  ...read,
  name: 'listDuplicates',
  method: 'GET',
  path: '/api/v1/cases/:id/duplicates',
  summary: 'Open cases near a case in place and time, the most alike first',
  params: Type.Object({ id: ObjectId }),
  query: closed({
    /** Metres on the ground. */
    _distance: Type.Optional(Type.Integer({ minimum: 1, maximum: duplicateLimits.distanceM })),
    /** Days between the two reports. */
    _days: Type.Optional(Type.Integer({ minimum: 1, maximum: duplicateLimits.days })),
    _size: Type.Optional(Type.Integer({ minimum: 1, maximum: duplicateLimits.listed })),
  }),
  reply: { status: 200, schema: Type.Object({ items: Type.Array(PossibleDuplicate) }) },
});

export const compareCases = defineCall({
  ...read,
  name: 'compareCases',
  method: 'GET',
  path: '/api/v1/cases/compare',
  summary: 'Cases side by side, to choose which of them stays',
  query: closed({
    /** Ids with commas between them. */
    _ids: Type.String({ pattern: `^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,${duplicateLimits.merged}}$` }),
  }),
  reply: { status: 200, schema: Type.Object({ items: Type.Array(ComparedCase) }) },
});

export const mergeCases = defineCall({
  name: 'mergeCases',
  tag: 'cases',
  policy: { audience: 'signedIn', right: 'editObject' },
  method: 'POST',
  path: '/api/v1/cases/merge',
  summary:
    'Merge cases into one that stays: its votes, files and comments grow, the others become links to it',
  body: closed({
    keep: ObjectVersion,
    merge: Type.Array(ObjectVersion, { minItems: 1, maxItems: duplicateLimits.merged }),
    /** Internal comments move too; otherwise they stay with the merged cases. */
    withNotes: Type.Optional(Type.Boolean()),
    /** The reporters of the merged cases get a mail that says where their report continues. */
    tellsReporters: Type.Optional(Type.Boolean()),
  }),
  reply: {
    status: 200,
    schema: Type.Object({
      /** Change by which the merge is undone. */
      changeId: ChangeId,
      count: Count,
      /** Numbers of what has moved. */
      moved: Type.Object({ votes: Count, files: Count, comments: Count, notes: Count }),
    }),
  },
  errors: ['OBJECTS_CHANGED', 'TOO_MANY_COMMENTS', 'MERGE_WOULD_PUBLISH'],
});
