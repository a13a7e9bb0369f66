import { companyDay, type FixedCondition, findConditionProblem, resolveDates } from '@pgis/conditions';
import type { ObjectFilter } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Actor } from '../../access/Actor.ts';
import type { Schema } from '../../db/schema.ts';
import { validationError } from '../../errors/AppError.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import { listLayerAccess } from '../../layers/getLayerAccess.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';

/** Wire form: the layers of a map load with the filters of single ones (D-OBJ-14). */
export interface FilteredLayersRequest {
  readonly classifiers: readonly number[];
  readonly objectFilter?: readonly ObjectFilter[] | null;
}

/**
 * Adds to each layer its filters; filters of layers that were not requested are ignored.
 *
 * @throws UNKNOWN_FIELD for a field that its layer does not have, VALIDATION for a value that its operator cannot compare
 *   with.
 */
export function withObjectFilters(
  layers: readonly LayerAccess[],
  objectFilter: readonly ObjectFilter[],
): LayerAccess[] {
  const fieldsOf = new Map(layers.map(({ layer }) => [layer.id, layer.fieldNames]));
  for (const [index, { classId, field }] of objectFilter.entries())
    if (fieldsOf.get(classId)?.includes(field) === false)
      throw unknownFields([{ path: `/objectFilter/${index}/field`, field }]);
  const conditions = toConditions(objectFilter);
  return layers.map((access) => ({
    ...access,
    filters: conditions.flatMap(({ classId, condition }) => (classId === access.layer.id ? [condition] : [])),
  }));
}

interface LayerCondition {
  readonly classId: number;
  readonly condition: FixedCondition;
}

function toConditions(objectFilter: readonly ObjectFilter[]): LayerCondition[] {
  const today = companyDay(new Date());
  return objectFilter.map(({ classId, field, operator = 'contains', value = '' }, index) => {
    const isMissing = operator === 'contains' && value === '';
    const code = isMissing ? 'REQUIRED' : findConditionProblem({ operator, value });
    if (code !== undefined) throw validationError({ path: `/objectFilter/${index}/value`, code });
    return { classId, condition: resolveDates({ field, operator, value }, today) };
  });
}

export const listFilteredLayers = async (
  db: Kysely<Schema>,
  actor: Actor,
  { classifiers, objectFilter }: FilteredLayersRequest,
): Promise<LayerAccess[]> =>
  withObjectFilters(await listLayerAccess(db, actor, classifiers), objectFilter ?? []);
