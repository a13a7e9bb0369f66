import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';

export { LoadingInfo } from './LoadingInfo.tsx';
export { dataRows } from './objectRows.ts';
export { useObjectFields } from './useObjectFields.ts';
export { useSelectedObject } from './useSelectedObject.ts';
export { useSelectionOnMap } from './useSelectionOnMap.ts';

/** Loads when the map is first used. It shows nothing while no object is selected. */
export const ObjectInfoTab = lazyPart(
  async () => ({
    default: (await import('./ObjectInfoTab.tsx')).ObjectInfoTab,
  }),
  LoadFailureNote,
);
