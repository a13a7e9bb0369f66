export { LoadFailureNote } from './LoadFailureNote.tsx';
export type { LoadFailureProps } from './LoadFailureProps.ts';
export { LoadFailureToast } from './LoadFailureToast.tsx';
export { lazyDialog, lazyPart } from './lazyPart.ts';
