import type { ReportRow } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { setLayerSwitch } from '../../../layers/layerSwitches.ts';
import { OBJECT_MAX_ZOOM, useMap } from '../../../map/index.ts';
import { useObjectCache } from '../../../objects/objectQueries.ts';
import { useStore } from '../../../store/useStore.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { useSelectedObject } from '../../object-info/index.ts';
import { ExportButton } from '../exports/ExportButton.tsx';
import { ReportFilterFields } from '../filter/ReportFilterForm.tsx';
import { isEmptyFilter } from '../filter/reportFilter.ts';
import { schemasOf } from '../filter/schemasOf.ts';
import { useReportRow } from '../reportQueries.ts';
import { ColumnMenu } from '../table/ColumnMenu.tsx';
import { CompactButton } from '../table/CompactButton.tsx';
import { ReportRows } from '../table/ReportRows.tsx';
import { useLayerReport } from '../table/useLayerReport.ts';
import { BulkActions } from './BulkActions.tsx';
import classes from './mapTable.module.css';
import { foldTable, type TableLayer } from './openedTable.ts';
import { SpatialFilter } from './SpatialFilter.tsx';
import { useRowSelection } from './useRowSelection.ts';
import { useTableFilter } from './useTableFilter.ts';

/** The report of a layer below its map: the selection of one is the selection of the other. */
export function MapTable({ layer }: { readonly layer: TableLayer }) {
  const { t, language } = useTexts();
  const map = useMap();
  const isNarrow = useIsBelow('narrow');
  const [isFilterOpen, setFilterOpen] = useState(false);
  const narrowing = useTableFilter();
  const { values, filter, area } = narrowing;
  const report = useLayerReport(layer, filter);
  const { fields, totals } = report;
  const currentId = useStore(map.selection, (key) => (key?.layerId === layer.id ? key.id : null));
  const rows = useWithCurrent(report.rows, { layerId: layer.id, filter, currentId });
  const selection = useRowSelection({ layerId: layer.id, filter, rows, total: totals?.total });
  useEffect(() => setLayerSwitch(layer.id, true), [layer.id]);
  useMarks(layer.id, selection.selected, area);
  useStaleRowReload(rows, currentId);

  const select = ({ id }: ReportRow) => map.select({ id, layerId: layer.id });
  const zoomTo = (extent: Extent) => {
    map.camera.fit(extent, { maxZoom: OBJECT_MAX_ZOOM });
    if (isNarrow) foldTable(true);
  };
  const show = (row: ReportRow) => {
    select(row);
    zoomTo(row.extent);
  };
  return (
    <>
      <div className={classes.bar}>
        <p className={classes.total} role="status">
          {totals === undefined
            ? t('REPORTS.COUNTING')
            : t('REPORTS.TOTAL', { count: totals.total, number: formatNumber(totals.total, language) })}
        </p>
        <SpatialFilter {...narrowing} />
        <CompactButton
          size="xs"
          variant={isEmptyFilter(values) ? 'default' : 'light'}
          icon={<IconAdjustmentsHorizontal size={14} />}
          label={t(isEmptyFilter(values) ? 'REPORTS.FILTER' : 'REPORTS.FILTER_SET')}
          aria-expanded={isFilterOpen}
          onClick={() => setFilterOpen(!isFilterOpen)}
        />
        <ColumnMenu {...report.columns} size="xs" />
        <ExportButton
          layer={layer}
          filter={filter}
          sort={report.sort}
          columns={report.columns}
          selectedIds={[...selection.ids.keys()]}
          inView={narrowing.inView}
          hasFileList={false}
          size="xs"
        />
        <BulkActions
          layer={layer}
          selection={selection}
          canChange={rows[0]?.canWrite === true}
          onZoomTo={zoomTo}
        />
      </div>
      {isFilterOpen && (
        <div className={classes.filter}>
          <ReportFilterFields
            fields={fields}
            labels={report.columns.labels}
            schemas={schemasOf(layer)}
            values={values}
            onChange={narrowing.setValues}
          />
        </div>
      )}
      <ReportRows
        layer={layer}
        report={report}
        rows={rows}
        level={3}
        emptyText={t('TABLE.NO_ROWS_TEXT')}
        selection={{
          ids: selection.ids,
          all: selection.all,
          toggle: selection.toggle,
          onAll: (isSelected) => (isSelected ? void selection.selectAll() : selection.clear()),
          currentId,
          onCurrent: select,
          onShow: show,
        }}
      />
    </>
  );
}

/** Puts the object that is selected on the map first until its own row has been read. */
function useWithCurrent(
  rows: readonly ReportRow[],
  { currentId, ...request }: Parameters<typeof useReportRow>[0] & { readonly currentId: number | null },
): readonly ReportRow[] {
  const isThere = currentId === null || rows.some(({ id }) => id === currentId);
  const current = useReportRow(request, isThere ? null : currentId).data;
  return useMemo(() => (isThere || !current ? rows : [current, ...rows]), [isThere, current, rows]);
}

/** Reads the rows again when the selected object turns out to have been changed or deleted by another user. */
function useStaleRowReload(rows: readonly ReportRow[], currentId: number | null): void {
  const { geom, query } = useSelectedObject();
  const { invalidateRows } = useObjectCache();
  const row = rows.find(({ id }) => id === currentId);
  const { version, latestComment } = geom ?? {};
  const comment = latestComment?.content ?? null;
  const isDeleted = query.error instanceof ApiError && query.error.code === 'NOT_FOUND';
  const isOther = geom?.id === row?.id && (row?.version !== version || row?.latestComment !== comment);
  const isStale = row !== undefined && (isDeleted || isOther);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state of the object.
  useEffect(() => {
    if (isStale) void invalidateRows();
  }, [isStale, version, comment, isDeleted]);
}

/** Marks the selected rows and the drawn area on the map, again after each load of objects. */
function useMarks(
  layerId: number,
  selected: ReturnType<typeof useRowSelection>['selected'],
  area: string | null,
): void {
  const map = useMap();
  const isLoading = useStore(map.objectLayers, ({ loadingIds }) => loadingIds.size > 0);
  useEffect(() => {
    if (!isLoading) void map.mark({ layerId, objects: selected, area });
  }, [map, layerId, selected, area, isLoading]);
}
