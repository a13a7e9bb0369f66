import { Suspense } from 'react';
import { useStore } from '../../store/useStore.ts';
import { lazyDialog } from '../../ui/lazy-parts/index.ts';
import { isSharing } from './shareState.ts';

/** Few visits share a view: the dialog and the code that draws QR codes load on demand. */
const OpenShareDialog = lazyDialog(() => import('./OpenShareDialog.tsx'));

/** Rendered once beside the map. */
export function ShareDialog() {
  const isOpen = useStore(isSharing);
  return (
    isOpen && (
      <Suspense>
        <OpenShareDialog onClose={() => isSharing.set(false)} />
      </Suspense>
    )
  );
}
