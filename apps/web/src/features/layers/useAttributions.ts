import { useMemo } from 'react';
import { listAttributions } from './listAttributions.ts';
import { useBaseLayers } from './useBaseLayers.ts';

/** Who has to be named for the base layer and the overlays that are shown. */
export function useAttributions(): readonly string[] {
  const { layers, visibleIds } = useBaseLayers();
  return useMemo(() => listAttributions(layers, visibleIds), [layers, visibleIds]);
}
