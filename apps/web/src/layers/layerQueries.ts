import {
  type ClassifierWithChildren,
  listChildClassifiers,
  listClassifiersWithChildren,
  listLayers,
  listMapLayers,
  rootClassifierIds,
} from '@pgis/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../api/index.ts';

export type LayerGroup = ClassifierWithChildren;
export type Layer = LayerGroup['childClassifiers'][number];

/** Keys of cached layers, groups and statuses. Each ends with the user, because permissions decide the content. */
export const layerKeys = {
  list: ['layer-list'],
  tree: ['layer-tree'],
  counts: ['layer-counts'],
  statuses: ['statuses'],
  baseLayers: ['map-layers'],
} as const;

/** Groups with their layers as the map lists them. */
export const layerListQuery = (userId: number | null) =>
  queryOptions({
    queryKey: [...layerKeys.list, userId],
    queryFn: ({ signal }) => callApi(listLayers, { signal }),
  });

/** Groups with their layers and the user's permissions in each, for the form of an object. */
export const addableLayersQuery = (userId: number | null) =>
  queryOptions({
    queryKey: [...layerKeys.tree, 'addable', userId],
    queryFn: ({ signal }) =>
      callApi(listClassifiersWithChildren, { params: { baseId: rootClassifierIds.objects }, signal }),
  });

/** The statuses that a comment can give: those of the user's company. */
export const statusesQuery = (userId: number | null) =>
  queryOptions({
    queryKey: [...layerKeys.statuses, userId],
    queryFn: ({ signal }) =>
      callApi(listChildClassifiers, { params: { baseId: rootClassifierIds.commentStatuses }, signal }),
  });

/** The base layers and overlays that the user may see. */
export const baseLayersQuery = (userId: number | null) =>
  queryOptions({
    queryKey: [...layerKeys.baseLayers, userId],
    queryFn: ({ signal }) => callApi(listMapLayers, { signal }),
    staleTime: 5 * 60_000,
  });

/** The only writer of the cache of layers. */
export function useLayerCache() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      invalidateList: (): Promise<void> => client.invalidateQueries({ queryKey: layerKeys.list }),
      invalidateTree: (): Promise<void> => client.invalidateQueries({ queryKey: layerKeys.tree }),
    }),
    [client],
  );
}
