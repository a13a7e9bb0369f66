import type { ReportExport } from '@pgis/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { ExportList } from './ExportList.tsx';

const server = startFakeServer();
const route = '/api/v1/reports/exports';

const aFile = (more: Partial<ReportExport>): ReportExport => ({
  id: 5,
  classId: 11,
  format: 'csv',
  fileName: 'Trees_objects.csv',
  state: 'running',
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
