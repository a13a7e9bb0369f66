import { matchesRuleset } from '@pgis/cartography';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import {
  type LayerRights,
  layerRights,
  listLayersShowing,
  type Reader,
  type Reporter,
  type ShownLayer,
  toReporter,
} from '../classifiers/index.ts';
import { findObject } from './findObject.ts';
import type { CommentRow, LatestCommentRow, ObjectRow } from './ObjectRow.ts';
import { voterOf } from './voter.ts';

/** An object that the actor may see, with what he may do with it. */
export interface SeenObject {
  readonly row: ObjectRow;
  /** Where it belongs. */
  readonly owner: ShownLayer;
  /** The layer to name: the owner, or the view through which the actor sees it. */
  readonly seenIn: ShownLayer;
  readonly rights: LayerRights;
  readonly canDelete: boolean;
  readonly canUpvote: boolean;
  /** The public sees it, and the actor may change that. */
  readonly canHide: boolean;
  readonly latestComment: LatestCommentRow | null;
  readonly comments: readonly SeenComment[];
}

export interface SeenComment extends CommentRow {
  readonly canDelete: boolean;
}

/** Whether it was added by that reporter, and not by nobody in particular. */
const isBy = (reporter: Reporter, { id, authorId, visitorId }: ObjectRow): boolean =>
  reporter.reportIds.includes(id) ||
  (authorId !== null && authorId === reporter.authorId) ||
  (visitorId !== null && visitorId === reporter.visitorId);

/** Whether a layer shows the object to somebody with these rights in it; a view shows what its ruleset lets through. */
function shows(layer: ShownLayer, rights: LayerRights, row: ObjectRow): boolean {
  const { seesLayer, objects, unreviewed } = rights;
  if (!seesLayer || objects === 'none' || (objects === 'marked' && !row.isPublic)) return false;
  if (row.review !== null && unreviewed !== 'all' && !isBy(unreviewed, row)) return false;
  return !layer.isView || matchesRuleset(layer.ruleset, row.data);
}

const isOpen = (comment: LatestCommentRow | null): boolean =>
  comment === null || comment.statusType === null || comment.statusType === 'open';

function toSeen(reader: Reader, row: ObjectRow, owner: ShownLayer, seenIn: ShownLayer): SeenObject {
  const rights = layerRights(reader.actor, owner);
  const latestComment = rights.seesInternalComments ? row.anyComment : row.publicComment;
  const own = isBy(toReporter(reader.actor), row);
  return {
    row,
    owner,
    seenIn,
    rights,
    latestComment,
    comments: toSeenComments(reader, row, rights),
    canHide: rights.reviews && row.review === null && isPublicIn(owner, row),
    canDelete: rights.deletes === 'yes' || (rights.deletes === 'own' && own),
    canUpvote: owner.ownerIsOpen && !row.isVoted && !own && isOpen(latestComment),
  };
}

const isPublicIn = ({ allObjectsPublic }: ShownLayer, { isPublic }: ObjectRow): boolean =>
  allObjectsPublic ?? isPublic;

/** Visitors read the public ones, and not who of the office wrote them. */
function toSeenComments({ actor }: Reader, row: ObjectRow, rights: LayerRights): SeenComment[] {
  const { seesInternalComments, deletesComments } = rights;
  const userId = actor.kind === 'user' ? actor.userId : undefined;
  return row.comments
    .filter(({ isPublic }) => isPublic || seesInternalComments)
    .map((comment) => ({
      ...comment,
      author: seesInternalComments ? comment.author : '',
      canDelete: deletesComments === 'yes' || (deletesComments === 'own' && comment.authorId === userId),
    }));
}

export interface SeenLookUp {
  readonly forUpdate?: boolean;
  /** Deleted objects are there only for who may take the deletion back. */
  readonly deletedToo?: boolean;
}

/** D-PERM-06: absent, deleted, of a deleted layer and not to be seen all answer the same NOT_FOUND. */
export async function getSeenObject(
  db: Kysely<Schema>,
  reader: Reader,
  id: number,
  { forUpdate = false, deletedToo = false }: SeenLookUp = {},
): Promise<SeenObject> {
  const { actor, language } = reader;
  const row = await findObject(db, { id, language, voter: voterOf(actor), forUpdate });
  if (row === undefined || (row.deletedAt !== null && !deletedToo)) throw new AppError('NOT_FOUND');
  const layers = await listLayersShowing(db, row.classId);
  const owner = layers.find((layer) => layer.id === row.classId);
  const seenIn = layers.find((layer) => shows(layer, layerRights(actor, layer), row));
  if (owner === undefined || seenIn === undefined) throw new AppError('NOT_FOUND');
  const seen = toSeen(reader, row, owner, seenIn);
  if (row.deletedAt !== null && !seen.canDelete) throw new AppError('NOT_FOUND');
  return seen;
}
