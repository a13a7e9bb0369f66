import { Loader } from '@mantine/core';
import { useTexts } from '../../i18n/index.ts';
import classes from './pages.module.css';

/** While the code of a page is on its way. */
export function PendingScreen() {
  const { t } = useTexts();
  return (
    <div className={classes.page}>
      <Loader
        className={classes.pending ?? ''}
        size="sm"
        aria-label={t('COMMON.LOADING', { defaultValue: 'Loading…' })}
      />
    </div>
  );
}
