import { useMemo } from 'react';
import { listAttributions } from './listAttributions.ts';
import { useBaseLayers } from './useBaseLayers.ts';

/** The attributions of the displayed base layer and overlays. */
export function useAttributions(): readonly string[] {
  const { layers, visibleIds } = useBaseLayers();
  return useMemo(() => listAttributions(layers, visibleIds), [layers, visibleIds]);
}
