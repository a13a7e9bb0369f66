import type { Call, ReferencedObject } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { aFile, filesFor, formHeaders } from '../files/multipart.ts';
import type { ObjectState } from './expectAnswer.ts';
import type { ObjectFixture } from './ObjectFixtures.ts';

/** How to ask a call about an object so that whoever may is answered. */
export interface ObjectCase {
  readonly call: Call;
  readonly params: (fixture: ObjectFixture) => Readonly<Record<string, string | number>>;
  readonly body?: (fixture: ObjectFixture, image: Buffer) => object | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: (fixture: ObjectFixture) => string;
  /** True for an answer that tells nothing of the object; it counts as 404. */
  readonly isSilent?: (answer: unknown) => boolean;
  /** True for a call that uses up what it is asked about. */
  readonly isOnce?: boolean;
  /** An answer that is past all rights, where the object is in no state for the success. */
  readonly conflict?: (object: ObjectState) => number | undefined;
}

const byId = ({ id }: ObjectFixture) => ({ id });
const byGeometry = ({ id, fileId }: ObjectFixture) => ({ geometryId: id, fileId });
const byEntry = ({ id, entryId }: ObjectFixture) => ({ id, entryId });
const empty = () => ({});

export const objectCases: readonly ObjectCase[] = [
  { call: calls.getGeom, params: byId },
  { call: calls.getGeomTimeline, params: byId },
  {
    call: calls.listReferenced,
    params: ({ layerId }) => ({ classifierId: layerId }),
    query: ({ id }) => `?ids=${id}`,
    // Whoever sees all objects of a layer is told of those that are gone.
    isSilent: (answer) => (answer as ReferencedObject[]).every(({ isDeleted }) => isDeleted),
  },
  { call: calls.listReplies, params: byId },
  { call: calls.listMentionable, params: byId },
  { call: calls.listGeomHistory, params: byId },
  { call: calls.getGeomHistoryEntry, params: byEntry },
  { call: calls.restoreGeomState, params: byEntry, body: empty },
  { call: calls.getGeomExtent, params: ({ id, layerId }) => ({ layerId, featureId: id }) },
  {
    call: calls.updateGeom,
    params: byId,
    body: ({ layerId }) => ({ name: 'a', description: 'b', classId: layerId }),
  },
  { call: calls.deleteGeom, params: byId, isOnce: true },
  { call: calls.restoreGeom, params: byId, body: empty, isOnce: true },
  { call: calls.upvoteGeom, params: byId, body: empty },
  { call: calls.exportGeomCsv, params: byId, body: empty },
  {
    call: calls.addComment,
    params: ({ id }) => ({ objectId: id }),
    body: ({ statusId }) => ({ content: 'Looked at', statusId }),
  },
  {
    call: calls.deleteComment,
    params: ({ id, commentId }) => ({ objectId: id, id: commentId }),
    isOnce: true,
  },
  { call: calls.approveGeom, params: byId, body: empty, isOnce: true },
  { call: calls.hideGeom, params: byId, body: () => ({ reason: 'Twice' }), isOnce: true },
  {
    call: calls.unhideGeom,
    params: byId,
    body: empty,
    conflict: ({ isWaiting }) => (isWaiting ? 409 : undefined),
  },
  { call: calls.getReportPage, params: byId },
  {
    call: calls.reopenReport,
    params: byId,
    body: () => ({ text: 'Still there' }),
    conflict: ({ isOwn }) => (isOwn ? 409 : undefined),
  },
  { call: calls.listGeomFiles, params: byGeometry },
  {
    call: calls.addGeomFiles,
    params: empty,
    body: ({ id }, image) => filesFor(id, aFile('b.png', image)),
    headers: formHeaders,
  },
  { call: calls.downloadGeomFile, params: byGeometry },
  { call: calls.deleteGeomFile, params: byGeometry, isOnce: true },
  { call: calls.changeGeomImage, params: byGeometry, body: () => ({ boxes: [] }) },
  { call: calls.listGeomImages, params: byGeometry },
  { call: calls.getGeomImage, params: ({ fileId }) => ({ fileId, size: 'thumbnail' }) },
];
