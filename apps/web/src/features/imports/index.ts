export { DropToImport } from './drop/DropToImport.tsx';
export { ImportButton } from './ImportButton.tsx';
export { ImportList } from './ImportList.tsx';
export { openImport } from './openedImport.ts';
