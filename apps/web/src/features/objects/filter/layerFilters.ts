import { type FilterValues, isFilterSet } from '@pgis/contract';
import type { LayerFilter } from '../../../map/index.ts';
import { createStore, type ReadonlyStore } from '../../../store/Store.ts';
import type { Layer, LayerGroup } from '../useLayerList.ts';

/** DATA-18: values of the filter form of a layer. */
export type { FilterValues };

export const noFilter: FilterValues = { field: '', value: '' };

type Filters = ReadonlyMap<number, FilterValues>;
const store = createStore<Filters>(new Map());

/** The filters that are set, by layer; they last as long as the session. `findFilter` returns the one in force. */
export const layerFilters: ReadonlyStore<Filters> = store;

/** Sets the filter of a layer; an incomplete filter removes it. */
export function setLayerFilter(layerId: number, values: FilterValues): void {
  const others = [...store.get()].filter(([id]) => id !== layerId);
  store.set(new Map(isFilterSet(values) ? [...others, [layerId, values]] : others));
}

/** Sets the filters that an address names, and no others. */
export function showLinkedFilters(filters: Filters): void {
  store.set(new Map([...filters].filter(([, values]) => isFilterSet(values))));
}

/** Runs when the user changes, because another user has other layers. */
export function forgetFilters(): void {
  store.set(new Map());
}

/**
 * The filter of a layer that is in force, which is sent and displayed. A filter on a field that the layer no longer
 * has would be refused (D-OBJ-14), so it has no effect until the field is back.
 */
export function findFilter(
  { id, layerFields }: Pick<Layer, 'id' | 'layerFields'>,
  filters: Filters = store.get(),
): FilterValues | undefined {
  const filter = filters.get(id);
  return layerFields.some(({ name }) => name === filter?.field) ? filter : undefined;
}

/** The filters in force, in wire form. */
export const listFilters = (groups: readonly LayerGroup[], filters: Filters): readonly LayerFilter[] =>
  groups
    .flatMap(({ childClassifiers }) => childClassifiers)
    .flatMap((layer) => {
      const filter = findFilter(layer, filters);
      if (!filter) return [];
      const { value, ...named } = filter;
      return [{ classId: layer.id, ...named, ...(value !== '' && { value }) }];
    });

/** D-OBJ-14: wire form of a layer's filter in a query string. */
export const filterQuery = (layerId: number, filter: FilterValues | undefined) =>
  filter === undefined ? {} : { _class: layerId, ...filterParameters(filter) };

/** The parameters that name a filter in a query string. */
export const filterParameters = ({ field, operator, value }: Omit<LayerFilter, 'classId'>) => ({
  _field: field,
  ...(value && { _value: value }),
  ...(operator && { _operator: operator }),
});
