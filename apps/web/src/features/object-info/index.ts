export { ObjectInfoTab } from './ObjectInfoTab.tsx';
export { dataRows } from './objectRows.ts';
export { useSelectedObject } from './useSelectedObject.ts';
export { useSelectionOnMap } from './useSelectionOnMap.ts';
