import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';

export { Attribution } from './Attribution.tsx';
export { NO_BASE_MAP_ID } from './baseLayerChoice.ts';
export { useAttributions } from './useAttributions.ts';
export { showLinkedBaseLayers, useBaseLayers } from './useBaseLayers.ts';
export { useBaseMap } from './useBaseMap.ts';

/** Comes behind the map. */
export const BaseLayersTab = lazyPart(
  async () => ({
    default: (await import('./BaseLayersTab.tsx')).BaseLayersTab,
  }),
  LoadFailureNote,
);
