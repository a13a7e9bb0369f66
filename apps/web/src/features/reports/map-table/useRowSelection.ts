import {
  limits,
  listClassObjectIds,
  type ObjectVersion,
  type ReportFilter,
  type ReportRow,
} from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { useMemo, useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';

interface SelectedRow extends ObjectVersion {
  /** undefined for rows that were selected by `selectAll` and not read. */
  readonly extent3857?: Extent;
}

interface SelectionContext {
  readonly layerId: number;
  readonly filter: ReportFilter;
  readonly rows: readonly ReportRow[];
  /** undefined until it is counted. */
  readonly total: number | undefined;
}

export interface RowSelection {
  /** The selected objects in their current versions, as far as the table has read them. */
  readonly selected: readonly SelectedRow[];
  readonly ids: ReadonlyMap<number, unknown>;
  readonly all: 'all' | 'some' | 'none';
  /** Extent of all objects if `selectAll` has selected them. */
  readonly extent3857: Extent | null;
  readonly isReading: boolean;
  readonly toggle: (row: ReportRow, isSelected: boolean) => void;
  readonly selectAll: () => Promise<void>;
  readonly clear: () => void;
}

const toSelectedRow = ({ id, version, extent }: ReportRow): SelectedRow => ({
  id,
  version,
  extent3857: extent,
});

/** The selected rows, including those outside the loaded pages; selecting all asks the server for their ids. */
export function useRowSelection({ layerId, filter, rows, total }: SelectionContext): RowSelection {
  const { t, language } = useTexts();
  const [ids, setIds] = useState<ReadonlyMap<number, SelectedRow>>(new Map());
  const [extent3857, setExtent] = useState<Extent | null>(null);
  const [isReading, setReading] = useState(false);
  const selected = useMemo(() => {
    if (ids.size === 0) return [];
    const read = new Map(rows.map((row) => [row.id, toSelectedRow(row)]));
    return [...ids.values()].map((one) => read.get(one.id) ?? one);
  }, [ids, rows]);
  const clear = () => {
    setIds(new Map());
    setExtent(null);
  };
  const selectAll = async () => {
    if (total !== undefined && total > limits.bulkObjects) {
      const limit = formatNumber(limits.bulkObjects, language);
      showToast({ kind: 'info', message: t('TABLE.TOO_MANY', { most: limit }) });
      return;
    }
    setReading(true);
    try {
      const found = await callApi(listClassObjectIds, { params: { classId: layerId }, query: filter });
      setIds(new Map(found.objects.map((one) => [one.id, one])));
      setExtent(found.extent);
    } catch (cause) {
      showToast({ kind: 'error', message: errorText(t, cause) });
    } finally {
      setReading(false);
    }
  };
  return {
    selected,
    ids,
    all: ids.size === 0 ? 'none' : ids.size >= (total ?? Number.POSITIVE_INFINITY) ? 'all' : 'some',
    extent3857,
    isReading,
    toggle: (row, isSelected) => {
      const next = new Map(ids);
      if (isSelected) next.set(row.id, toSelectedRow(row));
      else next.delete(row.id);
      setIds(next);
    },
    selectAll,
    clear,
  };
}
