import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LangLink } from '../router/LangLink.tsx';
import classes from './pages.module.css';

export function NoAccessScreen() {
  const { t } = useTexts();
  return (
    <div className={classes.page}>
      <EmptyState
        level={1}
        icon={<IconLock size={22} />}
        title={t('PAGES.NO_ACCESS_TITLE')}
        text={t('PAGES.NO_ACCESS_TEXT')}
        actions={
          <Button renderRoot={(props) => <LangLink to="/dashboard" {...props} />}>
            {t('PAGES.OPEN_MAP')}
          </Button>
        }
      />
    </div>
  );
}
