export { ShareDialog } from './ShareDialog.tsx';
export { shortLink } from './shareLink.ts';
export { isSharing } from './shareState.ts';
