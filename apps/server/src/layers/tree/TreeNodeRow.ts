import type { CompanyId, Language, LayerId, TreeNodeId, UnitId } from '@pgis/contract';
import type { Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { TreeNodeValues } from './TreeNodeValues.ts';

/**
 * A row of the tree that is not deleted. A layer has the unit of its group; a view has the fields, kinds and review of its
 * source, and its objects are added in the source's unit.
 */
export interface TreeNodeRow extends TreeNodeValues {
  readonly id: TreeNodeId;
  readonly companyId: CompanyId;
  readonly kind: Selectable<Schema['classifiers']>['kind'];
  readonly sourceId: LayerId | null;
  /** Name in the reader's language. */
  readonly name: string;
  /** Name in the language of the company. */
  readonly ownName: string;
  readonly companyLanguage: Language;
  /** Kinds of geometry as bits: 1 points, 2 lines, 4 polygons. */
  readonly kinds: number;
  readonly version: number;
  /** Unit that objects drawn into the layer belong to; a view has that of its source. */
  readonly ownerUnitId: UnitId | null;
  /** Open for public registration: layer and owner both. */
  readonly isOpen: boolean;
}
