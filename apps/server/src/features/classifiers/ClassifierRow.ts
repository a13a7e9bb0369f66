import type { Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { ClassifierValues } from './ClassifierValues.ts';

/** A living classifier. A layer has its group's unit; a view its source's fields, kinds, unit for adding and review. */
export interface ClassifierRow extends ClassifierValues {
  readonly id: number;
  readonly companyId: number;
  readonly kind: Selectable<Schema['classifiers']>['kind'];
  readonly sourceId: number | null;
  /** In the reader's language. */
  readonly name: string;
  /** Bits: 1 points, 2 lines, 4 polygons. */
  readonly kinds: number;
  readonly version: number;
  /** Where objects drawn into the layer belong: for a view its source's unit. */
  readonly ownerUnitId: number | null;
  /** Open for public registration: layer and owner both. */
  readonly isOpen: boolean;
}
