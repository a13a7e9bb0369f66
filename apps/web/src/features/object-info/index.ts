import { lazy } from 'react';

export { LoadingInfo } from './LoadingInfo.tsx';
export { dataRows } from './objectRows.ts';
export { useSelectedObject } from './useSelectedObject.ts';
export { useSelectionOnMap } from './useSelectionOnMap.ts';

/** Loads when the map is first used. It shows nothing while no object is selected. */
export const ObjectInfoTab = lazy(async () => ({
  default: (await import('./ObjectInfoTab.tsx')).ObjectInfoTab,
}));
