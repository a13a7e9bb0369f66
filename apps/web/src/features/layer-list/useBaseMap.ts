import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useMap } from '../../map/index.ts';
import { useBaseLayers } from './useBaseLayers.ts';

/** Keeps the map's background in step with the choice and the colour scheme; stands once beside the map. */
export function useBaseMap(): void {
  const map = useMap();
  const scheme = useComputedColorScheme('light');
  const { layers, visibleIds } = useBaseLayers();
  useEffect(() => map.baseLayers.setScheme(scheme), [map, scheme]);
  useEffect(
    () => map.baseLayers.show(layers.filter(({ id }) => visibleIds.includes(id))),
    [map, layers, visibleIds],
  );
}
