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
import { useReportLayers } from '../../reportQueries.ts';
import classes from '../custom.module.css';
import { groupingText, listColumnText, metricText, type Speaker } from '../reportTexts.ts';
import { useReportSpeaker } from '../useReportSpeaker.ts';
import { ObjectFields } from './ObjectFields.tsx';
import { PeriodFields } from './PeriodFields.tsx';
import type { ReportDraft } from './reportDraft.ts';

interface ContentFieldsProps {
  readonly draft: ReportDraft;
  readonly onChange: (change: Partial<ReportDraft>) => void;
  readonly errorOf: (name: keyof ReportDraft) => string | undefined;
}

/** The fields that define what a report counts and how it presents that. */
export function ContentFields(props: ContentFieldsProps) {
  const { draft, onChange, errorOf } = props;
  const speaker = useReportSpeaker(draft.layerIds);
  const { t, labels } = speaker;
  const { data: groups = [] } = useReportLayers();
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  const selectedLayers =
    draft.layerIds.length === 0 ? layers : layers.filter(({ id }) => draft.layerIds.includes(id));
  const fields = [
    ...new Set(selectedLayers.flatMap(({ layerFields }) => layerFields.map(({ name }) => name))),
  ].sort();
  const isList = draft.groupBy === null;
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
      <ObjectFields fields={fields} labels={labels} draft={draft} onChange={onChange} errorOf={errorOf} />
      <SegmentedControl
        aria-label={t('CUSTOM_REPORTS.SHAPE')}
        data={[
          { value: 'groups', label: t('CUSTOM_REPORTS.AS_GROUPS') },
          { value: 'list', label: t('CUSTOM_REPORTS.AS_LIST') },
        ]}
        value={isList ? 'list' : 'groups'}
        onChange={(value) => onChange({ groupBy: value === 'list' ? null : 'layer' })}
      />
      {isList ? (
        <ListFields fields={fields} speaker={speaker} {...props} />
      ) : (
        <GroupFields fields={fields} speaker={speaker} {...props} />
      )}
    </>
  );
}

type FieldsProps = ContentFieldsProps & { readonly fields: readonly string[]; readonly speaker: Speaker };

/** The columns of a list. */
function ListFields({ fields, speaker, draft, onChange, errorOf }: FieldsProps) {
  const { t } = speaker;
  const columns = [...customColumns.filter((column) => column !== 'id'), ...fields.map(fieldColumn)];
  return (
    <MultiSelect
      label={t('REPORTS.COLUMNS_BUTTON')}
      searchable
      error={errorOf('columns') ?? (draft.columns.length === 0 && t('REQUIRED'))}
      data={[...new Set([...columns, ...draft.columns])].map((value) => ({
        value,
        label: listColumnText(speaker, value),
      }))}
      value={[...draft.columns]}
      onChange={(value) => onChange({ columns: value })}
    />
  );
}

/** Grouping, metrics and chart of grouped objects. */
function GroupFields({ fields, speaker, draft, onChange, errorOf }: FieldsProps) {
  const { t } = speaker;
  const groupBy = draft.groupBy ?? 'layer';
  const groupings = [...reportGroupings, ...fields.map(fieldColumn)];
  return (
    <>
      <Select
        label={t('CUSTOM_REPORTS.GROUP_BY')}
        allowDeselect={false}
        searchable
        error={errorOf('groupBy')}
        data={[...new Set([...groupings, groupBy])].map((value) => ({
          value,
          label: groupingText(speaker, value),
        }))}
        value={groupBy}
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
  );
}
