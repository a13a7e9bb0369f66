import type { CustomReportResult, ReportContent } from '@pgis/contract';
import { expect, test } from 'vitest';
import type { TFunction } from '../../../../i18n/index.ts';
import { newDraft, toContent } from '../editor/reportDraft.ts';
import { toChart } from './chartModel.ts';

const speaker = { t: ((key: string) => key) as unknown as TFunction, language: 'en' as const };
const content = (more: Partial<ReportContent>): ReportContent => ({ ...toContent(newDraft), ...more });
const result = (rows: readonly (readonly (string | number | null)[])[]): CustomReportResult => ({
  columns: [],
  rows: rows.map((cells) => ({ id: null, cells: [...cells] })),
  totals: { count: 0, open: 0, daysToClose: null, votes: 0, length: 0, area: 0 },
  isCut: false,
  from: null,
  to: null,
  layers: [],
  layersLeftOut: 0,
  statuses: [],
  missingFields: [],
});

test('D-REP-03: numbers of things share a chart; what is measured in metres or days is drawn alone', () => {
  const rows = result([
    ['Trees', 3, 2.5, 1],
    ['Roads', 5, null, 0],
  ]);
  const metrics = ['count', 'daysToClose', 'open'] as const;
  const chart = toChart(speaker, content({ metrics: [...metrics] }), rows);
  expect(chart?.labels).toEqual(['Trees', 'Roads']);
  expect(chart?.series.map(({ values }) => values)).toEqual([
    [3, 5],
    [1, 0],
  ]);
  const days = toChart(speaker, content({ metrics: ['daysToClose', 'count'] }), result([['Trees', 2.5, 3]]));
  expect(days?.series.map(({ values }) => values)).toEqual([[2.5]]);
});

test('a pie is a whole: small slices become one, and nothing of nothing is drawn', () => {
  const chart = 'pie' as const;
  const many = result(Array.from({ length: 20 }, (_, at) => [`s${at}`, at + 1, 0]));
  const pie = toChart(speaker, content({ chart }), many);
  expect(pie?.labels).toHaveLength(12);
  expect(pie?.labels.at(-1)).toBe('CUSTOM_REPORTS.OTHERS');
  expect(pie?.series[0]?.values.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(210);
  expect(toChart(speaker, content({ chart }), result([['a', 0, 0]]))).toBeUndefined();
});

test('a pie of statuses leaves out what has none, and says how much that is', () => {
  const rows = result([
    ['Done', 2],
    ['New', 3],
    [null, 95],
  ]);
  const pie = { chart: 'pie', metrics: ['count'] } as const;
  const statuses = toChart(speaker, content({ ...pie, groupBy: 'status', metrics: ['count'] }), rows);
  expect([statuses?.labels, statuses?.withoutStatus]).toEqual([['New', 'Done'], 95]);
  const authors = toChart(speaker, content({ ...pie, groupBy: 'author', metrics: ['count'] }), rows);
  expect([authors?.labels.length, authors?.withoutStatus]).toEqual([3, 0]);
  const alone = toChart(
    speaker,
    content({ ...pie, groupBy: 'status', metrics: ['count'] }),
    result([[null, 95]]),
  );
  expect([alone?.labels.length, alone?.withoutStatus]).toEqual([1, 0]);
});

test('of many months the newest are drawn, of other groups the first; a list has no chart', () => {
  const months = Array.from({ length: 50 }, (_, at) => [`${1980 + at}-01`, at, at]);
  const line = toChart(speaker, content({ chart: 'line', groupBy: 'month' }), result(months));
  expect([line?.labels.length, line?.leftOut, line?.series[0]?.values.at(-1)]).toEqual([40, 10, 49]);
  const bar = toChart(speaker, content({ groupBy: 'data.a' }), result(months));
  expect(bar?.series[0]?.values[0]).toBe(0);
  expect(toChart(speaker, content({ groupBy: null }), result(months))).toBeUndefined();
});
