import { lazy, Suspense } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import classes from './DrawDialog.module.css';
import { closeDrawDialog, type DrawDialogState } from './drawDialogState.ts';
import { LoadingForm } from './LoadingForm.tsx';
import { ThankYou } from './ThankYou.tsx';

/** Most users never draw, so the form loads on demand. */
const DescribeObject = lazy(() => import('./DescribeObject.tsx'));

type OpenState = Exclude<DrawDialogState, { kind: 'closed' }>;

/** The open dialog. */
export default function OpenDrawDialog({ state }: { readonly state: OpenState }) {
  const { t } = useTexts();
  const map = useMap();
  const isNarrow = useIsBelow('narrow');
  const dismiss = () => {
    if (state.kind === 'add') {
      map.discardDraft(); // TOOL-13
      map.setTool('SelectObject');
    }
    closeDrawDialog();
  };
  return (
    <DialogFrame
      onClose={dismiss}
      title={titleOf(state, t)}
      size={560}
      fullScreen={isNarrow && state.kind !== 'thanks'}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <Suspense fallback={<LoadingForm kind={state.kind} />}>
        {state.kind === 'thanks' ? <ThankYou {...state} /> : <DescribeObject state={state} />}
      </Suspense>
    </DialogFrame>
  );
}

/** DRAW-01. */
function titleOf(state: OpenState, t: ReturnType<typeof useTexts>['t']): string {
  switch (state.kind) {
    case 'add':
      return t('MAP.DRAW.ADD_TITLE');
    case 'edit':
      return t('MAP.DRAW.EDIT_TITLE');
    case 'thanks':
      return t('MAP.THANKS.TITLE');
  }
}
