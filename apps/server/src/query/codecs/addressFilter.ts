import { companyDay, findConditionProblem, type Operator, operandOf, resolveDates } from '@pgis/conditions';
import type { LayerId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Actor } from '../../access/Actor.ts';
import type { Schema } from '../../db/schema.ts';
import { validationError } from '../../errors/AppError.ts';
import { unknownFields } from '../../errors/unknownFields.ts';
import { getLayerAccess } from '../../layers/getLayerAccess.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';

/** Wire form: the object filter in the query string of an address (D-OBJ-14). */
export interface FilterQuery {
  readonly _class?: number | undefined;
  readonly _field?: string | undefined;
  readonly _value?: string | undefined;
  readonly _operator?: Operator | undefined;
}

export interface AddressFilter {
  /** Undefined: any layer that has the field. */
  readonly layerId: LayerId | undefined;
  readonly field: string;
  /** `contains` when missing. */
  readonly operator?: Operator | undefined;
  readonly value: string;
}

/**
 * OFLT-04: a filter counts as set only when it has both field and value, unless its operator takes no value; the value is
 * trimmed.
 *
 * @throws VALIDATION for a value that its operator cannot compare with.
 */
export function parseAddressFilter({
  _class,
  _field,
  _value,
  _operator,
}: FilterQuery): AddressFilter | undefined {
  const operator = _operator ?? 'contains';
  const value = _value?.trim() ?? '';
  if (_field === undefined || _field === '') return undefined;
  if (value === '' && operandOf[operator] !== 'none') return undefined;
  const code = findConditionProblem({ operator, value });
  if (code !== undefined) throw validationError({ path: 'query/_value', code });
  return { layerId: _class, field: _field, operator: _operator, value };
}

export const withFilter = (
  access: LayerAccess,
  { field, operator = 'contains', value }: AddressFilter,
): LayerAccess => ({
  ...access,
  filters: [...access.filters, resolveDates({ field, operator, value }, companyDay(new Date()))],
});

/**
 * One layer by its id, narrowed by the filter of an address unless that names another layer.
 *
 * @throws NOT_FOUND for a layer that is absent or not visible, UNKNOWN_FIELD for a field that it does not have.
 */
export async function getFilteredLayer(
  db: Kysely<Schema>,
  actor: Actor,
  { layerId, filter }: { readonly layerId: LayerId; readonly filter: AddressFilter | undefined },
): Promise<LayerAccess> {
  const access = await getLayerAccess(db, actor, layerId);
  if (filter === undefined || (filter.layerId ?? layerId) !== layerId) return access;
  if (!access.layer.fieldNames.includes(filter.field))
    throw unknownFields([{ path: 'query/_field', field: filter.field }]);
  return withFilter(access, filter);
}
