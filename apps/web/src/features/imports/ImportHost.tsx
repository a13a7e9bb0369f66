import { Suspense, useEffect, useState } from 'react';
import { useStore } from '../../store/useStore.ts';
import { type LoadFailureProps, LoadFailureToast, lazyPart } from '../../ui/lazy-parts/index.ts';
import { closeImport, type OpenedImport, openedImport } from './openedImport.ts';

interface DialogProps {
  readonly opened: OpenedImport;
  readonly onClose: () => void;
}

const ImportDialog = lazyPart<DialogProps>(() => import('./ImportDialog.tsx'), ImportFailure);

const ImportWatch = lazyPart(async () => ({ default: (await import('./ImportWatch.tsx')).ImportWatch }));

/** The dialog of the opened import; its code loads when one is opened. */
export function ImportHost() {
  const opened = useStore(openedImport, (one) => one);
  // Before the first import of this page nobody waits for a result, and nothing is asked for.
  const [hasOpened, setHasOpened] = useState(false);
  useEffect(() => setHasOpened((before) => before || opened !== null), [opened]);
  return (
    <>
      {hasOpened && opened === null && (
        <Suspense>
          <ImportWatch />
        </Suspense>
      )}
      {opened !== null && (
        <Suspense>
          <ImportDialog opened={opened} onClose={closeImport} />
        </Suspense>
      )}
    </>
  );
}

function ImportFailure({ onClose, error, onRetry }: LoadFailureProps & DialogProps) {
  return <LoadFailureToast error={error} onRetry={onRetry} onDismiss={onClose} />;
}
