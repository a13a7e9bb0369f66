import { Button } from '@mantine/core';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../EmptyState.tsx';
import type { LoadFailureProps } from './LoadFailureProps.ts';

/** Stands in a panel or dialog for content whose code could not be loaded. */
export function LoadFailureNote({ error, onRetry }: LoadFailureProps) {
  const { t } = useTexts();
  return (
    <div role="alert">
      <EmptyState
        title={errorText(t, error)}
        actions={
          <Button variant="default" onClick={onRetry}>
            {t('COMMON.RETRY')}
          </Button>
        }
      />
    </div>
  );
}
