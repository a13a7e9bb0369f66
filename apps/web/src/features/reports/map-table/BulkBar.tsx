import { Button, Loader } from '@mantine/core';
import { IconEdit, IconX, IconZoomScan } from '@tabler/icons-react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { CompactButton } from '../table/CompactButton.tsx';
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

/** The commands for the selected rows. */
export function BulkBar({ count, canZoom, canChange, isReading, onZoom, onChange, onClear }: BulkBarProps) {
  const { t, language } = useTexts();
  return (
    <div className={classes.bulk}>
      <span role="status" className={classes.count}>
        {count > 0 && t('TABLE.CHOSEN', { count, number: formatNumber(count, language) })}
        {isReading && <Loader size="xs" role="img" aria-label={t('COMMON.LOADING')} />}
      </span>
      {count > 0 && (
        <>
          {canChange && (
            <Button size="xs" leftSection={<IconEdit size={14} />} onClick={onChange}>
              {t('TABLE.CHANGE')}
            </Button>
          )}
          <CompactButton
            size="xs"
            icon={<IconZoomScan size={14} />}
            label={t('TABLE.ZOOM')}
            disabled={!canZoom}
            onClick={onZoom}
          />
          <CompactButton
            size="xs"
            variant="subtle"
            icon={<IconX size={14} />}
            label={t('TABLE.CLEAR_CHOICE')}
            onClick={onClear}
          />
        </>
      )}
    </div>
  );
}
