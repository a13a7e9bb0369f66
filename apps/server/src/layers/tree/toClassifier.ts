import type { Classifier } from '@pgis/contract';
import type { Actor } from '../../access/Actor.ts';
import type { TreeNodeRow } from './TreeNodeRow.ts';
import { treeNodePermissions } from './treeNodePermissions.ts';

const kindBits = { point: 1, line: 2, polygon: 4 } as const;
const kinds = ['point', 'line', 'polygon'] as const;

/** Wire form of a tree node, with the permissions of the actor. */
export const toClassifier = (actor: Actor, row: TreeNodeRow): Classifier => ({
  id: row.id,
  id1: row.parentId,
  kind: row.kind,
  sourceId: row.sourceId,
  companyId: row.companyId,
  unitId: row.unitId,
  name: row.name,
  names: { ...row.names, [row.companyLanguage]: row.ownName },
  companyLanguage: row.companyLanguage,
  description: row.description,
  // The client keeps the state of the switch; this is its initial value.
  checked: row.showDefault,
  zoomFrom: row.zoomFrom,
  zoomTo: row.zoomTo,
  zIndex: row.zIndex,
  serverside: row.serverside,
  allowPublicRegistration: row.allowPublicRegistration,
  showAfterReview: row.showAfterReview,
  blurPositions: row.blurPositions,
  showDefault: row.showDefault,
  allObjectsPublic: row.allObjectsPublic,
  geomStyle: row.geomStyle,
  density: row.density,
  caseLayer: row.caseLayer,
  layerFields: [...row.layerFields],
  ruleset: row.ruleset,
  statusType: row.statusType,
  ...treeNodePermissions(actor, row),
  version: row.version,
  kinds: kinds.filter((kind) => (row.kinds & kindBits[kind]) !== 0),
});
