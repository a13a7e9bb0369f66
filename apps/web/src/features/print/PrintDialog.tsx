import { lazy, Suspense } from 'react';
import { useMap, useStore } from '../../map/index.ts';

/** Few print: the dialog comes when it is needed. */
const OpenPrintDialog = lazy(() => import('./OpenPrintDialog.tsx'));

/** Open while the print tool is chosen. Stands once beside the map. */
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
