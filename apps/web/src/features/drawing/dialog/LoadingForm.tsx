import { UnsavedWork } from '../../../ui/unsaved-work/index.ts';
import type { DrawDialogState } from './drawDialogState.ts';
import { ObjectFormSkeleton } from './ObjectFormSkeleton.tsx';

/** Stands for the form while it loads; a drawn shape is unsaved work already. */
export function LoadingForm({ kind }: { readonly kind: DrawDialogState['kind'] }) {
  return (
    <>
      <UnsavedWork isChanged={kind === 'add'} />
      <ObjectFormSkeleton />
    </>
  );
}
