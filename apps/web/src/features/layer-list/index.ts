import { lazy } from 'react';

export { Attribution } from './Attribution.tsx';
export { useAttributions } from './useAttributions.ts';
export { useBaseMap } from './useBaseMap.ts';

/** Comes behind the map. */
export const BaseLayersTab = lazy(async () => ({
  default: (await import('./BaseLayersTab.tsx')).BaseLayersTab,
}));
