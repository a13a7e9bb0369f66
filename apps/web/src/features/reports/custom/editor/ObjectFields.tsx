import { MultiSelect, Switch } from '@mantine/core';
import { limits, type ObjectsFilter } from '@pgis/contract';
import { IconSearch } from '@tabler/icons-react';
import { useTexts } from '../../../../i18n/index.ts';
import { type ConditionLabels, ConditionRows } from '../../../../layers/conditions/ConditionRows.tsx';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import { useReportStatuses } from '../../reportQueries.ts';
import classes from '../custom.module.css';
import type { ReportDraft } from './reportDraft.ts';

interface ObjectFieldsProps {
  readonly fields: readonly string[];
  readonly labels: ConditionLabels;
  readonly draft: ReportDraft;
  readonly onChange: (change: Partial<ReportDraft>) => void;
  readonly errorOf: (name: keyof ReportDraft) => string | undefined;
}

/** The filter of the objects that a report counts, with rules. */
export function ObjectFields({ fields, labels, draft, onChange, errorOf }: ObjectFieldsProps) {
  const { t } = useTexts();
  const { data: statuses = [] } = useReportStatuses();
  const { ruleset, filter } = draft;
  const set = (change: ObjectsFilter) => onChange({ filter: { ...filter, ...change } });
  return (
    <fieldset className={classes.rules}>
      <legend>{t('CUSTOM_REPORTS.OBJECTS')}</legend>
      <TrimmedTextInput
        className={classes.wide ?? ''}
        label={t('REPORTS.TEXT')}
        placeholder={t('REPORTS.TEXT_HINT')}
        leftSection={<IconSearch size={16} />}
        maxLength={limits.reportTextLength}
        value={filter.text ?? ''}
        onChange={(text) => set({ text })}
      />
      <MultiSelect
        className={classes.wide ?? ''}
        label={t('REPORTS.COLUMNS.status')}
        placeholder={filter.statusIds?.length ? '' : t('REPORTS.ANY_STATUS')}
        clearable
        error={errorOf('filter')}
        data={[
          ...statuses.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: 'none', label: t('REPORTS.NO_STATUS') },
        ]}
        value={(filter.statusIds ?? []).map((id) => (id === null ? 'none' : String(id)))}
        onChange={(selected) =>
          set({ statusIds: selected.map((one) => (one === 'none' ? null : Number(one))) })
        }
      />
      <Switch
        label={t('REPORTS.ONLY_MINE')}
        description={t('CUSTOM_REPORTS.ONLY_MINE_HINT')}
        checked={filter.onlyMine === true}
        onChange={(event) => set({ onlyMine: event.currentTarget.checked })}
      />
      <ConditionRows
        fields={fields}
        labels={labels}
        ruleset={ruleset}
        onChange={(changed) => onChange({ ruleset: changed })}
      />
      {errorOf('ruleset') !== undefined && (
        <p role="alert" className={classes.error}>
          {errorOf('ruleset')}
        </p>
      )}
    </fieldset>
  );
}
