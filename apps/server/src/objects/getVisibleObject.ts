import type { Language, ObjectId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors/AppError.ts';
import { toLayerAccess } from '../layers/getLayerAccess.ts';
import type { Layer } from '../layers/Layer.ts';
import { type LayerPermissions, layerPermissions } from '../layers/layerPermissions.ts';
import { listLayersShowing } from '../layers/listLayersById.ts';
import type { Reader } from '../layers/readVisibleNodes.ts';
import { findObject } from './findObject.ts';
import type { CommentRow, LatestCommentRow, ObjectRow } from './ObjectRow.ts';

/** An object that the actor may see, with what they may do with it. */
export interface VisibleObject {
  readonly row: ObjectRow;
  /** The layer that the object belongs to. */
  readonly owner: Layer;
  /** The layer to name: the owner, or the first view through which the actor sees the object. */
  readonly viaLayer: Layer;
  readonly rights: LayerPermissions;
  /** The reader's; names of layers and groups are in it. */
  readonly language: Language;
  readonly canDelete: boolean;
  readonly canUpvote: boolean;
  /** The public sees it, and the actor may change that. */
  readonly canHide: boolean;
  readonly latestComment: LatestCommentRow | null;
  readonly comments: readonly VisibleComment[];
}

export interface VisibleComment extends CommentRow {
  readonly canDelete: boolean;
}

export interface VisibleObjectOptions {
  readonly forUpdate?: boolean;
  /** Finds deleted objects too, for an actor who may restore them. */
  readonly deletedToo?: boolean;
  /** Finds merged objects too, for what leads from them to the one that they were merged into. */
  readonly mergedToo?: boolean;
}

/** An object may move to another layer between two statements; a locked one cannot. */
const MAX_ATTEMPTS = 3;

/** D-PERM-06: absent, deleted, of a deleted layer and not visible all answer the same NOT_FOUND. */
export async function getVisibleObject(
  db: Kysely<Schema>,
  reader: Reader,
  id: ObjectId,
  options: VisibleObjectOptions = {},
): Promise<VisibleObject> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const found = await findVisibleObject(db, reader, { id, ...options });
    if (found === undefined) break;
    if (found !== 'moved') return found;
  }
  throw new AppError('NOT_FOUND');
}

async function findVisibleObject(
  db: Kysely<Schema>,
  { actor, language }: Reader,
  {
    id,
    forUpdate = false,
    deletedToo = false,
    mergedToo = false,
  }: VisibleObjectOptions & { readonly id: ObjectId },
): Promise<VisibleObject | 'moved' | undefined> {
  const layers = await listLayersShowing(db, id);
  const owner = layers.find((layer) => !layer.isView);
  if (owner === undefined) return undefined;
  const row = await findObject(db, {
    id,
    language,
    actor,
    layers: toLayerAccess(actor, layers.map(asRead)),
    forUpdate,
  });
  if (row === undefined) return undefined;
  if (row.classId !== owner.id) return 'moved';
  const isMerged = row.mergedInto !== null;
  if (row.deletedAt !== null && !(isMerged ? mergedToo : deletedToo)) return undefined;
  const viaLayer = layers.find((layer) => layer.id === row.viaLayerId);
  if (viaLayer === undefined) return undefined;
  const visible = toVisibleObject({ actor, language }, row, { owner, viaLayer });
  return row.deletedAt !== null && !isMerged && !visible.canDelete ? undefined : visible;
}

/** The ruleset of an owning layer filters its map but does not hide an object; that of a view does both. */
const asRead = (layer: Layer): Layer => (layer.isView ? layer : { ...layer, ruleset: null });

function toVisibleObject(
  reader: Reader,
  row: ObjectRow,
  { owner, viaLayer }: Pick<VisibleObject, 'owner' | 'viaLayer'>,
): VisibleObject {
  const rights = layerPermissions(reader.actor, owner);
  const latestComment = rights.seesInternalComments ? row.anyComment : row.publicComment;
  return {
    row,
    language: reader.language,
    owner,
    viaLayer,
    rights,
    latestComment,
    comments: toVisibleComments(reader, row, rights),
    canHide: rights.reviews && row.review === null && isPublicIn(owner, row),
    canDelete: rights.deletes === 'yes' || (rights.deletes === 'own' && row.isOwn),
    canUpvote: owner.ownerIsOpen && !row.isVoted && !row.isOwn && isOpen(latestComment),
  };
}

const isOpen = (comment: LatestCommentRow | null): boolean =>
  comment === null || comment.statusType === null || comment.statusType === 'open';

const isPublicIn = ({ allObjectsPublic }: Layer, { isPublic }: ObjectRow): boolean =>
  allObjectsPublic ?? isPublic;

/** Visitors read the public comments, without the names of their authors. */
function toVisibleComments({ actor }: Reader, row: ObjectRow, rights: LayerPermissions): VisibleComment[] {
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
