import { ActionIcon, Checkbox } from '@mantine/core';
import type { FieldLabels } from '@pgis/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import classes from '../reports.module.css';
import { columnText } from './reportColumns.ts';

export interface ColumnListProps {
  readonly all: readonly string[];
  readonly selected: readonly string[];
  readonly labels: FieldLabels;
  readonly onChange: (selected: readonly string[]) => void;
}

/** Selects columns and their order: with the arrows, or with Alt and an arrow key. */
export function ColumnList({ all, selected, labels, onChange }: ColumnListProps) {
  const { t } = useTexts();
  const rest = all.filter((column) => !selected.includes(column));
  const move = (column: string, by: number) => {
    const others = selected.filter((one) => one !== column);
    onChange(others.toSpliced(selected.indexOf(column) + by, 0, column));
  };
  const toggle = (column: string, isOn: boolean) =>
    onChange(isOn ? [...selected, column] : selected.filter((one) => one !== column));
  const moveByKey = (event: KeyboardEvent, column: string) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const index = selected.indexOf(column);
    if (!event.altKey || by === 0 || index < 0) return;
    event.preventDefault();
    if (index + by >= 0 && index + by < selected.length) move(column, by);
  };
  return (
    <ul className={classes.columns} aria-label={t('REPORTS.COLUMNS_BUTTON')}>
      {[...selected, ...rest].map((column, index) => {
        const name = columnText(t, column, labels);
        const isOn = index < selected.length;
        return (
          <li key={column} className={classes.column} onKeyDown={(event) => moveByKey(event, column)}>
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
  );
}
