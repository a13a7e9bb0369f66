import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import classes from '../reports.module.css';
import { CompactButton } from './CompactButton.tsx';
import { columnText } from './reportColumns.ts';

interface ColumnMenuProps {
  readonly all: readonly string[];
  readonly selected: readonly string[];
  readonly onChange: (selected: readonly string[]) => void;
  readonly size?: 'xs';
}

/** Selects the columns of the table and their order. */
export function ColumnMenu({ all, selected, onChange, size }: ColumnMenuProps) {
  const { t } = useTexts();
  const rest = all.filter((column) => !selected.includes(column));
  const move = (column: string, by: number) => {
    const others = selected.filter((one) => one !== column);
    onChange(others.toSpliced(selected.indexOf(column) + by, 0, column));
  };
  const toggle = (column: string, isOn: boolean) =>
    onChange(isOn ? [...selected, column] : selected.filter((one) => one !== column));
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
        <ul className={classes.columns} aria-label={t('REPORTS.COLUMNS_BUTTON')}>
          {[...selected, ...rest].map((column, index) => {
            const name = columnText(t, column);
            const isOn = index < selected.length;
            return (
              <li key={column} className={classes.column}>
                <Checkbox
                  className={classes.columnName ?? ''}
                  label={name}
                  checked={isOn}
                  // A table needs at least one column.
                  disabled={isOn && selected.length === 1}
                  onChange={(event) => toggle(column, event.currentTarget.checked)}
                />
                {isOn && (
                  <>
                    <ActionIcon
                      aria-label={t('REPORTS.COLUMN_UP', { name })}
                      disabled={index === 0}
                      onClick={() => move(column, -1)}
                    >
                      <IconArrowUp size={14} />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={t('REPORTS.COLUMN_DOWN', { name })}
                      disabled={index === selected.length - 1}
                      onClick={() => move(column, 1)}
                    >
                      <IconArrowDown size={14} />
                    </ActionIcon>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
