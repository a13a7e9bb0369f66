import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { loadCode } from '../../api/index.ts';
import { aGeom } from '../../testing/aGeom.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { EditShapeButton } from './EditShapeButton.tsx';

afterEach(cleanup);

test('when the editor of shapes cannot be loaded, a message says so, and “Try again” loads it', async () => {
  const { map } = await renderOnMap(<EditShapeButton geom={aGeom({ wkt: 'LINESTRING(0 0,9 9)' })} />);
  const missing = () => loadCode(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.spyOn(map.shapes, 'start').mockImplementationOnce(missing);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Edit shape' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  expect(map.shapes.state.get()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(map.shapes.state.get()).not.toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});
