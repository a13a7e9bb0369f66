import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aFeature } from '../../../map/testing/aFeature.ts';
import { aGeom } from '../../../testing/aGeom.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { DrawDialog } from '../dialog/DrawDialog.tsx';
import { closeDrawDialog, drawDialog, openAddDialog } from '../dialog/drawDialogState.ts';
import { pickNearby } from './useNearbyObjects.ts';

const server = startFakeServer();
/** Position on the equator, where a metre of the projection is a metre on the ground. */
const position = [1_000, 0] as const;
const at = (id: number, eastM: number, changes = {}) =>
  aFeature({ id, layerId: 11, classId: 11, wkt: `POINT(${1_000 + eastM} 0)`, ...changes });
const statusOf = (status: string) => ({ content: '', status, statusId: 3, statusType: 'open' as const });
const near = at(71, 12, {
  description: 'Deep pothole',
  canUpvote: true,
  upvoteCount: 4,
  latestComment: statusOf('Planned'),
});
const layer = (id: number, name: string, changes = {}) => ({
  id,
  name,
  canAdd: true,
  layerFields: [],
  allowPublicRegistration: true,
  zoomFrom: null,
  zoomTo: null,
  ...changes,
});
const features = 'POST /api/v1/geoms/features';
const upvote = 'POST /api/v1/geoms/71/upvote';

const hint = () => screen.queryByRole('region', { name: 'Already reported nearby' });
const sent = () => server.sent.findLast(({ route }) => route === features)?.body;

beforeEach(() => {
  localStorage.clear();
  closeDrawDialog();
  server.reset();
  server.on('GET /api/v1/classifiers/1/include-children', () => ({
    body: [
      {
        id: 1,
        name: 'Reports',
        childClassifiers: [
          layer(11, 'Road damage', { zoomTo: 17 }),
          layer(12, 'Works', { allowPublicRegistration: false }),
        ],
      },
    ],
  }));
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [{ id: 1, name: 'Reports', childClassifiers: [layer(11, 'Road damage')] }],
  }));
  server.on(features, () => ({ body: [at(72, 40, { name: 'Street 40' }), near, at(73, 51)] }));
  server.on(upvote, () => ({ body: { upvoteCount: 5, canUpvote: false } }));
  for (const id of [71, 72]) {
    server.on(`GET /api/v1/geom-files/images/${id}`, () => ({ body: id === 71 ? ['/picture/1'] : [] }));
    server.on(`GET /api/v1/geoms/${id}`, () => ({ body: aGeom({ id, classId: 11 }) }));
    server.on(`GET /api/v1/geoms/extent/11/${id}`, () => ({ body: { extent: null } }));
  }
});
afterEach(cleanup);

async function openAdd(
  drawing: Parameters<typeof openAddDialog>[0] = { kind: 'point', wkt: 'POINT(1000 0)' },
) {
  const rendered = await renderOnMap(<DrawDialog />);
  openAddDialog(drawing);
  await screen.findByRole('textbox', { name: /^Address/ });
  return { user: userEvent.setup(), ...rendered };
}

test('the nearest objects within 50 m, at most three of them', () => {
  const pick = (...eastM: number[]) => {
    const objects = eastM.map((east, id) => at(id, east));
    const { nearest, more } = pickNearby(objects, position);
    return [nearest.map(({ feature }) => feature.id), more];
  };
  expect(pick(30, 10, 20)).toEqual([[1, 2, 0], 0]);
  expect(pick(49.9, 50.1)).toEqual([[0], 0]);
  expect(pick(1, 60, 2, 3, 4, 5)).toEqual([[0, 2, 3], 2]);
});

test('how many more lie as near is said', async () => {
  server.on(features, () => ({ body: [1, 2, 3, 4, 5].map((id) => at(70 + id, id)) }));
  await openAdd();
  await waitFor(() => expect(hint()?.textContent).toContain('+2 more within 50 m'));
});

test('what was reported within 50 m of a new point is shown with image, topic, distance, votes and status', async () => {
  await openAdd();
  await waitFor(() => expect(hint()).not.toBeNull());
  const [first, second, ...others] = within(hint() as HTMLElement).getAllByRole('listitem');
  expect(others).toEqual([]);
  expect(first?.textContent).toBe('Deep pothole12 m away4 votesPlannedSame problem: +1 Street 1');
  expect(second?.textContent).toContain('40 m awayStatus: ---');
  expect(hint()?.textContent).not.toContain('more within');
  await waitFor(() => expect(first?.querySelector('img')?.getAttribute('src')).toBe('/picture/1'));
  expect(second?.querySelector('img')).toBeNull();
  const { minx, maxx, zoom, classifiers } = sent() as Record<string, number>;
  expect([zoom, classifiers]).toEqual([17, [11]]);
  expect((maxx ?? 0) - (minx ?? 0)).toBeCloseTo(101, 0);
});

test('only in layers that visitors may add to, and only for points', async () => {
  const { user } = await openAdd();
  await waitFor(() => expect(hint()).not.toBeNull());
  await user.click(screen.getByRole('combobox', { name: 'Layer' }));
  await user.click(await screen.findByRole('option', { name: 'Works' }));
  expect(hint()).toBeNull();
  cleanup();
  closeDrawDialog();
  const asked = server.countOf(features);
  await openAdd({ kind: 'line', wkt: 'LINESTRING(1000 0,1001 0)' });
  expect(hint()).toBeNull();
  expect(server.countOf(features)).toBe(asked);
});

test('D-OBJ-06: "the same" gives the vote, adds nothing and opens that object', async () => {
  const { user, map } = await openAdd();
  await user.click(await screen.findByRole('button', { name: 'Same problem: +1 Street 1' }));
  await waitFor(() => expect(map.selection.get()).toEqual({ id: 71, layerId: 11 }));
  expect(server.countOf(upvote)).toBe(1);
  expect(drawDialog.get().kind).toBe('closed');
  expect(await screen.findByText('Your vote has been counted. Thank you!')).toBeTruthy();
  expect(server.countOf('POST /api/v1/geoms/add')).toBe(0);
});

test('one that takes no vote is only opened', async () => {
  const { user, map } = await openAdd();
  await user.click(await screen.findByRole('button', { name: 'Open it Street 40' }));
  await waitFor(() => expect(map.selection.get()).toEqual({ id: 72, layerId: 11 }));
  expect(server.sent.filter(({ route }) => route.endsWith('/upvote'))).toEqual([]);
});

test('a vote that is refused leaves the form as it is', async () => {
  server.on(upvote, () => ({ status: 403, body: { error: 'FORBIDDEN', message: '', requestId: '' } }));
  const { user, map } = await openAdd();
  await user.type(screen.getByRole('textbox', { name: /^Description$/ }), 'Hole');
  await user.click(await screen.findByRole('button', { name: 'Same problem: +1 Street 1' }));
  expect(await screen.findByText(/You do not have permission to do this/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Description$/ }).value).toBe('Hole');
  expect(map.selection.get()).toBeNull();
});
