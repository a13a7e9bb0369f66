import type { Classifier } from '@pgis/contract';
import type { Actor } from '../../plugins/Actor.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { classifierRights } from './classifierRights.ts';

const kindBits = { point: 1, line: 2, polygon: 4 } as const;
const kinds = ['point', 'line', 'polygon'] as const;

/** The row on the wire, with what the actor may do. */
export const toClassifier = (actor: Actor, row: ClassifierRow): Classifier => ({
  id: row.id,
  id1: row.parentId,
  kind: row.kind,
  sourceId: row.sourceId,
  companyId: row.companyId,
  unitId: row.unitId,
  name: row.name,
  names: row.names,
  description: row.description,
  // The state of a switch is the client's; it starts with what the layer asks for.
  checked: row.showDefault,
  zoomFrom: row.zoomFrom,
  zoomTo: row.zoomTo,
  zIndex: row.zIndex,
  serverside: row.serverside,
  allowPublicRegistration: row.allowPublicRegistration,
  showAfterReview: row.showAfterReview,
  showDefault: row.showDefault,
  allObjectsPublic: row.allObjectsPublic,
  geomStyle: row.geomStyle,
  layerFields: [...row.layerFields],
  ruleset: row.ruleset,
  statusType: row.statusType,
  ...classifierRights(actor, row),
  version: row.version,
  kinds: kinds.filter((kind) => (row.kinds & kindBits[kind]) !== 0),
});
