import { lazy, Suspense, useEffect } from 'react';
import { useMap, useStore } from '../../map/index.ts';
import { drawDialog, openAddDialog } from './drawDialog.ts';

/** Most people look and never draw: the dialog comes when it is needed. */
const OpenDrawDialog = lazy(() => import('./OpenDrawDialog.tsx'));

/** The dialog that describes an object: opens when a drawing ends (TOOL-12) and for editing. Stands once beside the map. */
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
