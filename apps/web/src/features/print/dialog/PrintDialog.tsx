import { lazy, Suspense } from 'react';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';

/** Printing is rare: the dialog loads on demand. */
const OpenPrintDialog = lazy(() => import('./OpenPrintDialog.tsx'));

/** Open while the print tool is active. Rendered once beside the map. */
export function PrintDialog() {
  const isOpen = useStore(useMap().tool, ({ action }) => action === 'Print');
  return (
    isOpen && (
      <Suspense>
        <OpenPrintDialog />
      </Suspense>
    )
  );
}
