import type { FoundPlace } from '@pgis/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pendingRequests } from '../../api/index.ts';
import { forgetSettings, loadSettings } from '../../settings/index.ts';
import { setScreenWidth } from '../../testing/browser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { PlaceSearch } from './PlaceSearch.tsx';

const server = startFakeServer();
const riga: FoundPlace = { kind: 'place', name: 'Rīga', detail: 'Latvia', lonLat: [24.1, 56.95] };
const rietavas: FoundPlace = { kind: 'place', name: 'Rietavas', detail: 'Lithuania', lonLat: [21.9, 55.7] };
const pothole: FoundPlace = {
  kind: 'object',
  name: 'Rīgas iela 3',
  detail: 'Road damage · Pothole',
  lonLat: [24.5, 56.8],
  id: 4294968402,
  reference: '1-1106',
  layerId: 11,
};

const answerWith = (items: readonly FoundPlace[], more: object = {}) =>
  server.on('GET /api/v1/places', () => ({
    body: { items, attribution: 'GeoNames', isServiceAway: false, ...more },
  }));
const asked = () =>
  server.sent.filter(({ route }) => route === 'GET /api/v1/places').map(({ query }) => query.q);
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search for an address or place' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const activeName = () =>
  document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;

async function renderSearch({ cadastreSearch = false, slot = 'bar' as 'bar' | 'map' } = {}) {
  server.on('GET /api/v1/settings', () => ({ body: { cadastreSearch } }));
  await loadSettings();
  const { map } = await renderOnMap(<PlaceSearch slot={slot} />);
  const centerOn = vi.spyOn(map.camera, 'centerOn');
  return { map, centerOn, person: userEvent.setup() };
}

beforeEach(() => {
  localStorage.clear();
  server.reset();
  forgetSettings();
  setScreenWidth(1440);
  answerWith([riga, pothole, rietavas]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('BREAD-03 D-UI-03: what is typed is asked for once, after a pause, and no spinner waits for it', async () => {
  const { person } = await renderSearch();
  await waitFor(() => expect(pendingRequests.getCount()).toBe(0));
  const heard = vi.fn();
  const leave = pendingRequests.subscribe(heard);
  await person.type(box(), 'rig');
  await screen.findByRole('option', { name: /Rīga L/ });
  leave();
  expect(options()).toEqual([
    'Rīga Latvia ',
    'Rīgas iela 3 Road damage · Pothole 1-1106',
    'Rietavas Lithuania ',
  ]);
  expect(asked().at(-1)).toBe('rig');
  expect(heard).not.toHaveBeenCalled();
  expect(screen.getByText('Places: GeoNames')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('3 results');
});

test('BREAD-04: choosing a place recentres the map on it and sets zoom 15', async () => {
  const { centerOn, person } = await renderSearch();
  await person.type(box(), 'rig');
  await person.click(await screen.findByRole('option', { name: /Rietavas/ }));
  expect(centerOn.mock.calls).toEqual([[[21.9, 55.7], 15]]);
  expect([box().value, box().getAttribute('aria-expanded')]).toEqual(['Rietavas', 'false']);
});

test('the arrows walk round the list, Enter takes one, Escape closes and then clears', async () => {
  const { centerOn, person } = await renderSearch();
  await person.type(box(), 'rig');
  await screen.findByRole('option', { name: /Rīga L/ });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3 results'));
  expect([box().getAttribute('aria-expanded'), activeName()]).toEqual(['true', null]);
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(activeName()).toContain('Rietavas');
  await person.keyboard('{ArrowDown}');
  expect(activeName()).toContain('Rīga');
  await person.keyboard('{ArrowUp}{Enter}');
  expect(centerOn.mock.calls).toEqual([[[21.9, 55.7], 15]]);
  await person.keyboard('{ArrowDown}');
  await screen.findByRole('option', { name: /Rīga L/ });
  await person.keyboard('{Escape}');
  expect([options(), box().value]).toEqual([[], 'Rietavas']);
  await person.keyboard('{Escape}');
  expect(box().value).toBe('');
});

test('DLG-07: the text is trimmed when the box is left', async () => {
  const { person } = await renderSearch();
  await person.type(box(), '  rig ');
  expect(box().value).toBe('  rig ');
  await person.tab();
  expect(box().value).toBe('rig');
});

test('Enter before the answer takes the first of it', async () => {
  const { centerOn, person } = await renderSearch();
  await person.type(box(), 'riga{Enter}');
  await waitFor(() => expect(centerOn.mock.calls).toEqual([[[24.1, 56.95], 15]]));
});

test('an object is selected, its layer switched on, and the map shows it', async () => {
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [
      {
        id: 5,
        name: 'Reports',
        childClassifiers: [{ id: 11, name: 'Road damage', sourceId: null, geomStyle: '', kinds: ['point'] }],
      },
    ],
  }));
  server.on(`GET /api/v1/geoms/${pothole.id}`, () => ({ body: { id: pothole.id, classId: 11 } }));
  server.on(`GET /api/v1/geoms/extent/11/${pothole.id}`, () => ({ body: { extent: [0, 0, 10, 10] } }));
  const { map, person } = await renderSearch();
  await waitFor(() => expect(server.countOf('GET /api/v1/classifiers/layers')).toBe(1));
  await person.type(box(), '1-1106');
  await person.click(await screen.findByRole('option', { name: /Rīgas iela 3/ }));
  await waitFor(() => expect(map.selection.get()).toEqual({ id: pothole.id, layerId: 11 }));
});

test('BREAD-06 D-OBJ-10: exactly 11 digits log the cadastre search, and nothing is asked', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  const { person } = await renderSearch();
  await person.type(box(), '8096002012');
  await waitFor(() => expect(asked()).toContain('8096002012'));
  await person.type(box(), '3');
  await waitFor(() => expect(log.mock.calls).toEqual([['Cadastre search: 80960020123']]));
  expect(screen.getByText('The search for parcels is switched off')).toBeTruthy();
  await person.type(box(), '4');
  await waitFor(() => expect(asked()).toContain('809600201234'));
  expect(asked()).not.toContain('80960020123');
  expect(log).toHaveBeenCalledTimes(1);
});

test('D-OBJ-10: where the setting says so, 11 digits are looked up too', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  const { person } = await renderSearch({ cadastreSearch: true });
  await person.type(box(), '80960020123');
  await waitFor(() => expect(asked()).toContain('80960020123'));
  expect(log).toHaveBeenCalledTimes(1);
});

test('nothing found, a service that is away and a failure are said in words', async () => {
  answerWith([], { attribution: '' });
  const { person } = await renderSearch();
  await person.type(box(), 'qq');
  expect(await screen.findByText('Nothing found. Try fewer or other words.')).toBeTruthy();
  answerWith([pothole], { attribution: '', isServiceAway: true });
  await person.type(box(), 'q');
  expect(await screen.findByText(/Places cannot be searched right now/)).toBeTruthy();
  server.on('GET /api/v1/places', () => ({ status: 503, body: { error: 'OVERLOADED' } }));
  await person.type(box(), 'q');
  expect(await screen.findByText('The search failed. Try again.')).toBeTruthy();
});

test('the cross clears the box and keeps the focus in it', async () => {
  const { person } = await renderSearch();
  await person.type(box(), 'rig');
  await screen.findByRole('option', { name: /Rīga L/ });
  await person.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect([box().value, options(), document.activeElement === box()]).toEqual(['', [], true]);
});

test('BREAD-05: from 650 px down the box is the shorter one', async () => {
  setScreenWidth(651);
  await renderSearch();
  const isShort = () => box().closest('search')?.dataset.short !== undefined;
  expect(isShort()).toBe(false);
  setScreenWidth(650);
  await waitFor(() => expect(isShort()).toBe(true));
  expect(box().placeholder).toBe('Search');
});
