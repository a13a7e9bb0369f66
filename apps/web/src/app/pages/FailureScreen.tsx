import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './pages.module.css';

/** Replaces a page that failed. It also works without texts, because they may be what failed to load. */
export function FailureScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useTexts();
  const router = useRouter();
  useEffect(() => console.error('A page could not be shown', error), [error]);

  const code = error instanceof ApiError ? error.code : 'INTERNAL';
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const text =
    error instanceof ApiError
      ? t(`ERRORS.${code}`, { defaultValue: 'The server cannot be reached just now.' })
      : t('PAGES.FAILED_TEXT', { defaultValue: 'Try again.' });
  return (
    <div className={classes.page}>
      <EmptyState
        level={1}
        icon={<IconAlertTriangle size={22} />}
        title={t('PAGES.FAILED_TITLE', { defaultValue: 'This page could not be shown' })}
        text={
          <>
            {text}
            {error instanceof ApiError && error.requestId !== '' && (
              <div className={classes.small}>{t('PAGES.REQUEST_ID', { id: error.requestId })}</div>
            )}
          </>
        }
        actions={<Button onClick={retry}>{t('COMMON.RETRY', { defaultValue: 'Try again' })}</Button>}
      />
    </div>
  );
}
