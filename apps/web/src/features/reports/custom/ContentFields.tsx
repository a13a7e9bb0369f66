import { MultiSelect, SegmentedControl, Select } from '@mantine/core';
import {
  customColumns,
  fieldColumn,
  limits,
  type ReportChart,
  type ReportMetric,
  reportCharts,
  reportGroupings,
  reportMetrics,
} from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { useReportLayers } from '../reportData.ts';
import classes from './custom.module.css';
import { ObjectFields } from './ObjectFields.tsx';
import { PeriodFields } from './PeriodFields.tsx';
import type { ReportDraft } from './reportDraft.ts';
import { groupingText, listColumnText, metricText } from './reportTexts.ts';

interface ContentFieldsProps {
  readonly draft: ReportDraft;
  readonly onChange: (change: Partial<ReportDraft>) => void;
  readonly errorOf: (name: keyof ReportDraft) => string | undefined;
}

/** What a report counts, and how it shows that. */
export function ContentFields({ draft, onChange, errorOf }: ContentFieldsProps) {
  const { t } = useTexts();
  const { data: groups = [] } = useReportLayers();
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  const chosen =
    draft.layerIds.length === 0 ? layers : layers.filter(({ id }) => draft.layerIds.includes(id));
  const fields = [
    ...new Set(chosen.flatMap(({ layerFields }) => layerFields.map(({ name }) => name))),
  ].sort();
  const isList = draft.groupBy === null;
  const groupings = [...reportGroupings, ...fields.map(fieldColumn)];
  const columns = [...customColumns.filter((column) => column !== 'id'), ...fields.map(fieldColumn)];
  return (
    <>
      <MultiSelect
        label={t('CUSTOM_REPORTS.LAYERS')}
        placeholder={draft.layerIds.length === 0 ? t('CUSTOM_REPORTS.ALL_LAYERS') : ''}
        searchable
        clearable
        maxValues={limits.customReport.layers}
        error={errorOf('layerIds')}
        data={groups
          .filter(({ childClassifiers }) => childClassifiers.length > 0)
          .map(({ name, childClassifiers }) => ({
            group: name,
            items: childClassifiers.map(({ id, name: label }) => ({ value: String(id), label })),
          }))}
        value={draft.layerIds.map(String)}
        onChange={(ids) => onChange({ layerIds: ids.map(Number) })}
      />
      <div className={classes.pair}>
        <PeriodFields content={draft} onChange={onChange} error={errorOf('period')} />
      </div>
      <ObjectFields fields={fields} draft={draft} onChange={onChange} errorOf={errorOf} />
      <SegmentedControl
        aria-label={t('CUSTOM_REPORTS.SHAPE')}
        data={[
          { value: 'groups', label: t('CUSTOM_REPORTS.AS_GROUPS') },
          { value: 'list', label: t('CUSTOM_REPORTS.AS_LIST') },
        ]}
        value={isList ? 'list' : 'groups'}
        onChange={(value) => onChange({ groupBy: value === 'list' ? null : 'layer' })}
      />
      {draft.groupBy === null ? (
        <MultiSelect
          label={t('REPORTS.COLUMNS_BUTTON')}
          searchable
          error={errorOf('columns') ?? (draft.columns.length === 0 && t('REQUIRED'))}
          data={[...new Set([...columns, ...draft.columns])].map((value) => ({
            value,
            label: listColumnText(t, value),
          }))}
          value={[...draft.columns]}
          onChange={(value) => onChange({ columns: value })}
        />
      ) : (
        <>
          <Select
            label={t('CUSTOM_REPORTS.GROUP_BY')}
            allowDeselect={false}
            searchable
            error={errorOf('groupBy')}
            data={[...new Set([...groupings, draft.groupBy])].map((value) => ({
              value,
              label: groupingText(t, value),
            }))}
            value={draft.groupBy}
            onChange={(value) => onChange({ groupBy: value ?? 'layer' })}
          />
          <MultiSelect
            label={t('CUSTOM_REPORTS.NUMBERS')}
            error={errorOf('metrics') ?? (draft.metrics.length === 0 && t('REQUIRED'))}
            data={reportMetrics.map((value) => ({ value, label: metricText(t, value) }))}
            value={[...draft.metrics]}
            onChange={(value) => onChange({ metrics: value as ReportMetric[] })}
          />
          <div>
            <p className={classes.label} id="custom-report-chart">
              {t('CUSTOM_REPORTS.CHART')}
            </p>
            <SegmentedControl
              fullWidth
              aria-labelledby="custom-report-chart"
              data={reportCharts.map((value) => ({ value, label: t(`CUSTOM_REPORTS.CHARTS.${value}`) }))}
              value={draft.chart}
              onChange={(value) => onChange({ chart: value as ReportChart })}
            />
          </div>
        </>
      )}
    </>
  );
}
