import { Button, Input, MultiSelect, Switch } from '@mantine/core';
import type { FieldLabels, FieldSchema } from '@pgis/contract';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { ConditionRows } from '../../../layers/conditions/ConditionRows.tsx';
import { DatePicker } from '../../../ui/inputs/DatePicker.tsx';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { useReportStatuses } from '../reportQueries.ts';
import classes from '../reports.module.css';
import {
  emptyFilter,
  hasTooManyValues,
  isEmptyFilter,
  isReversed,
  pickFilledIn,
  type ReportFilterValues,
} from './reportFilter.ts';

interface ReportFilterFormProps {
  readonly fields: readonly string[];
  readonly labels: FieldLabels;
  readonly schemas: ReadonlyMap<string, FieldSchema>;
  readonly values: ReportFilterValues;
  readonly onChange: (values: ReportFilterValues) => void;
}

/** On a narrow screen the filter is folded, because it would leave no room for the table. */
export function ReportFilterForm(props: ReportFilterFormProps) {
  const { t } = useTexts();
  const isNarrow = useIsBelow('narrow');
  const [isUnfolded, setUnfolded] = useState(false);
  if (!isNarrow) return <ReportFilterFields {...props} />;
  return (
    <div className={classes.folded}>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} />}
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {t(isEmptyFilter(props.values) ? 'REPORTS.FILTER' : 'REPORTS.FILTER_SET')}
      </Button>
      {isUnfolded && <ReportFilterFields {...props} />}
    </div>
  );
}

/** D-REP-01: filters by text, status, dates, author and each field of the layer. */
export function ReportFilterFields({ fields, labels, schemas, values, onChange }: ReportFilterFormProps) {
  const { t } = useTexts();
  const statuses = useReportStatuses();
  const [isOpen, setOpen] = useState(false);
  const set = (changes: Partial<ReportFilterValues>) => onChange({ ...values, ...changes });
  const filled = pickFilledIn(values);
  const setCount = Object.keys(filled.fields ?? {}).length + (filled.conditions?.length ?? 0);
  return (
    <div className={classes.filter}>
      <TrimmedTextInput
        className={classes.wide ?? ''}
        label={t('REPORTS.TEXT')}
        placeholder={t('REPORTS.TEXT_HINT')}
        leftSection={<IconSearch size={16} />}
        maxLength={100}
        value={values.text}
        onChange={(text) => set({ text })}
      />
      <MultiSelect
        className={classes.wide ?? ''}
        label={t('REPORTS.COLUMNS.status')}
        placeholder={values.statuses.length === 0 ? t('REPORTS.ANY_STATUS') : ''}
        clearable
        data={[
          ...(statuses.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          { value: 'none', label: t('REPORTS.NO_STATUS') },
        ]}
        value={[...values.statuses]}
        onChange={(selected) => set({ statuses: selected })}
      />
      <DatePicker label={t('REPORTS.FROM')} value={values.from} onChange={(from) => set({ from })} />
      <DatePicker
        label={t('REPORTS.TO')}
        value={values.to}
        error={isReversed(values) && t('COMMON.ENDS_BEFORE_START')}
        onChange={(to) => set({ to })}
      />
      <Switch
        className={classes.switch ?? ''}
        label={t('REPORTS.ONLY_MINE')}
        checked={values.isMine}
        onChange={(event) => set({ isMine: event.currentTarget.checked })}
      />
      {fields.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {setCount === 0 ? t('REPORTS.FIELD_FILTERS') : t('REPORTS.FIELD_FILTERS_SET', { count: setCount })}
        </Button>
      )}
      {!isEmptyFilter(values) && (
        <Button variant="subtle" onClick={() => onChange(emptyFilter)}>
          {t('REPORTS.CLEAR')}
        </Button>
      )}
      {isOpen && (
        <fieldset className={classes.fields}>
          <legend className="visually-hidden">{t('REPORTS.FIELD_FILTERS')}</legend>
          {fields.map((field) => (
            <TrimmedTextInput
              key={field}
              label={labels.of(field)}
              value={values.fields[field] ?? ''}
              onChange={(text) => set({ fields: { ...values.fields, [field]: text } })}
            />
          ))}
          <div className={classes.conditions}>
            <ConditionRows
              fields={fields}
              labels={labels}
              schemas={schemas}
              ruleset={{ condition: 'and', rules: [...(values.conditions ?? [])] }}
              firstOperator="contains"
              isConjunction
              onChange={({ rules }) => set({ conditions: rules })}
            />
          </div>
        </fieldset>
      )}
      {hasTooManyValues(values) && (
        <Input.Error role="alert" className={classes.tooMany ?? ''}>
          {t('REPORTS.TOO_MANY_VALUES')}
        </Input.Error>
      )}
    </div>
  );
}
