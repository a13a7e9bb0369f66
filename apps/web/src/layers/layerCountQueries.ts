import type { Operator } from '@pgis/conditions';
import { countRuleMatches, listLayers } from '@pgis/contract';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { layerKeys } from './layerQueries.ts';

/** A condition on one field of a layer, as the wire names it (D-OBJ-14); empty for none. */
export interface FilterQuery {
  readonly _class?: number;
  readonly _field?: string;
  readonly _value?: string;
  readonly _operator?: Operator;
}

/** The groups and layers that hold an object which passes a filter, wherever it lies. */
export const layersHoldingQuery = (filter: FilterQuery, userId: number | null) =>
  queryOptions({
    queryKey: [...layerKeys.counts, 'holding', filter, userId],
    queryFn: ({ signal }) => callApi(listLayers, { query: filter, signal, background: true }),
    staleTime: 0,
  });

interface CountedLayer {
  readonly id: number;
  readonly version: number;
}

/** Number of objects that each style rule of a layer draws. */
export const ruleCountsQuery = ({ id, version }: CountedLayer, filter: FilterQuery, userId: number | null) =>
  queryOptions({
    queryKey: [...layerKeys.counts, 'rules', id, version, filter, userId],
    queryFn: ({ signal }) =>
      callApi(countRuleMatches, { params: { classifierId: id }, query: filter, signal, background: true }),
    staleTime: 30_000,
  });
