import type { ReportContent } from '@pgis/contract';

/** What a custom report of every readable layer asks: how many objects each has. */
export const reportContent: ReportContent = {
  layerIds: [],
  columns: [],
  ruleset: null,
  filter: {},
  dateField: 'added',
  period: { kind: 'all' },
  groupBy: 'layer',
  metrics: ['count'],
  chart: 'none',
};
