import type { Classifier, ReportFilter } from '@pgis/contract';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { keepColumns, readColumns, subscribeColumns } from './keptColumns.ts';
import { canSort, chosenColumns, listColumns } from './reportColumnTexts.ts';
import { useReportRows, useReportTotals } from './reportData.ts';

/** The newest first. */
const usualSort = '-added';

/** The report of a layer as its reader has it: rows, page after page, their totals, order and columns. */
export function useLayerReport(
  layer: Pick<Classifier, 'id' | 'layerFields'>,
  filter: ReportFilter,
  startSort: string = usualSort,
) {
  const fields = useMemo(() => layer.layerFields.map(({ name }) => name), [layer]);
  const [sort, setSort] = useState(() => (canSort(startSort, fields) ? startSort : usualSort));
  const kept = useSyncExternalStore(subscribeColumns, () => readColumns(layer.id));
  const report = useReportRows({ layerId: layer.id, filter, sort });
  const totals = useReportTotals({ layerId: layer.id, filter });
  const { hasNextPage, isFetching, fetchNextPage } = report;
  const more = useCallback(() => {
    if (!isFetching) void fetchNextPage();
  }, [isFetching, fetchNextPage]);
  const rows = useMemo(() => report.data?.pages.flatMap(({ items }) => items) ?? [], [report.data]);
  return {
    fields,
    columns: {
      all: listColumns(fields),
      chosen: chosenColumns(kept, fields),
      onChange: (chosen: readonly string[]) => keepColumns(layer.id, chosen),
    },
    sort,
    /** undefined where it is the usual one. */
    chosenSort: sort === usualSort ? undefined : sort,
    setSort,
    rows,
    /** undefined until they are counted. */
    totals: totals.data,
    hasMore: hasNextPage,
    more,
    isFetching,
    error: report.isError ? report.error : null,
    refetch: () => void report.refetch(),
  };
}

export type LayerReport = ReturnType<typeof useLayerReport>;
