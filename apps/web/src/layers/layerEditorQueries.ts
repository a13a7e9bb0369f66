import {
  getClassifier,
  getClassifierUsage,
  getLayerExtent,
  type LayerId,
  listClassifiersForAdmin,
  listFieldValues,
  listUnits,
} from '@pgis/contract';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { layerKeys } from './layerQueries.ts';

/** Groups with all their children, including what the map hides. `rootId` is 1 for layers, 2 for statuses. */
export const treeQuery = (rootId: 1 | 2, userId: number | null) =>
  queryOptions({
    queryKey: [...layerKeys.tree, rootId, userId],
    queryFn: ({ signal }) => callApi(listClassifiersForAdmin, { params: { baseId: rootId }, signal }),
  });

/**
 * One group, layer or status as the editor starts with it: always read from the server, and not updated while the
 * editor is open.
 */
export const treeNodeQuery = (id: number | null) =>
  queryOptions({
    queryKey: ['layer-tree-node', id],
    queryFn: ({ signal }) => callApi(getClassifier, { params: { classifierId: id ?? 0 }, signal }),
    enabled: id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Number of objects of a layer, and of those that hold a value in one of its fields. */
export const usageQuery = (id: number | null, field?: string) =>
  queryOptions({
    queryKey: ['layer-usage', id, field ?? null],
    queryFn: ({ signal }) =>
      callApi(getClassifierUsage, {
        params: { classifierId: id ?? 0 },
        query: field === undefined ? {} : { field },
        signal,
        background: true,
      }),
    enabled: id !== null,
    retry: false,
    gcTime: 0,
  });

/** Values of a field of a layer with their counts, and the distribution of its numbers. */
export const fieldValuesQuery = (layerId: LayerId | null, field: string | null) =>
  queryOptions({
    queryKey: ['layer-field-values', layerId, field],
    queryFn: ({ signal }) =>
      callApi(listFieldValues, {
        params: { classifierId: layerId ?? 0 },
        query: { field: field ?? '' },
        signal,
        background: true,
      }),
    enabled: layerId !== null && field !== null,
    retry: false,
    gcTime: 0,
  });

/** The extent of all objects of a layer. */
export const layerExtentQuery = (id: number) =>
  queryOptions({
    queryKey: ['layer-extent', id],
    queryFn: ({ signal }) => callApi(getLayerExtent, { params: { classifierId: id }, query: {}, signal }),
    gcTime: 0,
  });

/** The units in which the user may add groups. */
export const managedUnitsQuery = (userId: number | null) =>
  queryOptions({
    queryKey: ['managed-units', userId],
    queryFn: ({ signal }) => callApi(listUnits, { signal }),
  });
