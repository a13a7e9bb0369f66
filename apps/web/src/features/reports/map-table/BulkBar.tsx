import { Button, Loader } from '@mantine/core';
import { IconEdit, IconX, IconZoomScan } from '@tabler/icons-react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import classes from './mapTable.module.css';

interface BulkBarProps {
  readonly count: number;
  readonly canZoom: boolean;
  readonly canChange: boolean;
  readonly isReading: boolean;
  readonly onZoom: () => void;
  readonly onChange: () => void;
  readonly onClear: () => void;
}

/** What can be done with the chosen rows. */
export function BulkBar({ count, canZoom, canChange, isReading, onZoom, onChange, onClear }: BulkBarProps) {
  const { t, language } = useTexts();
  return (
    <div className={classes.bulk}>
      <span role="status" className={classes.count}>
        {count > 0 && t('TABLE.CHOSEN', { count, number: formatNumber(count, language) })}
        {isReading && <Loader size="xs" aria-label={t('COMMON.LOADING')} />}
      </span>
      {count > 0 && (
        <>
          {canChange && (
            <Button size="xs" leftSection={<IconEdit size={14} />} onClick={onChange}>
              {t('TABLE.CHANGE')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconZoomScan size={14} />}
            disabled={!canZoom}
            onClick={onZoom}
          >
            {t('TABLE.ZOOM')}
          </Button>
          <Button size="xs" variant="subtle" leftSection={<IconX size={14} />} onClick={onClear}>
            {t('TABLE.CLEAR_CHOICE')}
          </Button>
        </>
      )}
    </div>
  );
}
