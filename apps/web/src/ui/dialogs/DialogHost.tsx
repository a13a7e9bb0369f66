import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { type LoadFailureProps, LoadFailureToast, lazyPart } from '../lazy-parts/index.ts';
import { hasChanges, openWork } from '../unsaved-work/index.ts';
import { type OpenDialog, openDialogs } from './dialogs.ts';

const Dialog = lazyPart(() => import('./Dialog.tsx'), DialogFailure);

/** Renders the dialogs of `confirm` and `inform`; rendered once in the app. */
export function DialogHost() {
  const [dialog] = useSyncExternalStore(openDialogs.subscribe, openDialogs.get);
  // The question about unsaved work must also come without a connection.
  useEffect(() => openWork.subscribe(() => hasChanges() && void Dialog.preload()), []);
  return dialog === undefined ? null : (
    <Suspense>
      <Dialog key={dialog.id} dialog={dialog} />
    </Suspense>
  );
}

interface DialogFailureProps extends LoadFailureProps {
  readonly dialog: OpenDialog;
}

/** Dismissing the message counts as No (DLG-03). */
function DialogFailure({ dialog, error, onRetry }: DialogFailureProps) {
  const dismiss = () => (dialog.kind === 'confirmation' ? dialog.answer(false) : dialog.close());
  return <LoadFailureToast error={error} onRetry={onRetry} onDismiss={dismiss} />;
}
