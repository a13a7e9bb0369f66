import {
  type applyComparison,
  type BodyOf,
  companyOf,
  type ImportId,
  type ImportSettings,
  type LayerId,
} from '@pgis/contract';
import { AppError } from '../../../errors/AppError.ts';
import type { ImportRow } from '../importRows.ts';

export type DifferenceChoice = BodyOf<typeof applyComparison>;
type Target = Extract<ImportSettings['target'], { kind: 'compare' }>;

/** Layer, rows and settings that the statements of a comparison are about. */
export interface Comparing {
  readonly id: ImportId;
  readonly companyId: number;
  readonly layerId: LayerId;
  readonly match: Target['match'];
  readonly comparesShapes: boolean;
  readonly comparesName: boolean;
  readonly comparesDescription: boolean;
  /** Fields of the layer whose values the file has. */
  readonly fields: readonly string[];
  /** Fields whose values existing objects keep, always or unless they are empty. */
  readonly keptFields: readonly string[];
  readonly filledFields: readonly string[];
  /** Fields of the layer that identify an object, for a match by fields. */
  readonly keyFields: readonly string[];
}

/** @throws AppError IMPORT_STATE for an import that is no comparison. */
export function toComparing({ id, settings }: Pick<ImportRow, 'id' | 'settings'>): Comparing {
  if (settings?.target.kind !== 'compare') throw new AppError('IMPORT_STATE');
  const { target, fields, keyFields = [], name, description } = settings;
  const names = new Map(fields.map((field) => [field.source, field.name]));
  return {
    id,
    companyId: companyOf(target.layerId),
    layerId: target.layerId,
    match: target.match,
    comparesShapes: target.keepsShapes !== true,
    comparesName: name !== undefined && name !== '',
    comparesDescription: description !== undefined && description !== '',
    fields: fields.map((field) => field.name),
    keptFields: fields.filter(({ update }) => update === 'keep').map((field) => field.name),
    filledFields: fields.filter(({ update }) => update === 'fillEmpty').map((field) => field.name),
    keyFields: target.match.by === 'fields' ? keyFields.map((source) => names.get(source) ?? '') : [],
  };
}
