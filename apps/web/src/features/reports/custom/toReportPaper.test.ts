import type { CustomReport, CustomReportResult } from '@pgis/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { i18n } from '../../../i18n/index.ts';
import { speakEnglish } from '../../../testing/speakEnglish.ts';
import { newDraft, toContent } from './editor/reportDraft.ts';
import { toPaper } from './toReportPaper.ts';

beforeAll(speakEnglish);

const speaker = { t: i18n.t.bind(i18n), language: 'en' as const };
const report = (more: Partial<CustomReport>): CustomReport =>
  ({
    ...toContent(newDraft),
    id: 1,
    name: 'Damage',
    description: '',
    shared: false,
    isOwn: true,
    ownerName: 'Ilze',
    updatedAt: '2026-11-01T00:00:00Z',
    chart: 'none',
    ...more,
  }) as unknown as CustomReport;
const layersNamed = (...names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));
const result = (more: Partial<CustomReportResult>): CustomReportResult =>
  ({
    columns: ['group', 'count', 'daysToClose'],
    rows: [],
    totals: { count: 1_200, open: 3, daysToClose: 2.25, votes: 7, length: 0, area: 0 },
    isCut: false,
    from: null,
    to: null,
    layers: layersNamed('Roads'),
    layersLeftOut: 0,
    statuses: [],
    missingFields: [],
    ...more,
  }) as CustomReportResult;
const rowsOf = (...cells: readonly (readonly (string | number | boolean | null)[])[]) =>
  cells.map((row) => ({ id: null, cells: [...row] })) as CustomReportResult['rows'];

test('a grouped report has a row of totals, numbers as they are read, and names for what has none', () => {
  const grouped = report({ groupBy: 'status', metrics: ['count', 'daysToClose'] });
  const paper = toPaper(speaker, grouped, result({ rows: rowsOf(['Done', 12, 3.14], [null, 4, null]) }));
  expect(paper.tables).toEqual([
    {
      title: '',
      headers: ['Status', 'Objects', 'Days to close'],
      rows: [
        ['Done', '12', '3.1'],
        ['(none)', '4', ''],
        ['Total', '1,200', '2.3'],
      ],
      numeric: [false, true, true],
    },
  ]);
  expect([paper.title, paper.chart, paper.note, paper.language]).toEqual(['Damage', null, '', 'en']);
});

test('months are words, and what is no month stays', () => {
  const monthly = report({ groupBy: 'month', metrics: ['count'] });
  const [table] = toPaper(
    speaker,
    monthly,
    result({ columns: ['group', 'count'], rows: rowsOf(['2026-03', 1], ['soon', 2]) }),
  ).tables;
  expect(table?.rows.map(([name]) => name)).toEqual(['Mar 2026', 'soon', 'Total']);
});

test('a list has no totals; its cells are written for a reader', () => {
  const columns = ['layer', 'id', 'name', 'public', 'added', 'votes', 'length', 'comment', 'data.surface'];
  const cells = ['Roads', 12_345, 'Street', true, '2026-11-18T12:41:00Z', 1_234, 1_234.56, null, 'stone'];
  const [list] = toPaper(
    speaker,
    report({ groupBy: null }),
    result({ columns, rows: rowsOf(cells, [...cells.slice(0, 3), false]) }),
  ).tables;
  expect(list?.headers).toEqual([
    'Layer',
    'Id',
    'Name',
    'Public',
    'Added',
    'Votes',
    'Length, m',
    'Latest comment',
    'surface',
  ]);
  expect(list?.rows).toHaveLength(2);
  expect(list?.rows[0]).toEqual([
    'Roads',
    '12345',
    'Street',
    'Yes',
    expect.stringMatching(/^18\.11\.2026 \d\d:41$/),
    '1,234',
    '1,234.6',
    '',
    'stone',
  ]);
  expect(list?.rows[1]?.[3]).toBe('No');
});

test('a cut list says so', () => {
  const rows = rowsOf(['a'], ['b']);
  const paper = toPaper(speaker, report({ groupBy: null }), result({ columns: ['name'], rows, isCut: true }));
  expect(paper.note).toMatch(/\b2\b/);
});

test('the head says what the report is about', () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00') });
  const lines = (reported: Partial<CustomReport>, found: Partial<CustomReportResult> = {}) =>
    toPaper(speaker, report(reported), result(found)).lines;
  expect(lines({})).toEqual(['Any time', 'Layers: Roads', '1,200 objects · 27.11.2026 12:00']);
  const period = { kind: 'between', from: '2026-10-01', to: '2026-10-31' } as const;
  const rule = { field: 'surface', operator: '=', value: 'stone' } as const;
  expect(
    lines(
      {
        description: 'For the council',
        dateField: 'closed',
        period,
        filter: { text: 'pothole', statusIds: [5, null], onlyMine: true },
        ruleset: { condition: 'or', rules: [rule, { ...rule, value: 'sand' }] },
      },
      {
        from: '2026-10-01',
        layers: layersNamed('A', 'B', 'C', 'D', 'E', 'F', 'G'),
        layersLeftOut: 2,
        missingFields: ['size', 'kind'],
        statuses: [{ id: 5, name: 'Done' }] as never,
      },
    ),
  ).toEqual([
    'For the council',
    'Closed: 01.10.2026 – …',
    'Layers: A, B, C, D, E and 2 more',
    'Text: “pothole”',
    'Status: Done, No status',
    'Only mine',
    'Only objects with: surface = stone or surface = sand',
    expect.stringContaining('2'),
    expect.stringContaining('size, kind'),
    '1,200 objects · 27.11.2026 12:00',
  ]);
  vi.useRealTimers();
});
