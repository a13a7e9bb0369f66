import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLayerSwitch } from '../../layers/layerSwitches.ts';
import { MapController } from '../../map/index.ts';
import { writeStored } from '../../storage/index.ts';
import { createStore } from '../../store/Store.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { layer } from '../../testing/treeNodeDialog.tsx';
import { OverdueRings } from './OverdueRings.tsx';

const server = startFakeServer();
const caseLayer = { dueDays: 5, days: 'working' };
const route = 'GET /api/v1/cases/overdue';
const ring = { id: 4294967301, classId: 11, x: 12, y: 34 };

const layers = [
  { ...layer, id: 11, caseLayer },
  { ...layer, id: 12, sourceId: 16, caseLayer },
  { ...layer, id: 13, caseLayer },
  { ...layer, id: 14 },
  { ...layer, id: 15, caseLayer, density: { kind: 'clusters', zoomTo: 14 } },
];

beforeEach(() => {
  localStorage.clear();
  server.reset();
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [{ ...layer, id: 2, kind: 'group', childClassifiers: layers }],
  }));
  server.on(route, () => ({ body: { items: [ring], isCut: false } }));
  writeStored('currentUser', aUser());
  for (const { id } of layers) setLayerSwitch(id, id !== 13);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const view = createStore({ zoom: 12, extent: [0, 0, 1000.4, 2000], center: [0, 0] });

test('asks for the overdue cases in view of the case layers that are on, and rings them until the map is left', async () => {
  vi.spyOn(MapController.prototype, 'view', 'get').mockReturnValue(view as never);
  const mark = vi.spyOn(MapController.prototype, 'mark').mockResolvedValue();
  const { unmount } = await renderOnMap(<OverdueRings />);
  await waitFor(() => expect(mark).toHaveBeenLastCalledWith({ rings: [ring] }));
  const asked = server.sent.filter(({ route: sent }) => sent === route).map(({ query }) => query);
  // A view has the cases of its source; points of clusters do not stand at their own positions.
  expect(asked).toEqual([{ _classes: '11,16', _bbox: '0,0,1000,2000' }]);
  unmount();
  expect(mark).toHaveBeenLastCalledWith({ rings: [] });
});

test('a layer that is switched off has no rings, and a line says that there are too many', async () => {
  vi.spyOn(MapController.prototype, 'view', 'get').mockReturnValue(view as never);
  const mark = vi.spyOn(MapController.prototype, 'mark').mockResolvedValue();
  await renderOnMap(<OverdueRings />);
  await waitFor(() => expect(mark).toHaveBeenLastCalledWith({ rings: [ring] }));
  expect(screen.queryByRole('status')).toBeNull();
  for (const { id } of layers) act(() => setLayerSwitch(id, false));
  await waitFor(() => expect(mark).toHaveBeenLastCalledWith({ rings: [] }));
  server.on(route, () => ({ body: { items: [], isCut: true } }));
  act(() => setLayerSwitch(13, true));
  expect((await screen.findByRole('status')).textContent).toBe('Zoom in to see overdue cases');
});
