import { lazy, Suspense, useSyncExternalStore } from 'react';
import { openDialogs } from './dialogs.ts';

const Dialog = lazy(() => import('./Dialog.tsx'));

/** Renders the dialogs of `confirm` and `inform`; rendered once in the app. */
export function DialogHost() {
  const [dialog] = useSyncExternalStore(openDialogs.subscribe, openDialogs.get);
  return dialog === undefined ? null : (
    <Suspense>
      <Dialog key={dialog.id} dialog={dialog} />
    </Suspense>
  );
}
