import { Loader } from '@mantine/core';
import { useTexts } from '../../i18n/index.ts';
import classes from './pages.module.css';

/** Placeholder while the code of a page loads. */
export function PendingScreen() {
  const { t } = useTexts();
  return (
    <div className={classes.page}>
      <Loader
        className={classes.pending ?? ''}
        size="sm"
        role="img"
        aria-label={t('COMMON.LOADING', { defaultValue: 'Loading…' })}
      />
    </div>
  );
}
