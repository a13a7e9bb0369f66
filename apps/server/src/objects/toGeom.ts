import { type Comment, forestStandKeys, type Geom, referenceOf } from '@pgis/contract';
import { groupNameIn, layerNameIn } from '../layers/Layer.ts';
import type { VisibleComment, VisibleObject } from './getVisibleObject.ts';
import type { ObjectData } from './parseData.ts';

/** DATA-11: some keys of `data` also stand at the top level, as text. */
const forestStand = (data: ObjectData): Partial<Record<(typeof forestStandKeys)[number], string>> =>
  Object.fromEntries(
    forestStandKeys.flatMap((key) => {
      const value = Object.hasOwn(data, key) ? data[key] : undefined;
      return value === undefined || value === null ? [] : [[key, String(value)]];
    }),
  );

/** A comment on the wire. */
export const toComment = ({ authorId: _, isMoved, byReporter, ...comment }: VisibleComment): Comment => ({
  ...comment,
  ...(isMoved && { isMoved }),
  ...(byReporter && { byReporter }),
});

/** The object on the wire, with no more than the actor may know. */
export function toGeom(object: VisibleObject): Geom {
  const { row, language, viaLayer, rights, latestComment, canDelete, canUpvote, canHide } = object;
  return {
    id: row.id,
    reference: referenceOf(row.id),
    name: row.name,
    description: row.description,
    classId: row.classId,
    layerName: layerNameIn(viaLayer, language),
    layerGroupName: groupNameIn(viaLayer, language),
    isPublic: row.isPublic,
    data: JSON.stringify(row.data),
    wkt: row.wkt,
    latestComment: latestComment && {
      content: latestComment.content,
      status: latestComment.status,
      statusId: latestComment.statusId,
      statusType: latestComment.statusType,
    },
    comments: object.comments.map(toComment),
    review: row.review,
    hiddenReason: row.hiddenReason,
    ...(rights.seesReporterEmail && { userEmail: row.userEmail }),
    upvoteCount: row.upvoteCount,
    canWrite: rights.edits,
    canDelete,
    canUpvote,
    canHide,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...forestStand(row.data),
  };
}
