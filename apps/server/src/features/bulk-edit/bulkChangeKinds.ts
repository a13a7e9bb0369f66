import type { LayerId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import { permissionFor } from '../../access/permissions.ts';
import type { ChangeKind, Undoing, Undone } from '../../changes/ChangeKind.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { getLayerAccess } from '../../layers/getLayerAccess.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { CommentEntry, FieldEntry } from '../../objects/bulkEntry.ts';
import { compareComments, compareField, getEntry, undoComments, undoField } from './undoBulkEdit.ts';

type Asked = Pick<Undoing, 'change' | 'actor'>;

/** Objects that the layer's own filter hides are undone, too: the edit may be the reason why it hides them. */
async function openScope(db: Kysely<Schema>, { change, actor }: Asked): Promise<LayerAccess> {
  const scope = await getLayerAccess(db, actor, change.nodeId as LayerId);
  return { ...scope, layer: { ...scope.layer, ruleset: null } };
}

const entryIdOf = ({ change: { sourceId } }: Asked): number => {
  if (sourceId === null) throw new AppError('STATE_GONE');
  return sourceId;
};

const toBulkRequest = (undoing: Undoing) => ({
  actor: undoing.actor,
  language: undoing.language,
  classId: undoing.change.nodeId as LayerId,
  requestId: undoing.requestId,
  idempotencyKey: undefined,
  entryId: entryIdOf(undoing),
});

const readEntry = async <T>(
  db: Kysely<Schema>,
  scope: LayerAccess,
  { asked, locks }: { readonly asked: Asked; readonly locks: boolean },
): Promise<T> => (await getEntry(db, scope, { entryId: entryIdOf(asked), locks })).details as unknown as T;

export const fieldSet: ChangeKind = {
  kind: 'fieldSet',
  mayUndo: (actor, { companyId, unitId }) =>
    permissionFor(actor, 'editObject', { companyId, unitId }) === 'yes',
  async preview(db, asked) {
    const scope = await openScope(db, asked);
    const { undone, left } = await compareField(
      db,
      scope,
      await readEntry<FieldEntry>(db, scope, { asked, locks: false }),
    );
    return { count: undone.length, left: left.length };
  },
  async undo(db, undoing): Promise<Undone> {
    const scope = await openScope(db, undoing);
    const entry = await readEntry<FieldEntry>(db, scope, { asked: undoing, locks: true });
    return await undoField(db, { request: toBulkRequest(undoing), scope }, entry);
  },
};

export const commentsAdded: ChangeKind = {
  kind: 'commentsAdded',
  mayUndo(actor, { companyId, unitId, userId }) {
    const owner = { companyId, unitId };
    const deletes = permissionFor(actor, 'deleteComment', owner);
    const edits = permissionFor(actor, 'editObject', owner) === 'yes';
    return edits && (deletes === 'yes' || (deletes === 'own' && userId === actor.userId));
  },
  async preview(db, asked) {
    const scope = await openScope(db, asked);
    const entry = await readEntry<CommentEntry>(db, scope, { asked, locks: false });
    const { there, left } = await compareComments(db, scope, entry);
    return { count: there.length, left: left.length };
  },
  async undo(db, undoing): Promise<Undone> {
    const scope = await openScope(db, undoing);
    const entry = await readEntry<CommentEntry>(db, scope, { asked: undoing, locks: true });
    return await undoComments(db, { request: toBulkRequest(undoing), scope }, entry);
  },
};
