import type { LayerField, Ruleset } from '@pgis/contract';
import type { Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';

type Columns = Selectable<Schema['classifiers']>;

/** A living classifier. A layer has its group's unit; a view its source's fields, kinds and unit for adding. */
export interface ClassifierRow {
  readonly id: number;
  readonly companyId: number;
  readonly parentId: number | null;
  readonly kind: Columns['kind'];
  readonly sourceId: number | null;
  readonly unitId: number | null;
  /** In the reader's language. */
  readonly name: string;
  readonly names: Columns['names'];
  readonly description: string;
  readonly statusType: Columns['status_type'];
  readonly zoomFrom: number | null;
  readonly zoomTo: number | null;
  readonly zIndex: number;
  readonly serverside: boolean;
  readonly allowPublicRegistration: boolean;
  /** Of a view: its source's. */
  readonly showAfterReview: boolean;
  readonly showDefault: boolean;
  readonly allObjectsPublic: boolean | null;
  readonly geomStyle: string;
  readonly layerFields: readonly LayerField[];
  readonly ruleset: Ruleset | null;
  /** Bits: 1 points, 2 lines, 4 polygons. */
  readonly kinds: number;
  readonly version: number;
  /** Where objects drawn into the layer belong: for a view its source's unit. */
  readonly ownerUnitId: number | null;
  /** Open for public registration: layer and owner both. */
  readonly isOpen: boolean;
}
