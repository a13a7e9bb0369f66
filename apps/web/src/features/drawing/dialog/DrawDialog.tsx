import { Suspense, useEffect } from 'react';
import { type MapAction, type MapController, useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { type LoadFailureProps, LoadFailureToast, lazyPart } from '../../../ui/lazy-parts/index.ts';
import { closeDrawDialog, type DrawDialogState, drawDialog, openAddDialog } from './drawDialogState.ts';

/** Most users never draw, so the dialog loads on demand. */
const OpenDrawDialog = lazyPart(() => import('./OpenDrawDialog.tsx'), DrawDialogFailure);

/** Loads the dialog while the user draws: a drawing that ends without a network is not lost. */
const loadAhead = (action: MapAction) => {
  if (!action.startsWith('Draw')) return;
  void OpenDrawDialog.preload();
  import('./DescribeObject.tsx').catch(() => {});
};

/** Offers the draft of a drawing. Its code loads here, because a user who does not draw needs none of it. */
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
  useEffect(() => map.on('toolSelected', loadAhead), [map]);
  const close = () => {
    if (state.kind === 'add') {
      map.discardDraft(); // TOOL-13
      map.setTool('SelectObject');
    }
    closeDrawDialog();
  };
  return (
    state.kind !== 'closed' && (
      <Suspense>
        <OpenDrawDialog state={state} onClose={close} />
      </Suspense>
    )
  );
}

interface DrawDialogFailureProps extends LoadFailureProps {
  readonly state: DrawDialogState;
  readonly onClose: () => void;
}

/** Dismissing the message does not discard a drawing: the dialog opens when the network returns. */
function DrawDialogFailure({ state, onClose, ...failure }: DrawDialogFailureProps) {
  return <LoadFailureToast {...failure} {...(state.kind !== 'add' && { onDismiss: onClose })} />;
}
