import { Button } from '@mantine/core';
import { IconTools } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LangLink } from '../router/LangLink.tsx';
import classes from './pages.module.css';

/** Stands for every page of the menu that a later version brings, and says so. */
export default function NotBuiltScreen() {
  const { t } = useTexts();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? 'MY_PGIS.HOME' });
  return (
    <div className={classes.page}>
      <EmptyState
        level={1}
        icon={<IconTools size={22} />}
        title={t('PAGES.NOT_BUILT_TITLE')}
        text={t('PAGES.NOT_BUILT_TEXT', { page: t(title) })}
        actions={
          <Button renderRoot={(props) => <LangLink to="/dashboard" {...props} />}>
            {t('PAGES.OPEN_MAP')}
          </Button>
        }
      />
    </div>
  );
}
