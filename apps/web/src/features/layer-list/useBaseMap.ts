import { useComputedColorScheme } from '@mantine/core';
import type { MapLayer } from '@pgis/contract';
import { useEffect } from 'react';
import { useMap } from '../../map/index.ts';
import { usePreferences } from '../../preferences/index.ts';
import { useBaseLayers } from './useBaseLayers.ts';

/** Keeps the map's background in step with the choice and the colour scheme; stands once beside the map. */
export function useBaseMap(): void {
  const map = useMap();
  const scheme = useComputedColorScheme('light');
  const { layers, visibleIds } = useBaseLayers();
  useEffect(() => map.baseLayers.setScheme(scheme), [map, scheme]);
  const { overlayOpacity } = usePreferences();
  useEffect(() => {
    const visible = visibleIds.flatMap((id) => layers.filter((layer) => layer.id === id));
    const opacityOf = ({ id }: MapLayer) => (overlayOpacity?.[id] ?? 100) / 100;
    map.baseLayers.show(visible.map((layer) => ({ ...layer, opacity: opacityOf(layer) })));
  }, [map, layers, visibleIds, overlayOpacity]);
}
