import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, trimmedText } from '../primitives.ts';

export const referenceLimits = {
  /** Objects whose names one call reads. */
  ids: 100,
  /** Objects that a search offers. */
  found: 20,
} as const;

/** Object of a layer, as fields of other layers refer to it. */
export const ReferencedObject = Type.Object({
  id: ObjectId,
  /** Such as `1-1106`, the value of a field that refers to the object. */
  reference: Type.String(),
  /** '' for a deleted object. */
  name: Type.String(),
  isDeleted: Type.Boolean(),
});
export type ReferencedObject = Static<typeof ReferencedObject>;

/** The layer need not be visible to its caller, so a field tells nobody that it exists. */
export const listReferenced = defineCall({
  name: 'listReferenced',
  method: 'GET',
  path: '/api/v1/classifiers/:classifierId/references',
  summary:
    'Objects of a layer by their ids, or by letters of their names; none where the reader may not see the layer',
  tag: 'objects',
  policy: { audience: 'anyone', right: 'seePublicObject' },
  perMinute: limits.placeSearchesPerMinute,
  params: Type.Object({ classifierId: LayerId }),
  query: closed({
    ids: Type.Optional(
      Type.String({ pattern: `^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,${referenceLimits.ids - 1}}$` }),
    ),
    /** Beginning or another part of a name, a key of an import, or a reference number. Without it the first names. */
    q: Type.Optional(trimmedText(0, limits.placeQueryLength)),
  }),
  reply: { status: 200, schema: Type.Array(ReferencedObject) },
  errors: ['TOO_MANY_REQUESTS'],
});
