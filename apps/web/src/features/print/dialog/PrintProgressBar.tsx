import { Progress } from '@mantine/core';
import { useTexts } from '../../../i18n/index.ts';
import { type PrintProgress, percentOf } from '../page/PrintProgress.ts';
import classes from './PrintForm.module.css';

/** Names what is being done for the page or the file, and how far it has come. */
export function PrintProgressBar({ progress }: { readonly progress: PrintProgress }) {
  const { t } = useTexts();
  return (
    <div className={classes.progress}>
      <span role="status">{t(`MAP.PRINT.STEPS.${progress.step}`)}</span>
      <Progress value={percentOf(progress)} size="sm" animated aria-label={t('MAP.PRINT.PROGRESS')} />
    </div>
  );
}
