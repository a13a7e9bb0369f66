import type { ObjectFilter } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Actor } from '../../plugins/Actor.ts';
import {
  type AddressFilter,
  findShownLayers,
  type LayerScope,
  layerRights,
  type ShownLayer,
} from '../classifiers/index.ts';

const unknownField = (path: string): AppError =>
  new AppError('UNKNOWN_FIELD', { errors: [{ path, code: 'UNKNOWN_FIELD' }] });

/** D-OBJ-14: a filter on a field that its layer does not have is refused; filters of layers not asked for rest. */
function checkFields(layers: readonly ShownLayer[], filters: readonly ObjectFilter[]): void {
  const fieldsOf = new Map(layers.map(({ id, fieldNames }) => [id, fieldNames]));
  for (const [index, { classId, field }] of filters.entries())
    if (fieldsOf.get(classId)?.includes(field) === false) throw unknownField(`/objectFilter/${index}/field`);
}

/**
 * The layers asked for that the actor may see, in the order asked for. Unknown ids are left out without a word: a
 * remembered list of layers outlives the layers.
 */
export async function readScopes(
  db: Kysely<Schema>,
  actor: Actor,
  {
    classifiers,
    objectFilter,
  }: { classifiers: readonly number[]; objectFilter?: readonly ObjectFilter[] | null },
): Promise<LayerScope[]> {
  const scopes = (await findShownLayers(db, classifiers))
    .map((layer) => ({ layer, rights: layerRights(actor, layer) }))
    .filter(({ rights }) => rights.seesLayer);
  const filters = objectFilter ?? [];
  checkFields(
    scopes.map(({ layer }) => layer),
    filters,
  );
  return scopes.map((scope) => ({
    ...scope,
    filters: filters.filter(({ classId }) => classId === scope.layer.id),
  }));
}

/** One layer by its id, with the filter of an address; throws NOT_FOUND for one that is not to be seen. */
export async function getScope(
  db: Kysely<Schema>,
  actor: Actor,
  layerId: number,
  filter?: AddressFilter,
): Promise<LayerScope> {
  const [scope] = await readScopes(db, actor, { classifiers: [layerId] });
  if (scope === undefined) throw new AppError('NOT_FOUND');
  if (filter === undefined || (filter.classId ?? layerId) !== layerId) return scope;
  if (!scope.layer.fieldNames.includes(filter.field)) throw unknownField('query/_field');
  return { ...scope, filters: [filter] };
}
