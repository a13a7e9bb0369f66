import type { Classifier, ReportFilter, ReportRow } from '@pgis/contract';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useFieldLabels } from '../../../layers/fields/useFieldLabels.ts';
import { useReportRows, useReportTotals } from '../reportQueries.ts';
import { areTextsEmpty, canSort, listColumns, visibleColumns } from './reportColumns.ts';
import { readColumns, saveColumns, subscribeColumns } from './savedColumns.ts';

/** Default order, newest first. */
const usualSort = '-added';

/** The report of a layer: rows by pages, totals, order and columns. Each layer needs an instance of its own. */
export function useLayerReport(
  layer: Pick<Classifier, 'id' | 'layerFields' | 'companyLanguage' | 'caseLayer'>,
  filter: ReportFilter,
  startSort: string = usualSort,
) {
  const labels = useFieldLabels(layer);
  const fields = useMemo(() => layer.layerFields.map(({ name }) => name), [layer]);
  const isCaseLayer = layer.caseLayer !== null;
  const [sort, setSort] = useState(() =>
    canSort(startSort, fields, { isCaseLayer }) ? startSort : usualSort,
  );
  const stored = useSyncExternalStore(subscribeColumns, () => readColumns(layer.id));
  const report = useReportRows({ layerId: layer.id, filter, sort });
  const totals = useReportTotals({ layerId: layer.id, filter });
  const fieldsFirst = useFieldsFirst(report.data?.pages[0]?.items);
  const { hasNextPage, isFetching, fetchNextPage } = report;
  const more = useCallback(() => {
    if (!isFetching) void fetchNextPage();
  }, [isFetching, fetchNextPage]);
  const rows = useMemo(() => report.data?.pages.flatMap(({ items }) => items) ?? [], [report.data]);
  return {
    fields,
    columns: {
      all: listColumns(fields, { isCaseLayer }),
      labels,
      selected: visibleColumns(stored, fields, { fieldsFirst, isCaseLayer }),
      onChange: (selected: readonly string[]) => saveColumns(layer.id, selected),
    },
    sort,
    /** undefined for the default order. */
    selectedSort: sort === usualSort ? undefined : sort,
    setSort,
    rows,
    /** undefined until the totals are counted. */
    totals: totals.data,
    hasMore: hasNextPage,
    more,
    isFetching,
    error: report.isError ? report.error : null,
    refetch: () => void report.refetch(),
  };
}

/** True if the first rows that came had no texts. Later rows change nothing, so that columns keep their places. */
function useFieldsFirst(rows: readonly ReportRow[] = []): boolean {
  const [isFieldsFirst, setFieldsFirst] = useState<boolean>();
  if (isFieldsFirst === undefined && rows.length > 0) setFieldsFirst(areTextsEmpty(rows));
  return isFieldsFirst ?? areTextsEmpty(rows);
}

export type LayerReport = ReturnType<typeof useLayerReport>;
