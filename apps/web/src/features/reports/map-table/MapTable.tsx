import { useDebouncedValue } from '@mantine/hooks';
import type { ReportRow } from '@pgis/contract';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../api/index.ts';
import { formatNumber, useTexts } from '../../../i18n/index.ts';
import { OBJECT_MAX_ZOOM, useMap, useStore } from '../../../map/index.ts';
import { useIsBelow } from '../../../ui/screenWidth.ts';
import { useSelectedObject } from '../../object-info/index.ts';
import { setLayerSwitch } from '../../objects/index.ts';
import { ColumnMenu } from '../ColumnMenu.tsx';
import { CompactButton } from '../CompactButton.tsx';
import { FilterFields } from '../FilterForm.tsx';
import { ReportRows } from '../ReportRows.tsx';
import { useReadAgain, useReportRow } from '../reportData.ts';
import { emptyFilter, isEmptyFilter, toReportFilter } from '../reportFilter.ts';
import { useLayerReport } from '../useLayerReport.ts';
import { BulkBar } from './BulkBar.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { type BulkChange, useBulkEdit } from './bulkData.ts';
import classes from './mapTable.module.css';
import { foldTable, type TableLayer } from './openedTable.ts';
import { PlaceFilter } from './PlaceFilter.tsx';
import { withPlace } from './tableFilter.ts';
import { unitedExtent } from './unitedExtent.ts';
import { useRowChoice } from './useRowChoice.ts';

const SETTLE_MS = 300;

/** The layer's report beside its objects: what is selected or chosen in one is in the other. */
export function MapTable({ layer }: { readonly layer: TableLayer }) {
  const { t, language } = useTexts();
  const map = useMap();
  const isNarrow = useIsBelow('narrow');
  const [values, setValues] = useState(emptyFilter);
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [isInView, setInView] = useState(false);
  const [area, setArea] = useState<string | null>(null);
  const view = useStore(map.view, (state) => state?.extent);
  const [settled] = useDebouncedValue(values, SETTLE_MS);
  const [settledView] = useDebouncedValue(view, SETTLE_MS);
  const filter = withPlace(toReportFilter(settled), { extent3857: isInView ? settledView : undefined, area });
  const report = useLayerReport(layer, filter);
  const { fields, totals } = report;
  const currentId = useStore(map.selection, (key) => (key?.layerId === layer.id ? key.id : null));
  const rows = useWithCurrent(report.rows, { layerId: layer.id, filter, currentId });
  const choice = useRowChoice({ layerId: layer.id, filter, rows, total: totals?.total });
  const bulkEdit = useBulkEdit(layer.id);
  const [isChanging, setChanging] = useState(false);
  useEffect(() => setLayerSwitch(layer.id, true), [layer.id]);
  useMarks(layer.id, choice.chosen, area);
  useFreshRows(rows, currentId);

  const change = async (wanted: BulkChange) => {
    const isDone = await bulkEdit(choice.chosen, wanted);
    // Of what the table has not read nobody knows the new version.
    const areRead = choice.chosen.every(({ extent3857 }) => extent3857 !== undefined);
    if (isDone && wanted.kind === 'field' && !areRead) choice.clear();
    return isDone;
  };
  const select = ({ id }: ReportRow) => map.select({ id, layerId: layer.id });
  const show = (row: ReportRow) => {
    select(row);
    map.camera.fit(row.extent, { maxZoom: OBJECT_MAX_ZOOM });
    if (isNarrow) foldTable(true);
  };
  const extents = choice.chosen.flatMap(({ extent3857 }) => (extent3857 ? [extent3857] : []));
  const extent = unitedExtent(choice.extent3857 ? [...extents, choice.extent3857] : extents);
  const zoom = () => {
    if (extent === null) return;
    map.camera.fit(extent, { maxZoom: OBJECT_MAX_ZOOM });
    if (isNarrow) foldTable(true);
  };
  return (
    <>
      <div className={classes.bar}>
        <p className={classes.total} role="status">
          {totals === undefined
            ? t('REPORTS.COUNTING')
            : t('REPORTS.TOTAL', { count: totals.total, number: formatNumber(totals.total, language) })}
        </p>
        <PlaceFilter isInView={isInView} onInView={setInView} area={area} onArea={setArea} />
        <CompactButton
          size="xs"
          variant={isEmptyFilter(values) ? 'default' : 'light'}
          icon={<IconAdjustmentsHorizontal size={14} />}
          label={t(isEmptyFilter(values) ? 'REPORTS.FILTER' : 'REPORTS.FILTER_SET')}
          aria-expanded={isFilterOpen}
          onClick={() => setFilterOpen(!isFilterOpen)}
        />
        <ColumnMenu {...report.columns} size="xs" />
        <BulkBar
          count={choice.ids.size}
          canZoom={extent !== null}
          canChange={rows[0]?.canWrite === true}
          isReading={choice.isReading}
          onZoom={zoom}
          onChange={() => setChanging(true)}
          onClear={choice.clear}
        />
      </div>
      {isFilterOpen && (
        <div className={classes.filter}>
          <FilterFields fields={fields} values={values} onChange={setValues} />
        </div>
      )}
      <ReportRows
        layerName={layer.name}
        report={report}
        rows={rows}
        level={3}
        emptyText={t('TABLE.NO_ROWS_TEXT')}
        onDeleted={() => map.reload()}
        choice={{
          ids: choice.ids,
          all: choice.all,
          toggle: choice.toggle,
          onAll: (isChosen) => (isChosen ? void choice.chooseAll() : choice.clear()),
          currentId,
          onCurrent: select,
          onShow: show,
        }}
      />
      {isChanging && (
        <BulkDialog
          layer={layer}
          count={choice.chosen.length}
          onClose={() => setChanging(false)}
          onChange={change}
        />
      )}
    </>
  );
}

/** What is selected on the map stands first where its own place in the table has not been read yet. */
function useWithCurrent(
  rows: readonly ReportRow[],
  { currentId, ...wish }: Parameters<typeof useReportRow>[0] & { readonly currentId: number | null },
): readonly ReportRow[] {
  const isThere = currentId === null || rows.some(({ id }) => id === currentId);
  const current = useReportRow(wish, isThere ? null : currentId).data;
  return useMemo(() => (isThere || !current ? rows : [current, ...rows]), [isThere, current, rows]);
}

/** What the map hears of, the table does: what was changed or deleted beside it, here or by somebody else. */
function useFreshRows(rows: readonly ReportRow[], currentId: number | null): void {
  const map = useMap();
  const { geom, query } = useSelectedObject();
  const readAgain = useReadAgain();
  const again = useRef(readAgain);
  again.current = readAgain;
  useEffect(() => map.on('reloaded', () => void again.current('rows')), [map]);
  const row = rows.find(({ id }) => id === currentId);
  const { version, latestComment } = geom ?? {};
  const comment = latestComment?.content ?? null;
  const isGone = query.error instanceof ApiError && query.error.code === 'NOT_FOUND';
  const isOther = geom?.id === row?.id && (row?.version !== version || row?.latestComment !== comment);
  const isStale = row !== undefined && (isGone || isOther);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state of the object.
  useEffect(() => {
    if (isStale) void again.current('rows');
  }, [isStale, version, comment, isGone]);
}

/** On the map, anew with what it draws. */
function useMarks(
  layerId: number,
  chosen: ReturnType<typeof useRowChoice>['chosen'],
  area: string | null,
): void {
  const map = useMap();
  const isLoading = useStore(map.objectLayers, ({ loadingIds }) => loadingIds.size > 0);
  useEffect(() => {
    if (!isLoading) void map.mark({ layerId, objects: chosen, area });
  }, [map, layerId, chosen, area, isLoading]);
}
