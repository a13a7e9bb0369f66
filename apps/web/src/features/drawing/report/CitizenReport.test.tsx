import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Store } from '../../../store/Store.ts';
import { clearDrafts, expectDraftsOf, listStoredDrafts } from '../../../testing/drafts.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { hasChanges, requestCloseTopmost } from '../../../ui/unsaved-work/index.ts';
import { CitizenReport } from './CitizenReport.tsx';

const server = startFakeServer();
const add = 'POST /api/v1/geoms/add';
const nearest = 'GET /api/v1/places/nearest';
const layer = (id: number, name: string, blurPositions: boolean) => ({
  ...{ id, name, blurPositions, canAdd: true, layerFields: [] },
});

beforeEach(async () => {
  localStorage.clear();
  await clearDrafts();
  server.reset();
  server.on('GET /api/v1/classifiers/1/include-children', () => ({
    body: [
      {
        ...{ id: 1, name: 'Reports' },
        childClassifiers: [layer(11, 'Road damage', false), layer(12, 'Beehives', true)],
      },
    ],
  }));
  server.on(nearest, ({ query: { towns } }) => ({
    body: {
      ...{ name: towns ? 'Rīga' : 'Brīvības gatve 214', distanceM: 20, isAddress: !towns, attribution: '' },
    },
  }));
  server.on(add, () => ({ status: 201, body: { id: 4294968500 } }));
});
afterEach(cleanup);

async function open() {
  const { map } = await renderOnMap(<CitizenReport />);
  await screen.findByRole('button', { name: 'Send report' });
  const person = userEvent.setup();
  const click = (name: string) => person.click(screen.getByRole('button', { name }));
  return { map, person, click };
}

test('what was typed is offered after a reload, and a category of private places gives no address away', async () => {
  const first = await open();
  await first.click('Choose');
  act(() => (first.map.view as unknown as Store<object>).set({ zoom: 17, centerLonLat: [24, 57] }));
  await first.click('Use this location');
  expect(await screen.findByText('Brīvības gatve 214')).toBeTruthy();
  await first.person.click(screen.getByRole('radio', { name: 'Beehives' }));
  await first.person.type(screen.getByPlaceholderText(/^For example/), 'Swarm');
  await first.person.click(screen.getByRole('checkbox', { name: 'Keep me posted by e-mail' }));
  await first.person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@example.com');
  await expectDraftsOf('visitor citizen report');
  await waitFor(async () => expect(JSON.stringify(await listStoredDrafts())).toContain('Swarm'));
  expect(JSON.stringify(await listStoredDrafts())).not.toContain('anna@');
  cleanup();

  const { click } = await open();
  await screen.findByRole('status', { name: 'Draft' });
  await click('Continue');
  expect(await screen.findByText('Rīga')).toBeTruthy();
  expect(screen.getByText(/^Only staff see the exact location/)).toBeTruthy();
  expect(screen.queryByText('Brīvības gatve 214')).toBeNull();
  await click('Send report');
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(server.sent.findLast(({ route }) => route === add)?.body).toMatchObject({
    ...{ name: 'Rīga', description: 'Swarm', classId: 12 },
    wkt: expect.stringMatching(/^POINT\(2671667/),
  });
  await expectDraftsOf();
});

test('Back returns from the map to the form; leaving the page there asks about what was typed, and a late fix does not move it', async () => {
  let reportFix: (fix: object) => void = () => {};
  const watchPosition = (onFix: typeof reportFix) => {
    reportFix = onFix;
  };
  const value = { watchPosition, clearWatch: () => {} };
  Object.defineProperty(navigator, 'geolocation', { value, configurable: true });
  const { map, person, click } = await open();
  await person.type(screen.getByPlaceholderText(/^For example/), 'Swarm');
  await click('Choose');
  const centerOn = vi.spyOn(map.camera, 'centerOn');
  act(() => reportFix({ coords: { longitude: 24, latitude: 57, accuracy: 9 } }));
  expect(centerOn).not.toHaveBeenCalled();
  expect(hasChanges()).toBe(true);
  act(() => void expect(requestCloseTopmost()).toBe(true));
  expect(await screen.findByDisplayValue('Swarm')).toBeTruthy();
});
