import { lazy, Suspense, useEffect } from 'react';
import { type MapController, useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { drawDialog, openAddDialog } from './drawDialogState.ts';

/** Most users never draw, so the dialog loads on demand. */
const OpenDrawDialog = lazy(() => import('./OpenDrawDialog.tsx'));

/** Only those who draw need the drafts. */
async function offerDraft(map: MapController): Promise<void> {
  try {
    const draft = await import('../add/offerDraft.ts');
    await draft.offerDraft(map);
  } catch (cause) {
    console.info(`no draft can be offered: ${String(cause)}`);
  }
}

/**
 * The dialog that describes an object: opens when a drawing ends (TOOL-12) and for editing. Rendered once beside the
 * map.
 */
export function DrawDialog() {
  const map = useMap();
  const state = useStore(drawDialog);
  useEffect(() => map.on('drawn', (drawing) => openAddDialog(drawing)), [map]);
  useEffect(() => map.on('drawingStarted', () => void offerDraft(map)), [map]);
  return (
    state.kind !== 'closed' && (
      <Suspense>
        <OpenDrawDialog state={state} />
      </Suspense>
    )
  );
}
