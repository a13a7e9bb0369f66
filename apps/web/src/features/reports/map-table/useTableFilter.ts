import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { emptyFilter, toReportFilter } from '../filter/reportFilter.ts';
import { useReportFilter } from '../filter/useReportFilter.ts';
import { withSpatialConditions } from './tableFilter.ts';

const SETTLE_MS = 300;

/** The filter of the table: its form, the extent in view, and an area drawn on the map (WKT). `inView` is the extent alone. */
export function useTableFilter() {
  const map = useMap();
  const { values, settled, setValues } = useReportFilter(() => emptyFilter);
  const [isInView, setInView] = useState(false);
  const [area, setArea] = useState<string | null>(null);
  const view = useStore(map.view, (state) => state?.extent);
  const [settledView] = useDebouncedValue(view, SETTLE_MS);
  const filter = withSpatialConditions(toReportFilter(settled), {
    extent3857: isInView ? settledView : undefined,
    area,
  });
  const inView = settledView && withSpatialConditions({}, { extent3857: settledView, area: null });
  return { filter, inView, values, setValues, isInView, onInView: setInView, area, onArea: setArea };
}
