import { Suspense } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { LoadFailureNote, lazyPart } from '../../../ui/lazy-parts/index.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import classes from './PrintDialog.module.css';

/** Printing is rare: the form, the drawing code and the PDF code load on demand. */
const PrintForm = lazyPart(() => import('./PrintForm.tsx'), LoadFailureNote);

/** The open dialog. */
export default function OpenPrintDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  return (
    <DialogFrame
      onClose={onClose}
      title={t('MAP.TOOLS.PRINT.TITLE')}
      size={820}
      fullScreen={isNarrow}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <Suspense fallback={<div className={classes.loading} />}>
        <PrintForm onDone={onClose} />
      </Suspense>
    </DialogFrame>
  );
}
