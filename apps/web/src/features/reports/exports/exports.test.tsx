import { fieldLabels, type ReportExport } from '@pgis/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import ExportDialog from './ExportDialog.tsx';
import { ExportList } from './ExportList.tsx';

const server = startFakeServer();
const route = '/api/v1/reports/exports';

const aFile = (more: Partial<ReportExport>): ReportExport => ({
  id: 5,
  classId: 11,
  format: 'csv',
  fileName: 'Trees_objects.csv',
  state: 'running',
  problem: null,
  rowsDone: 250_000,
  rowsTotal: 1_000_000,
  size: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-03T12:00:00.000Z',
  ...more,
});

let files: ReportExport[];
beforeEach(() => {
  server.reset();
  files = [aFile({})];
  server.on(`GET ${route}`, () => ({ body: files }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a file that is being written tells how far it is, by itself, until it can be fetched', async () => {
  await renderOnMap(<ExportList />);
  const bar = await screen.findByRole('progressbar');
  expect(bar.getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByRole('status').textContent).toContain('250,000');
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
  files = [aFile({ state: 'done', rowsDone: 1_000_000, size: 4_000_000 })];
  await screen.findByRole('button', { name: 'Download Trees_objects.csv' });
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a file can be stopped while it is written, and one that failed says so', async () => {
  server.on(`DELETE ${route}/5`, () => {
    files = files.filter(({ id }) => id !== 5);
    return { status: 204 };
  });
  files = [aFile({}), aFile({ id: 6, fileName: 'Roads_objects.xlsx', state: 'failed' })];
  await renderOnMap(<ExportList />);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: /^Stop .*Trees_objects\.csv/ }));
  await waitFor(() => expect(screen.queryByText('Trees_objects.csv')).toBeNull());
  expect(server.countOf(`DELETE ${route}/5`)).toBe(1);
  expect(screen.getByText('Roads_objects.xlsx')).toBeDefined();
  expect(screen.getByRole('status').textContent).toMatch(/\S/);
});

test('one that failed for a reason that its owner can change says which', async () => {
  files = [aFile({ state: 'failed', problem: 'TOO_MANY_ROWS', format: 'xlsx' })];
  await renderOnMap(<ExportList />);
  expect((await screen.findByRole('status')).textContent).toMatch(/1,048,575 rows/);
});

const noFields = { layerFields: [], companyLanguage: 'en' } as const;
const source = {
  layer: { id: 11, name: 'Trees' },
  filter: {},
  sort: '-added',
  columns: {
    all: ['name', 'data.species', 'area'],
    selected: ['name', 'data.species'],
    labels: fieldLabels(noFields, 'en'),
  },
  hasFileList: true,
};

async function openDialog(total = 3) {
  server.on('GET /api/v1/geoms/class-objects/11', () => ({
    body: { items: [], next: null, total, sums: { area: 0, length: 0 } },
  }));
  files = [];
  await renderOnMap(<ExportDialog source={source} onClose={() => undefined} />);
  return userEvent.setup();
}

test('columns move with Alt and an arrow, and the order is that of the file', async () => {
  server.on(`POST ${route}`, () => ({ status: 201, body: aFile({}) }));
  const person = await openDialog();
  // The dialog focuses the format first, whenever it gets to it.
  const format = screen.getByRole('radio', { name: 'GeoPackage' });
  await waitFor(() => expect(document.activeElement).toBe(format));
  screen.getByRole('checkbox', { name: 'species' }).focus();
  await person.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await person.click(screen.getByRole('button', { name: 'Select all' }));
  await person.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(server.countOf(`POST ${route}`)).toBe(1));
  expect(server.sent.find(({ route: sent }) => sent === `POST ${route}`)?.body).toMatchObject({
    columns: ['data.species', 'name', 'area'],
  });
});

test('a file that is ready while the dialog is open downloads once by itself', async () => {
  server.on(`POST ${route}`, () => {
    files = [aFile({ state: 'done', size: 10 })];
    return { status: 201, body: aFile({ state: 'waiting' }) };
  });
  server.on(`GET ${route}/5/file`, () => ({ body: 'x' }));
  URL.createObjectURL = vi.fn(() => 'blob:x');
  URL.revokeObjectURL = vi.fn();
  const person = await openDialog();
  await person.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(server.countOf(`GET ${route}/5/file`)).toBe(1));
  await screen.findByRole('button', { name: 'Download Trees_objects.csv' });
  expect(server.countOf(`GET ${route}/5/file`)).toBe(1);
});

test('without rows there is nothing to export', async () => {
  await openDialog(0);
  await screen.findByText('There are no rows to export.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true);
});
