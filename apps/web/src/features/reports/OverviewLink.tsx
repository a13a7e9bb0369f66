import { Button } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import classes from './reports.module.css';

/** Link to the start page of reports; on a phone the breadcrumbs replace it. */
export function OverviewLink() {
  const { t, language } = useTexts();
  return (
    <Button
      component="a"
      className={classes.overview ?? ''}
      href={`#/${language}/reports`}
      variant="subtle"
      leftSection={<IconLayoutDashboard size={16} />}
    >
      {t('REPORTS.OVERVIEW')}
    </Button>
  );
}
