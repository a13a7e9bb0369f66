import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { DrawingBar } from './DrawingBar.tsx';

beforeEach(() => {
  localStorage.clear();
  writeStored('currentUser', aUser({ permissions: { userName: 'Ilze', unitPermissions: { 1: ['Write'] } } }));
});
afterEach(cleanup);

test('while something is drawn a switch turns snapping off and on', async () => {
  const { map } = await renderOnMap(<DrawingBar />);
  act(() => map.setTool('DrawLine'));
  const user = userEvent.setup();
  const snap = await screen.findByRole('button', { name: 'Snap to objects' });
  expect([snap.getAttribute('aria-pressed'), map.isSnapping.get()]).toEqual(['true', true]);
  await user.click(snap);
  expect([snap.getAttribute('aria-pressed'), map.isSnapping.get()]).toEqual(['false', false]);
  await user.click(snap);
  expect(map.isSnapping.get()).toBe(true);
});
