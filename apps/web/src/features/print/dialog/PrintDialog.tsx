import { Suspense } from 'react';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { lazyDialog } from '../../../ui/lazy-parts/index.ts';

/** Printing is rare: the dialog loads on demand. */
const OpenPrintDialog = lazyDialog(() => import('./OpenPrintDialog.tsx'));

/** Open while the print tool is active. Rendered once beside the map. */
export function PrintDialog() {
  const map = useMap();
  const isOpen = useStore(map.tool, ({ action }) => action === 'Print');
  return (
    isOpen && (
      <Suspense>
        <OpenPrintDialog onClose={() => map.setTool('SelectObject')} />
      </Suspense>
    )
  );
}
