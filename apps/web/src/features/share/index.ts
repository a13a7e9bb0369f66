export { ShareDialog } from './ShareDialog.tsx';
export { isSharing } from './shareState.ts';
