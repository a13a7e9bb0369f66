import {
  type ChosenObject,
  limits,
  listClassObjectIds,
  type ReportFilter,
  type ReportRow,
} from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { useMemo, useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';

interface Chosen extends ChosenObject {
  /** Unknown of what was chosen together with all the rest. */
  readonly extent3857?: Extent;
}

interface ChoiceContext {
  readonly layerId: number;
  readonly filter: ReportFilter;
  readonly rows: readonly ReportRow[];
  /** undefined until it is counted. */
  readonly total: number | undefined;
}

interface RowChoiceState {
  /** As they are now, as far as the table has read them. */
  readonly chosen: readonly Chosen[];
  readonly ids: ReadonlyMap<number, unknown>;
  readonly all: 'all' | 'some' | 'none';
  /** What all that were chosen together cover. */
  readonly extent3857: Extent | null;
  readonly isReading: boolean;
  readonly toggle: (row: ReportRow, isChosen: boolean) => void;
  readonly chooseAll: () => Promise<void>;
  readonly clear: () => void;
}

const toChosen = ({ id, version, extent }: ReportRow): Chosen => ({ id, version, extent3857: extent });

/** The rows that are chosen, also those that are not in the page; choosing all asks the server which they are. */
export function useRowChoice({ layerId, filter, rows, total }: ChoiceContext): RowChoiceState {
  const { t, language } = useTexts();
  const [ids, setIds] = useState<ReadonlyMap<number, Chosen>>(new Map());
  const [extent3857, setExtent] = useState<Extent | null>(null);
  const [isReading, setReading] = useState(false);
  const chosen = useMemo(() => {
    if (ids.size === 0) return [];
    const read = new Map(rows.map((row) => [row.id, toChosen(row)]));
    return [...ids.values()].map((one) => read.get(one.id) ?? one);
  }, [ids, rows]);
  const clear = () => {
    setIds(new Map());
    setExtent(null);
  };
  const chooseAll = async () => {
    if (total !== undefined && total > limits.bulkObjects) {
      const most = formatNumber(limits.bulkObjects, language);
      showToast({ kind: 'info', message: t('TABLE.TOO_MANY', { most }) });
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
    chosen,
    ids,
    all: ids.size === 0 ? 'none' : ids.size >= (total ?? Number.POSITIVE_INFINITY) ? 'all' : 'some',
    extent3857,
    isReading,
    toggle: (row, isChosen) => {
      const next = new Map(ids);
      if (isChosen) next.set(row.id, toChosen(row));
      else next.delete(row.id);
      setIds(next);
    },
    chooseAll,
    clear,
  };
}
