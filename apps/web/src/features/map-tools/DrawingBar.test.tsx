import type { Geometry } from '@pgis/geo';
import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import type { Store } from '../../store/Store.ts';
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

test('an area that is still a line has no size', async () => {
  const { map } = await renderOnMap(<DrawingBar />);
  act(() => map.setTool('DrawPolygon'));
  const sketch = (...ring: [number, number][]): Geometry => ({ type: 'Polygon', coordinates: [ring] });
  const show = (geometry: Geometry) => act(() => (map.sketch as Store<Geometry | null>).set(geometry));
  show(sketch([0, 0], [500, 0], [0, 0]));
  expect((await screen.findByText(/^Area/)).textContent).toBe('Area —');
  show(sketch([0, 0], [500, 0], [500, 500], [0, 0]));
  expect(screen.getByText(/^Area/).textContent).toMatch(/^Area \d/);
});

test('a drawn point does not snap until the user switches the magnet on; lines keep snapping', async () => {
  const { map } = await renderOnMap(<DrawingBar />);
  act(() => map.setTool('DrawPoint'));
  const user = userEvent.setup();
  const snap = await screen.findByRole('button', { name: 'Snap to objects' });
  expect([snap.getAttribute('aria-pressed'), map.isSnapping.get()]).toEqual(['false', false]);
  await user.click(snap);
  expect([snap.getAttribute('aria-pressed'), map.isSnapping.get()]).toEqual(['true', true]);
  await user.click(snap);
  act(() => map.setTool('DrawLine'));
  expect(map.isSnapping.get()).toBe(true);
});

test('moving a point does not snap by itself, editing a line does', async () => {
  const { map } = await renderOnMap(<DrawingBar />);
  await map.shapes.start(1, 'POINT(2 3)');
  expect(map.isSnapping.get()).toBe(false);
  await map.shapes.start(2, 'LINESTRING(2 3,4 5)');
  expect(map.isSnapping.get()).toBe(true);
});
