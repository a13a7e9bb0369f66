import { Button } from '@mantine/core';
import type { ReportRow } from '@pgis/contract';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ReportTable, type RowChoice } from './ReportTable.tsx';
import type { LayerReport } from './useLayerReport.ts';

interface ReportRowsProps {
  readonly layerName: string;
  readonly report: LayerReport;
  /** Where others are shown than those of the report. */
  readonly rows?: readonly ReportRow[];
  /** Of the headings of what stands in place of rows. */
  readonly level: 2 | 3;
  readonly emptyText: string;
  readonly onDeleted: () => void;
  readonly choice?: RowChoice;
}

/** The rows of a report, or why there are none. */
export function ReportRows(props: ReportRowsProps) {
  const { layerName, report, rows = report.rows, level, emptyText, onDeleted, choice } = props;
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
      label={t('REPORTS.OBJECTS_OF', { layer: layerName })}
      rows={rows}
      columns={report.columns.chosen}
      total={report.totals?.total}
      sort={report.sort}
      onSort={report.setSort}
      hasMore={report.hasMore}
      onMore={report.more}
      isBusy={report.isFetching}
      onDeleted={onDeleted}
      {...(choice && { choice })}
    />
  );
}
