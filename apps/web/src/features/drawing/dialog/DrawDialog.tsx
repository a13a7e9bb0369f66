import { lazy, Suspense, useEffect } from 'react';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { drawDialog, openAddDialog } from './drawDialogState.ts';

/** Most users never draw, so the dialog loads on demand. */
const OpenDrawDialog = lazy(() => import('./OpenDrawDialog.tsx'));

/**
 * The dialog that describes an object: opens when a drawing ends (TOOL-12) and for editing. Rendered once beside the
 * map.
 */
export function DrawDialog() {
  const map = useMap();
  const state = useStore(drawDialog);
  useEffect(() => map.on('drawn', openAddDialog), [map]);
  return (
    state.kind !== 'closed' && (
      <Suspense>
        <OpenDrawDialog state={state} />
      </Suspense>
    )
  );
}
