import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OpenedCluster } from '../../../map/index.ts';
import { noHiddenRules } from '../../../map/layers/objects/HiddenRules.ts';
import { aFeature } from '../../../map/testing/aFeature.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import ClusterCard from './ClusterCard.tsx';

const server = startFakeServer();
const features = 'POST /api/v1/geoms/features';
const layer = {
  ...{ id: 7, geomStyle: '', kinds: ['point'], density: { kind: 'clusters', zoomTo: 12 } },
} as Parameters<typeof ClusterCard>[0]['layer'];
const cluster: OpenedCluster = {
  ...{ layerId: 7, count: 120, extent: [5, 6, 5, 6], anchor: [50, 60], zoom: 12 },
  filters: [
    { classId: 7, field: 'state', value: 'bad' },
    { classId: 8, field: 'kind', value: 'oak' },
  ],
  hiddenRules: new Map([[7, new Set(['abc'])]]),
};

beforeEach(() => {
  localStorage.clear();
  server.reset();
  server.on(features, () => ({
    body: [
      aFeature({ id: 1, name: 'Street 10' }),
      aFeature({ id: 2, name: 'Street 2', description: 'Deep hole' }),
      aFeature({ id: 3, name: '' }),
    ],
  }));
  // jsdom lays nothing out, and a card without a position is hidden.
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body);
});
afterEach(cleanup);

/** The card beside a button that has opened it. */
function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Map
      </button>
      {isOpen && <ClusterCard cluster={cluster} layer={layer} />}
    </>
  );
}

async function open() {
  const user = userEvent.setup();
  const { map } = await renderOnMap(<Opener />);
  const [select, close] = [vi.spyOn(map, 'select'), vi.spyOn(map, 'closeCluster')];
  await user.click(screen.getByRole('button', { name: 'Map' }));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('No name'));
  return { user, select, close };
}

test('lists the first objects of the cluster by name, with the filters and rules of its layer', async () => {
  await open();
  expect(screen.getByRole('dialog', { name: '120 objects here' })).toBeTruthy();
  const names = screen.getAllByRole('listitem').map((item) => item.textContent?.trim());
  expect(names).toEqual(['No name Hole', 'Street 2 Deep hole', 'Street 10 Hole']);
  expect(screen.getByText('The first 100 are listed.')).toBeTruthy();
  const bodies = server.sent.filter(({ route }) => route === features).map(({ body }) => body);
  expect(bodies.at(-1)).toEqual({
    ...{ minx: 5, miny: 6, maxx: 5, maxy: 6, zoom: 12, classifiers: [7], kind: 'point', limit: 100 },
    objectFilter: [{ classId: 7, field: 'state', value: 'bad' }],
    hiddenRules: [{ classId: 7, rules: ['abc'] }],
  });
});

test('arrow keys walk the list, Enter selects, and the focus returns to the map', async () => {
  const { user, select, close } = await open();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
  expect(select).toHaveBeenCalledExactlyOnceWith({ id: 2, layerId: 7 });
  expect(close).toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe('Map');
});

test('Escape and a press elsewhere close the list and select nothing', async () => {
  const { user, select, close } = await open();
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe('Map');
  close.mockClear();
  await user.click(screen.getByText('120 objects here'));
  expect(close).not.toHaveBeenCalled();
  await user.pointer({ target: document.body, keys: '[MouseLeft]' });
  expect(close).toHaveBeenCalled();
  expect(select).not.toHaveBeenCalled();
});

test('an error of the server stands in the card', async () => {
  server.on(features, () => ({ status: 503, body: { error: 'BUSY' } }));
  await renderOnMap(<ClusterCard cluster={{ ...cluster, hiddenRules: noHiddenRules }} layer={undefined} />);
  expect((await screen.findByRole('alert')).textContent).toBeTruthy();
});
