// @vitest-environment jsdom
import { listReportExports } from '@pgis/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callApi } from '../api/index.ts';
import { followChanges, type MapController } from '../map/index.ts';
import { startFakeServer } from '../testing/fakeServer.ts';
import { wireConnection } from './wireConnection.ts';

const server = startFakeServer();
const route = 'GET /api/v1/report-exports';
const retryFailed = vi.fn();
let leaves: (() => void)[] = [];

beforeEach(() => {
  server.reset();
  retryFailed.mockClear();
});
afterEach(() => {
  for (const leave of leaves) leave();
  leaves = [];
});

/** A list on screen that could not be loaded for want of a network. */
async function openFailedList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => callApi(listReportExports),
  });
  leaves = [
    wireConnection(client),
    followChanges({ retryFailed } as unknown as MapController),
    observer.subscribe(() => {}),
  ];
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('error'));
  server.on(server.sent[0]?.route ?? route, () => ({ body: [] }));
  return observer;
}

test('when the browser is online again, what failed is loaded again', async () => {
  const observer = await openFailedList();
  expect(retryFailed).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  expect(retryFailed).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('success'));
});

test('the first answer after a failure loads again what failed, later ones do not', async () => {
  const observer = await openFailedList();
  await callApi(listReportExports);
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('success'));
  await callApi(listReportExports);
  expect(retryFailed).toHaveBeenCalledTimes(1);
});
