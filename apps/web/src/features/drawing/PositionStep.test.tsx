import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import type { Store } from '../../store/Store.ts';
import { aUser } from '../../testing/aUser.ts';
import { setScreenWidth } from '../../testing/browser.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { PositionStep } from './PositionStep.tsx';

afterEach(cleanup);

async function renderStep() {
  setScreenWidth(390);
  // Visitors get a form of their own.
  writeStored('currentUser', aUser());
  const { map } = await renderOnMap(<PositionStep />);
  act(() => map.setTool('DrawPoint', 'centre'));
  const show = (zoom: number) =>
    act(() => (map.view as unknown as Store<object>).set({ zoom, centerLonLat: [24, 57] }));
  show(14);
  await screen.findByRole('button', { name: 'Use this location' });
  return { map, show, user: userEvent.setup() };
}

test('from far away the position step asks to zoom in to where a pin is exact', async () => {
  const { map, show, user } = await renderStep();
  const centerOn = vi.spyOn(map.camera, 'centerOn');
  expect(screen.getByText('Zoom in to choose the location exactly')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(centerOn.mock.calls).toEqual([[[24, 57], 15]]);
  show(15);
  expect(screen.getByText('Move the map until the pin is in the right place')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull();
});
