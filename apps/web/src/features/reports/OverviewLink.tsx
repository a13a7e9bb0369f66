import { Button } from '@mantine/core';
import { IconLayoutDashboard } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';

/** To the start page of reports. */
export function OverviewLink() {
  const { t, language } = useTexts();
  return (
    <Button
      component="a"
      href={`#/${language}/reports`}
      variant="subtle"
      leftSection={<IconLayoutDashboard size={16} />}
    >
      {t('REPORTS.OVERVIEW')}
    </Button>
  );
}
