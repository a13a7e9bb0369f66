import { createStore, type LayerFilter, type ReadonlyStore } from '../../../map/index.ts';
import type { Layer, LayerGroup } from '../useLayerList.ts';

/** DATA-18: what the popover of a layer holds. */
export interface FilterValues {
  readonly field: string;
  readonly value: string;
}

export const noFilter: FilterValues = { field: '', value: '' };

/** OFLT-04. */
const isFilterSet = ({ field, value }: FilterValues): boolean => field !== '' && value !== '';

type Filters = ReadonlyMap<number, FilterValues>;
const store = createStore<Filters>(new Map());

/** The filters that are set, by layer; they last as long as the session. `findFilter` says which are in force. */
export const layerFilters: ReadonlyStore<Filters> = store;

/** Takes what the popover emits; a filter that does not count as set is none. */
export function setLayerFilter(layerId: number, values: FilterValues): void {
  const others = [...store.get()].filter(([id]) => id !== layerId);
  store.set(new Map(isFilterSet(values) ? [...others, [layerId, values]] : others));
}

/** Another user has other layers. */
export function forgetFilters(): void {
  store.set(new Map());
}

/**
 * The filter of a layer that is in force, the only one that is sent or shown: one on a field that its layer no longer has
 * would be refused (D-OBJ-14) and rests until the field is back.
 */
export function findFilter(
  { id, layerFields }: Pick<Layer, 'id' | 'layerFields'>,
  filters: Filters = store.get(),
): FilterValues | undefined {
  const filter = filters.get(id);
  return layerFields.some(({ name }) => name === filter?.field) ? filter : undefined;
}

/** The filters in force, as lists of objects are asked for. */
export const listFilters = (groups: readonly LayerGroup[], filters: Filters): readonly LayerFilter[] =>
  groups
    .flatMap(({ childClassifiers }) => childClassifiers)
    .flatMap((layer) => {
      const filter = findFilter(layer, filters);
      return filter ? [{ classId: layer.id, ...filter }] : [];
    });

/** D-OBJ-14: a layer's filter as an address carries it. */
export const filterQuery = (layerId: number, filter: FilterValues | undefined) =>
  filter === undefined ? {} : { _class: layerId, _field: filter.field, _value: filter.value };
