import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { ColumnList, type ColumnListProps } from './ColumnList.tsx';
import { CompactButton } from './CompactButton.tsx';

/** Selects the columns of the table and their order. */
export function ColumnMenu({ size, ...columns }: ColumnListProps & { readonly size?: 'xs' }) {
  const { t } = useTexts();
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        {size === 'xs' ? (
          <CompactButton size="xs" icon={<IconColumns3 size={14} />} label={t('REPORTS.COLUMNS_BUTTON')} />
        ) : (
          <Button variant="default" leftSection={<IconColumns3 size={16} />}>
            {t('REPORTS.COLUMNS_BUTTON')}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown>
        <ColumnList {...columns} />
      </Popover.Dropdown>
    </Popover>
  );
}
