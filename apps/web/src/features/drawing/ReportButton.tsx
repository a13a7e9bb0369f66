import { Button } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import classes from './ReportButton.module.css';

/** The main action of visitors and of phones: the draw-point tool, with a step in front that sets the position. */
export function ReportButton() {
  const { t } = useTexts();
  const map = useMap();
  return (
    <Button
      fullWidth
      className={classes.report ?? ''}
      leftSection={<IconMapPinPlus size={20} />}
      onClick={() => map.setTool('DrawPoint', 'centre')}
    >
      {t('MAP.REPORT_PROBLEM')}
    </Button>
  );
}
