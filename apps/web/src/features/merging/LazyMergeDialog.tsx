import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';

/** Loads with the first merge. */
export const MergeDialog = lazyPart(
  async () => ({ default: (await import('./MergeDialog.tsx')).MergeDialog }),
  LoadFailureNote,
);
