import { Button } from '@mantine/core';
import type { Classifier, ReportRow } from '@pgis/contract';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ReportTable, type RowChoice } from './ReportTable.tsx';
import type { LayerReport } from './useLayerReport.ts';

export type ReportedLayer = Pick<Classifier, 'id' | 'name' | 'sourceId' | 'layerFields' | 'companyLanguage'>;

interface ReportRowsProps {
  readonly layer: ReportedLayer;
  readonly report: LayerReport;
  /** Rows to render instead of those of the report. */
  readonly rows?: readonly ReportRow[];
  /** Level of the headings that replace missing rows. */
  readonly level: 2 | 3;
  readonly emptyText: string;
  readonly selection?: RowChoice;
}

/** The rows of a report, or the reason why there are none. */
export function ReportRows(props: ReportRowsProps) {
  const { layer, report, rows = report.rows, level, emptyText, selection } = props;
  const { t } = useTexts();
  if (report.error !== null)
    return (
      <EmptyState
        level={level}
        title={t('REPORTS.NOT_LOADED')}
        text={errorText(t, report.error)}
        actions={<Button onClick={report.refetch}>{t('COMMON.RETRY')}</Button>}
      />
    );
  if (rows.length === 0 && !report.isFetching)
    return <EmptyState level={level} title={t('REPORTS.NO_ROWS')} text={emptyText} />;
  return (
    <ReportTable
      label={t('REPORTS.OBJECTS_OF', { layer: layer.name })}
      rows={rows}
      columns={report.columns.selected}
      fields={layer.layerFields}
      labels={report.columns.labels}
      total={report.totals?.total}
      sort={report.sort}
      onSort={report.setSort}
      hasMore={report.hasMore}
      onMore={report.more}
      isBusy={report.isFetching}
      layerIds={layer.sourceId === null ? [layer.id] : [layer.id, layer.sourceId]}
      {...(selection && { selection })}
    />
  );
}
