import type { LayerField, Ruleset, StatusNames } from '@pgis/contract';
import type { Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** What of a classifier can be changed, as its columns hold it. */
export interface ClassifierValues {
  readonly parentId: number | null;
  readonly unitId: number | null;
  /** Where a translation is missing. */
  readonly name: string;
  readonly names: StatusNames;
  readonly description: string;
  readonly statusType: Selectable<Schema['classifiers']>['status_type'];
  readonly zoomFrom: number | null;
  readonly zoomTo: number | null;
  readonly zIndex: number;
  readonly serverside: boolean;
  readonly allowPublicRegistration: boolean;
  readonly showAfterReview: boolean;
  readonly showDefault: boolean;
  readonly allObjectsPublic: boolean | null;
  readonly geomStyle: string;
  readonly layerFields: readonly LayerField[];
  readonly ruleset: Ruleset | null;
}

/** What a new classifier starts with. */
export const defaultValues: Omit<ClassifierValues, 'parentId' | 'name'> = {
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
  showDefault: false,
  allObjectsPublic: null,
  geomStyle: '',
  layerFields: [],
  ruleset: null,
};
