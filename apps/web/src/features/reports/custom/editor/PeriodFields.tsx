import { Select } from '@mantine/core';
import {
  type ReportContent,
  type ReportPeriod,
  type ReportPeriodKind,
  reportDates,
  reportPeriods,
} from '@pgis/contract';
import { useTexts } from '../../../../i18n/index.ts';
import { DatePicker } from '../../../../ui/inputs/DatePicker.tsx';

interface PeriodFieldsProps {
  readonly content: Pick<ReportContent, 'dateField' | 'period'>;
  readonly onChange: (change: Partial<Pick<ReportContent, 'dateField' | 'period'>>) => void;
  readonly error: string | undefined;
}

/** The date field and the period of a report. */
export function PeriodFields({ content: { dateField, period }, onChange, error }: PeriodFieldsProps) {
  const { t } = useTexts();
  const setDay = (end: 'from' | 'to', day: string | null) => {
    const { [end]: _, ...others } = period;
    onChange({ period: { ...others, ...(day !== null && { [end]: day }) } as ReportPeriod });
  };
  return (
    <>
      <Select
        label={t('CUSTOM_REPORTS.DATE')}
        allowDeselect={false}
        data={reportDates.map((value) => ({ value, label: t(`CUSTOM_REPORTS.DATES.${value}`) }))}
        value={dateField}
        onChange={(value) => onChange({ dateField: reportDates.find((one) => one === value) ?? 'added' })}
      />
      <Select
        label={t('CUSTOM_REPORTS.PERIOD')}
        allowDeselect={false}
        error={period.kind === 'between' ? undefined : error}
        data={reportPeriods.map((value) => ({ value, label: t(`CUSTOM_REPORTS.PERIODS.${value}`) }))}
        value={period.kind}
        onChange={(value) => onChange({ period: { ...period, kind: (value ?? 'all') as ReportPeriodKind } })}
      />
      {period.kind === 'between' && (
        <>
          <DatePicker
            label={t('CUSTOM_REPORTS.FROM')}
            value={period.from ?? null}
            error={error}
            onChange={(day) => setDay('from', day)}
          />
          <DatePicker
            label={t('CUSTOM_REPORTS.TO')}
            value={period.to ?? null}
            onChange={(day) => setDay('to', day)}
          />
        </>
      )}
    </>
  );
}
