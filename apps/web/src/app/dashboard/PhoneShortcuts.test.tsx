import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { asideTab } from './asideTab.ts';
import { PhoneShortcuts } from './PhoneShortcuts.tsx';

const server = startFakeServer();
const waiting = 'GET /api/v1/geoms/waiting';
const signInAs = (level: 'Read' | 'Write') =>
  writeStored('currentUser', aUser({ permissions: { userName: 'Ilze', unitPermissions: { 1: [level] } } }));

beforeEach(() => {
  localStorage.clear();
  server.reset();
  asideTab.set('layers');
  server.on(waiting, () => ({
    body: [
      { classId: 11, count: 3, oldestId: 70 },
      { classId: 12, count: 2, oldestId: 80 },
    ],
  }));
});
afterEach(cleanup);

test('D-CLS-07: on a phone a clerk sees how many reports wait, with the sheet lowered', async () => {
  signInAs('Write');
  await renderOnMap(<PhoneShortcuts>Report</PhoneShortcuts>);
  const button = await screen.findByRole('button', { name: '5 waiting for review' });
  await userEvent.setup().click(button);
  expect(asideTab.get()).toBe('controls');
});

test('without a right to review nothing waits', async () => {
  signInAs('Read');
  await renderOnMap(<PhoneShortcuts>Report</PhoneShortcuts>);
  await waitFor(() => expect(screen.getByRole('button', { name: /Layers/ })).toBeTruthy());
  expect(screen.queryByRole('button', { name: /for review/ })).toBeNull();
  expect(server.countOf(waiting)).toBe(0);
});
