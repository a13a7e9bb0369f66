import type { MapLayer } from '@pgis/contract';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPreferences } from '../../preferences/index.ts';
import { forgetSettings, loadSettings } from '../../settings/index.ts';
import { readStored, writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { BaseLayersTab } from './BaseLayersTab.tsx';

const server = startFakeServer();
const aMapLayer = (id: number, name: string, changes: Partial<MapLayer> = {}): MapLayer => ({
  id,
  name,
  group: '',
  overlay: false,
  layerType: 'TileLayer',
  sourceType: 'XYZ',
  sourceJson: '{}',
  visibility: false,
  version: 1,
  ...changes,
});
const layers = [
  aMapLayer(1, 'Offline map'),
  aMapLayer(2, 'OpenStreetMap', { group: 'World' }),
  aMapLayer(8, 'Cadastre', { group: 'State', overlay: true }),
  aMapLayer(9, 'Zoning', { group: 'State', overlay: true }),
];
const base = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const overlay = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });
const head = (name: RegExp) => screen.getByRole('button', { name });

beforeEach(async () => {
  localStorage.clear();
  server.reset();
  server.on('GET /api/v1/layers', () => ({ body: layers }));
  server.on('GET /api/v1/settings', () => ({ body: { defaultCenterLonLat: [24, 57] } }));
  await loadSettings();
});
afterEach(() => {
  cleanup();
  forgetSettings();
});

async function renderTab() {
  await renderOnMap(<BaseLayersTab />);
  await screen.findByText('Offline map');
  return userEvent.setup();
}

test('BASE-02: a group with visible layers says how many and is expanded', async () => {
  await renderTab();
  expect(head(/^Layers without a group 1/).getAttribute('aria-expanded')).toBe('true');
  expect(head(/^World 0/).getAttribute('aria-expanded')).toBe('false');
});

test('BASE-03: visitors see base layers and no overlays', async () => {
  const user = await renderTab();
  expect(screen.queryByRole('button', { name: /^State/ })).toBeNull();
  await user.click(head(/^World/));
  expect(base('OpenStreetMap')).toBeTruthy();
});

test('BASE-05 STOR-04: choosing a base layer turns the other off and is remembered', async () => {
  const user = await renderTab();
  expect(base('Offline map').checked).toBe(true);
  await user.click(head(/^World/));
  await user.click(base('OpenStreetMap'));
  expect([base('OpenStreetMap').checked, base('Offline map').checked]).toEqual([true, false]);
  expect(readStored('selectedBaseLayers')).toEqual([2]);
});

test('a layer whose source cannot be used is marked on its row', async () => {
  server.on('GET /api/v1/layers', () => ({
    body: [aMapLayer(1, 'Offline map', { sourceJson: '{"url":7}' })],
  }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { map } = await renderOnMap(<BaseLayersTab />);
  await screen.findByText('Offline map');
  expect(screen.queryByText('This layer cannot be loaded right now')).toBeNull();
  act(() => map.baseLayers.show([aMapLayer(1, 'Offline map', { sourceJson: '{"url":7}' })]));
  expect(base('Offline map').getAttribute('aria-describedby')).toBe(
    screen.getByText('This layer cannot be loaded right now').id,
  );
  act(() => map.baseLayers.show([]));
  expect(screen.queryByText('This layer cannot be loaded right now')).toBeNull();
  vi.restoreAllMocks();
});

test('BASE-06: several overlays can be visible at once', async () => {
  writeStored('currentUser', aUser());
  const user = await renderTab();
  await user.click(head(/^State/));
  await user.click(overlay('Cadastre'));
  await user.click(overlay('Zoning'));
  expect(readStored('selectedBaseLayers')).toEqual([1, 8, 9]);
  await user.click(overlay('Cadastre'));
  expect(readStored('selectedBaseLayers')).toEqual([1, 9]);
});

test('overlays on the map have an order and an opacity, both remembered', async () => {
  writeStored('currentUser', aUser());
  writeStored('selectedBaseLayers', [1, 8, 9]);
  const user = await renderTab();
  const list = within(screen.getByRole('region', { name: 'Overlays on the map' }));
  const order = () => list.getAllByRole('listitem').map((row) => row.querySelector('span')?.textContent);
  expect(order()).toEqual(['Zoning', 'Cadastre']);
  await user.click(list.getByRole('button', { name: 'Draw Cadastre higher' }));
  expect(order()).toEqual(['Cadastre', 'Zoning']);
  expect(readStored('selectedBaseLayers')).toEqual([1, 9, 8]);
  const slider = list.getByRole('slider', { name: 'Opacity of Cadastre' });
  fireEvent.change(slider, { target: { value: '40' } });
  expect(slider.getAttribute('aria-valuetext')).toBe('40 %');
  expect(readPreferences().overlayOpacity).toEqual({ 8: 40 });
  fireEvent.change(slider, { target: { value: '100' } });
  expect(readPreferences().overlayOpacity).toEqual({});
});

test('BASE-05: no base map is one of the choices', async () => {
  const user = await renderTab();
  await user.click(base('No base map'));
  expect([base('No base map').checked, base('Offline map').checked]).toEqual([true, false]);
  expect(readStored('selectedBaseLayers')).toEqual([0]);
});
