import { permissionFor } from '../../../access/permissions.ts';
import type { ChangeKind } from '../../../changes/ChangeKind.ts';
import { auditTreeNode } from '../../../layers/tree/auditTreeNode.ts';
import { unmarkTreeNodeDeleted } from '../../../layers/tree/writeTreeNode.ts';

/** Restores a deleted layer, view or group where it was; a layer that was deleted had no objects (D-CLS-11). */
const nodeDeleted = (kind: 'layerDeleted' | 'groupDeleted'): ChangeKind => ({
  kind,
  // Changing a view takes the right in the unit of its source, too.
  mayUndo: (actor, { companyId, unitId, ownerUnitId }) =>
    [unitId, ownerUnitId].every(
      (unit) => permissionFor(actor, 'manageLayers', { companyId, unitId: unit }) === 'yes',
    ),
  preview: async (_, { change }) => (change.nodeIsDeleted ? { count: 1, left: 0 } : { count: 0, left: 1 }),
  async undo(db, { change, actor, requestId, language }) {
    const { nodeId, companyId, unitId, storedName } = change;
    if (!(await unmarkTreeNodeDeleted(db, nodeId))) return { count: 0, left: 1, leftObjects: [] };
    await auditTreeNode(
      db,
      { actor, requestId, language },
      { action: 'CLASSIFIER_RESTORED', row: { id: nodeId, companyId, unitId, name: storedName } },
    );
    return { count: 1, left: 0, leftObjects: [] };
  },
});

export const layerDeleted = nodeDeleted('layerDeleted');
export const groupDeleted = nodeDeleted('groupDeleted');
