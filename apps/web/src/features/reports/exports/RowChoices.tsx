import type { ReportFilter } from '@pgis/contract';
import { useId } from 'react';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { useReportTotals } from '../reportQueries.ts';
import type { ExportSource } from './ExportSource.ts';
import classes from './export.module.css';

export type RowChoice = 'all' | 'filtered' | 'selected' | 'inView';

/** The choices that the screen has; without a filter "all" says the same as "filtered". */
export function listRowChoices({ filter, selectedIds, inView }: ExportSource): readonly RowChoice[] {
  return [
    'all',
    ...(Object.keys(filter).length > 0 ? (['filtered'] as const) : []),
    ...(selectedIds === undefined ? [] : (['selected'] as const)),
    ...(inView === undefined ? [] : (['inView'] as const)),
  ];
}

const everything: ReportFilter = {};

/** Number of rows of a choice; undefined until it is counted. */
export function useRowCount(
  { layer, filter, selectedIds, inView }: ExportSource,
  choice: RowChoice,
): number | undefined {
  const filters = { all: everything, filtered: filter, selected: everything, inView: inView ?? everything };
  const totals = useReportTotals({ layerId: layer.id, filter: filters[choice] });
  return choice === 'selected' ? (selectedIds?.length ?? 0) : totals.data?.total;
}

interface RowChoicesProps {
  readonly source: ExportSource;
  readonly choices: readonly RowChoice[];
  readonly value: RowChoice;
  readonly onChange: (choice: RowChoice) => void;
}

/** Rows to export, each choice with its number. */
export function RowChoices({ source, choices, value, onChange }: RowChoicesProps) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.caption}>{t('REPORTS.ROWS')}</legend>
      {choices.map((choice) => (
        <RowOption
          key={choice}
          source={source}
          choice={choice}
          name={name}
          isChecked={choice === value}
          onSelect={() => onChange(choice)}
        />
      ))}
    </fieldset>
  );
}

interface RowOptionProps {
  readonly source: ExportSource;
  readonly choice: RowChoice;
  readonly name: string;
  readonly isChecked: boolean;
  readonly onSelect: () => void;
}

function RowOption({ source, choice, name, isChecked, onSelect }: RowOptionProps) {
  const { t, language } = useTexts();
  const count = useRowCount(source, choice);
  return (
    <label className={classes.row}>
      <input
        type="radio"
        name={name}
        checked={isChecked}
        disabled={choice === 'selected' && count === 0}
        onChange={onSelect}
      />
      <span className={classes.rowName}>{t(`REPORTS.ROW_CHOICES.${choice}`)}</span>
      <span className={classes.count}>{count === undefined ? '…' : formatNumber(count, language)}</span>
    </label>
  );
}
