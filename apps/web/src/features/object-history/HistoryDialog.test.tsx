import type { HistoryEntry } from '@pgis/contract';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aGeom } from '../../testing/aGeom.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import HistoryDialog from './HistoryDialog.tsx';

const server = startFakeServer();
const geom = aGeom();
const history = `/api/v1/geoms/${geom.id}/history`;
const entry: HistoryEntry = {
  id: 7,
  at: '2026-10-17T06:41:00.000Z',
  userName: 'Ilze',
  action: 'OBJECT_CHANGED',
  details: { old: { name: 'Imported' }, new: { name: 'Typed over' } },
  canRestore: false,
  canRestoreBefore: true,
};

beforeEach(() => {
  localStorage.clear();
  server.reset();
  server.on(`GET ${history}`, () => ({ body: { items: [entry], next: null } }));
  server.on(`POST ${history}/7/restore`, () => ({ body: aGeom({ version: 4, name: 'Imported' }) }));
});
afterEach(cleanup);

test('D-LOG-01: the version before the first change of an imported object can be restored', async () => {
  await renderOnMap(<HistoryDialog geom={geom} onClose={() => {}} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Restore the version before' }));
  expect(await screen.findByText(/^Restore the version from before the change of .*\?/)).toBeTruthy();
  expect(server.countOf(`POST ${history}/7/restore`)).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await screen.findByText('Version restored');
  const sent = server.sent.find(({ route }) => route === `POST ${history}/7/restore`);
  expect([sent?.query, sent?.headers['if-match']]).toEqual([{ _side: 'before' }, '"3"']);
});
