import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../../storage/index.ts';
import { aGeom } from '../../../testing/aGeom.ts';
import { aUser } from '../../../testing/aUser.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { ObjectsSection } from '../list/ObjectsSection.tsx';
import { aGroup, aLayer } from '../testing/aLayer.ts';

const server = startFakeServer();
const waiting = 'GET /api/v1/geoms/waiting';
const signInAs = (level: 'Read' | 'Write') =>
  writeStored('currentUser', aUser({ permissions: { userName: 'Ilze', unitPermissions: { 1: [level] } } }));
const layers = [aLayer({ id: 11, name: 'Dumping', showDefault: true }), aLayer({ id: 12, name: 'Lamps' })];

beforeEach(() => {
  localStorage.clear();
  server.reset();
  server.on('GET /api/v1/classifiers/layers', () => ({ body: [aGroup({ childClassifiers: layers })] }));
  server.on(waiting, () => ({ body: [{ classId: 11, count: 3, oldestId: 70 }] }));
  server.on('GET /api/v1/geoms/70', () => ({ body: aGeom({ id: 70, classId: 11 }) }));
  server.on('GET /api/v1/geoms/extent/11/70', () => ({ body: { extent: null } }));
});
afterEach(cleanup);

async function renderList() {
  const rendered = await renderOnMap(<ObjectsSection />);
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Find a layer' }), 'm');
  await screen.findByRole('switch', { name: 'Dumping' });
  return { user, ...rendered };
}

test('D-CLS-07: a layer says how many of its objects wait, and leads to the oldest', async () => {
  signInAs('Write');
  const { user, map } = await renderList();
  const lines = await screen.findAllByRole('button', { name: /for review/ });
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '3 waiting for review: show the oldest in Dumping',
  ]);
  await user.click(lines[0] as HTMLElement);
  await waitFor(() => expect(map.selection.get()).toEqual({ id: 70, layerId: 11 }));
});

test('those who may not review are not asked', async () => {
  signInAs('Read');
  await renderList();
  expect(server.countOf(waiting)).toBe(0);
});
