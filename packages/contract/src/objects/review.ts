import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, EmptyBody, trimmedText } from '../primitives.ts';
import { Geom } from './geoms.ts';

/** D-CLS-07: review of visitors' objects, and hiding of public ones. */
const common = {
  tag: 'review',
  policy: { audience: 'signedIn', right: 'reviewObject' },
  params: Type.Object({ id: ObjectId }),
  reply: { status: 200, schema: Geom },
} as const;

export const approveGeom = defineCall({
  ...common,
  name: 'approveGeom',
  method: 'POST',
  path: '/api/v1/geoms/:id/approve',
  summary: 'Show an object that waits for review to everybody',
  body: EmptyBody,
  errors: ['OBJECT_CHANGED'],
});

export const hideGeom = defineCall({
  ...common,
  name: 'hideGeom',
  method: 'POST',
  path: '/api/v1/geoms/:id/hide',
  summary: 'Hide an object from the public; its reporter reads the reason',
  body: closed({ reason: trimmedText(1, limits.hideReasonLength) }),
});

export const unhideGeom = defineCall({
  ...common,
  name: 'unhideGeom',
  method: 'POST',
  path: '/api/v1/geoms/:id/unhide',
  summary: 'Show a hidden object to the public again',
  body: EmptyBody,
  errors: ['OBJECT_CHANGED'],
});

export const listWaitingGeoms = defineCall({
  name: 'listWaitingGeoms',
  tag: 'review',
  policy: { audience: 'signedIn', right: 'reviewObject' },
  method: 'GET',
  path: '/api/v1/geoms/waiting',
  summary: 'How many objects wait for the caller’s review, by layer, with the oldest of each',
  reply: {
    status: 200,
    schema: Type.Array(Type.Object({ classId: LayerId, count: Type.Integer(), oldestId: ObjectId })),
  },
});
