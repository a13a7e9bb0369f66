// @vitest-environment jsdom
import type { CustomReport, CustomReportResult } from '@pgis/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '../../../testing/aUser.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { startApp, stopApp } from '../../../testing/startApp.tsx';

const server = startFakeServer();
const admin = aUser({ Admin: true, hasCustomReports: true });
const report: CustomReport = {
  id: 7,
  name: 'Holes by status',
  description: 'All of them',
  shared: true,
  layerIds: [],
  columns: [],
  ruleset: null,
  filter: {},
  dateField: 'added',
  period: { kind: 'lastMonth' },
  groupBy: 'status',
  metrics: ['count', 'daysToClose'],
  chart: 'none',
  ownerName: 'Ilze',
  isReady: false,
  canEdit: true,
  updatedAt: '2026-03-01T12:00:00.000Z',
};
const result: CustomReportResult = {
  columns: ['group', 'count', 'daysToClose'],
  rows: [
    { id: null, cells: ['Done', 1_200, 2.5] },
    { id: null, cells: [null, 3, null] },
  ],
  totals: { count: 1_203, open: 3, daysToClose: 2.5, votes: 0, length: 0, area: 0 },
  isCut: false,
  from: '2026-02-01',
  to: '2026-02-28',
  layers: [{ id: 1, name: 'Holes' }],
  layersLeftOut: 1,
  statuses: [],
  missingFields: [],
};

beforeEach(() => {
  server.reset();
  server.on('GET /api/v1/reports/custom', () => ({ body: [report] }));
  server.on('GET /api/v1/reports/custom/7', () => ({ body: report }));
  server.on('GET /api/v1/layers', () => ({ body: [] }));
  server.on('POST /api/v1/reports/custom/7/run', () => ({ body: result }));
  server.on('POST /api/v1/reports/custom/preview', () => ({ body: result }));
});
afterEach(stopApp);

const cells = (row: HTMLElement) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent);

test('D-REP-03: the list leads to a report, which says what it counts and what is left out', async () => {
  const { person } = await startApp(server, { path: '/en/reports/custom-reports', user: admin });
  await person.click(await screen.findByRole('link', { name: 'Holes by status' }));
  const table = await screen.findByRole('region', { name: 'Holes by status' });
  expect(within(table).getAllByRole('row').map(cells)).toEqual([
    ['Status', 'Objects', 'Days to close'],
    ['Done', '1,200', '2.5'],
    ['(none)', '3', ''],
    ['Total', '1,203', '2.5'],
  ]);
  expect(screen.getByText('Added: 01.02.2026 – 28.02.2026')).toBeTruthy();
  expect(screen.getByText(/You have no access to one layer of this report/)).toBeTruthy();
  expect(screen.getByText('1,203 objects')).toBeTruthy();
});

test('D-REP-03: the editor shows what it would give, saves, and keeps what was typed when that is refused', async () => {
  const { person } = await startApp(server, {
    path: '/en/reports/custom-reports?edit=new&copy=7',
    user: admin,
  });
  const form = await screen.findByRole('form', { name: 'New report' });
  const name = within(form).getByRole('textbox', { name: /^Name/ });
  expect((name as HTMLInputElement).value).toBe('Holes by status (copy)');
  await screen.findByText('1,203 objects');
  expect(server.sent.find(({ route }) => route.endsWith('/preview'))?.body).toMatchObject({
    groupBy: 'status',
    period: { kind: 'lastMonth' },
  });
  await person.clear(name);
  await person.click(within(form).getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(within(form).getByLabelText(/^Name/));
  expect(within(form).getByText('Fill in this field')).toBeTruthy();
  expect(server.countOf('POST /api/v1/reports/custom')).toBe(0);

  vi.spyOn(console, 'error').mockImplementation(() => {});
  server.on('POST /api/v1/reports/custom', () => ({
    status: 400,
    body: {
      error: 'VALIDATION',
      message: '',
      requestId: 'x',
      errors: [{ path: '/groupBy', code: 'UNKNOWN_FIELD' }],
    },
  }));
  await person.type(name, 'Mine');
  await person.click(within(form).getByRole('button', { name: 'Save' }));
  await within(form).findByText('The layer has no such field');
  expect((name as HTMLInputElement).value).toBe('Mine');

  server.on('POST /api/v1/reports/custom', () => ({ status: 201, body: { ...report, name: 'Mine' } }));
  await person.click(within(form).getByRole('button', { name: 'Save' }));
  await screen.findByRole('region', { name: 'Holes by status' });
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});

test('D-REP-03: a report begun from a layer report shows and asks for the same filters, and says them beside its result', async () => {
  server.on('GET /api/v1/classifiers/3', () => ({ body: [] }));
  const statuses = [{ id: 12, name: 'Planned' }];
  server.on('POST /api/v1/reports/custom/preview', () => ({ body: { ...result, statuses } }));
  const search = new URLSearchParams({
    ...{ edit: 'new', layer: '5', q: 'Main', status: '["12","none"]', mine: 'true' },
    fields: '{"species":"oak"}',
  });
  await startApp(server, { path: `/en/reports/custom-reports?${search}`, user: admin });
  await screen.findByText('1,203 objects');
  expect(server.sent.find(({ route }) => route.endsWith('/preview'))?.body).toMatchObject({
    layerIds: [5],
    ruleset: { condition: 'and', rules: [{ field: 'species', operator: 'contains', value: 'oak' }] },
    filter: { text: 'Main', statusIds: [12, null], onlyMine: true },
  });
  const only = screen.getByRole('group', { name: 'Only these objects' });
  expect(within(only).getByRole<HTMLInputElement>('textbox', { name: 'Text' }).value).toBe('Main');
  expect(within(only).getByRole<HTMLInputElement>('switch', { name: /^Only mine/ }).checked).toBe(true);
  expect(within(only).getByRole<HTMLInputElement>('textbox', { name: 'Value' }).value).toBe('oak');
  for (const text of [
    'Text: “Main”',
    'Status: Planned, No status',
    'Only objects with: species contains “oak”',
  ])
    expect(screen.getByText(text)).toBeTruthy();
});
