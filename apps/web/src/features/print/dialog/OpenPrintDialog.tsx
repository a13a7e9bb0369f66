import { lazy, Suspense } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import classes from './PrintDialog.module.css';

/** Printing is rare: the form, the drawing code and the PDF code load on demand. */
const PrintForm = lazy(() => import('./PrintForm.tsx'));

/** The open dialog. */
export default function OpenPrintDialog() {
  const { t } = useTexts();
  const map = useMap();
  const isNarrow = useIsBelow('narrow');
  const close = () => map.setTool('SelectObject');
  return (
    <DialogFrame
      onClose={close}
      title={t('MAP.TOOLS.PRINT.TITLE')}
      size={820}
      fullScreen={isNarrow}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <Suspense fallback={<div className={classes.loading} />}>
        <PrintForm onDone={close} />
      </Suspense>
    </DialogFrame>
  );
}
