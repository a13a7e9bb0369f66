import { Suspense } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import classes from './DrawDialog.module.css';
import type { DrawDialogState } from './drawDialogState.ts';
import { LoadingForm } from './LoadingForm.tsx';
import { ThankYou } from './ThankYou.tsx';

/** Most users never draw, so the form loads on demand. */
const DescribeObject = lazyPart(() => import('./DescribeObject.tsx'), LoadFailureNote);

type OpenState = Exclude<DrawDialogState, { kind: 'closed' }>;

interface OpenDrawDialogProps {
  readonly state: OpenState;
  readonly onClose: () => void;
}

/** The open dialog. */
export default function OpenDrawDialog({ state, onClose }: OpenDrawDialogProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  return (
    <DialogFrame
      onClose={onClose}
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
