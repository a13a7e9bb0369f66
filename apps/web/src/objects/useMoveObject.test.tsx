import type { Geom } from '@pgis/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ObjectMove } from '../map/index.ts';
import { aGeom } from '../testing/aGeom.ts';
import { startFakeServer } from '../testing/fakeServer.ts';
import { renderOnMap } from '../testing/renderOnMap.tsx';
import { useMoveObject } from './useMoveObject.ts';

const server = startFakeServer();
const route = `/api/v1/geoms/${aGeom().id}`;
let stored: Geom;

beforeEach(() => {
  localStorage.clear();
  server.reset();
  stored = aGeom();
  server.on(`GET ${route}`, () => ({ body: stored }));
  server.on(`PUT ${route}`, ({ body }) => {
    stored = { ...stored, ...(body as Partial<Geom>), version: stored.version + 1 };
    return { body: stored };
  });
});
afterEach(cleanup);

const saves = () => server.sent.filter((sent) => sent.route === `PUT ${route}`);

let move: (moved: ObjectMove) => void;
function Mover() {
  move = useMoveObject().mutate;
  return null;
}

/** Moves the object as the map does when it is released 10 m farther east and 5 m farther south. */
async function release(toleranceM = 1) {
  await renderOnMap(<Mover />);
  const settle = vi.fn();
  move({
    id: stored.id,
    layerId: 11,
    dx: 10,
    dy: -5,
    drawn: { extent: [0.4, 0, 200, 199.6], toleranceM },
    settle,
  });
  await waitFor(() => expect(settle).toHaveBeenCalled());
  return settle;
}

test('DRAG-01 DRAG-02 D-OBJ-02: the whole geometry is saved at its new place, with the fields of a move', async () => {
  const settle = await release();
  expect(saves()[0]).toMatchObject({
    headers: { 'if-match': '"3"' },
    body: {
      id: stored.id,
      name: 'Spilves pļavas, Rīga',
      description: 'Meadow under water',
      classId: 11,
      oldClassId: 11,
      data: '{"kadastrs":"01000970215","depth":35}',
      wkt: 'POLYGON((10 -5,210 -5,210 195,10 195,10 -5))',
    },
  });
  expect(settle.mock.calls).toEqual([['moved']]);
});

test('DRAG-02: data is an empty object where the object has none', async () => {
  stored = aGeom({ data: '' });
  await release();
  expect(saves()[0]?.body).toMatchObject({ data: '{}' });
});

test('DRAG-03: a move that succeeds says so, and can be undone', async () => {
  await release();
  expect(await screen.findByText('Object moved')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(saves()).toHaveLength(2));
  expect(saves()[1]).toMatchObject({
    headers: { 'if-match': '"4"' },
    body: { wkt: 'POLYGON((0 0,200 0,200 200,0 200,0 0))' },
  });
});

test.each([
  [
    'the save is refused',
    'PUT',
    { status: 409, body: { error: 'OBJECT_CHANGED', message: '', requestId: '' } },
  ],
  ['the object has no properties any more', 'GET', { status: 404, body: { error: 'NOT_FOUND' } }],
  ['there is no connection', 'PUT', null],
])('DRAG-04: when %s, the move fails, says so and the object goes back', async (_, method, answer) => {
  server.on(`${method} ${route}`, () => {
    if (answer === null) throw new TypeError('fetch failed');
    return answer;
  });
  const settle = await release();
  expect(settle.mock.calls).toEqual([['failed']]);
  expect(await screen.findByText(/^The object could not be moved/)).toBeTruthy();
  expect(screen.queryByText('Object moved')).toBeNull();
});

test('D-OBJ-05: what somebody else has moved since it was drawn is not moved again', async () => {
  const settle = await release(0.3);
  expect(settle.mock.calls).toEqual([['failed']]);
  expect(saves()).toEqual([]);
  expect(await screen.findByText(/^The object could not be moved. Somebody else/)).toBeTruthy();
});
