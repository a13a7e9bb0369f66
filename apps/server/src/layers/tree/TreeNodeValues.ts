import type {
  CaseRules,
  LayerDensity,
  LayerField,
  LocalizedNames,
  Ruleset,
  TreeNodeId,
  UnitId,
} from '@pgis/contract';
import type { Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Values of a tree node that can be changed, as its columns store them. */
export interface TreeNodeValues {
  readonly parentId: TreeNodeId | null;
  readonly unitId: UnitId | null;
  /** Name in the language of the company. */
  readonly name: string;
  /** Names in the other languages. */
  readonly names: LocalizedNames;
  readonly description: string;
  readonly statusType: Selectable<Schema['classifiers']>['status_type'];
  readonly zoomFrom: number | null;
  readonly zoomTo: number | null;
  readonly zIndex: number;
  readonly serverside: boolean;
  readonly allowPublicRegistration: boolean;
  readonly showAfterReview: boolean;
  readonly blurPositions: boolean;
  readonly showDefault: boolean;
  readonly allObjectsPublic: boolean | null;
  readonly geomStyle: string;
  readonly density: LayerDensity;
  /** Null where the objects are no cases. */
  readonly caseLayer: CaseRules | null;
  readonly layerFields: readonly LayerField[];
  readonly ruleset: Ruleset | null;
}

/** Values of a new tree node. */
export const defaultValues: Omit<TreeNodeValues, 'parentId' | 'name'> = {
  unitId: null,
  names: {},
  description: '',
  statusType: null,
  zoomFrom: null,
  zoomTo: null,
  zIndex: 0,
  serverside: false,
  allowPublicRegistration: false,
  showAfterReview: false,
  blurPositions: false,
  showDefault: false,
  allObjectsPublic: null,
  geomStyle: '',
  density: { kind: 'asIs' },
  caseLayer: null,
  layerFields: [],
  ruleset: null,
};
