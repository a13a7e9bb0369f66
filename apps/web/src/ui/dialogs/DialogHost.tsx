import { lazy, Suspense, useSyncExternalStore } from 'react';
import { openDialogs } from './dialogs.ts';

const Dialog = lazy(() => import('./Dialog.tsx'));

/** Shows what `confirm` and `inform` ask for; stands once in the app. */
export function DialogHost() {
  const [dialog] = useSyncExternalStore(openDialogs.subscribe, openDialogs.get);
  return dialog === undefined ? null : (
    <Suspense>
      <Dialog dialog={dialog} />
    </Suspense>
  );
}
