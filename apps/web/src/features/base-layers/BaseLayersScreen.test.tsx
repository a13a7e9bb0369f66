import type { MapLayer } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetSettings, loadSettings } from '../../settings/index.ts';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { BaseLayersScreen } from './BaseLayersScreen.tsx';

const server = startFakeServer();
const LIST = 'GET /api/v1/layers';
const sourceJson = '{"url":"https://example.org/{z}/{x}/{y}.png"}';
const aLayer = (changes: Partial<MapLayer>): MapLayer => ({
  id: 4294967301,
  name: 'Orthophoto',
  group: '',
  overlay: false,
  layerType: 'TileLayer',
  sourceType: 'XYZ',
  sourceJson,
  visibility: false,
  version: 3,
  canEdit: true,
  ...changes,
});
const ours = aLayer({});
const cadastre = aLayer({ id: 4294967302, name: 'Cadastre', group: 'Land', overlay: true });
const builtIn = aLayer({ id: 1, name: 'OSM', sourceType: 'TileWMS', canEdit: false });

beforeEach(async () => {
  server.reset();
  server.on(LIST, () => ({ body: [builtIn, ours, cadastre] }));
  server.on('GET /api/v1/settings', () => ({ body: { defaultCenterLonLat: [24, 57] } }));
  await loadSettings();
  writeStored('currentUser', aUser({ Admin: true }));
});
afterEach(() => {
  cleanup();
  forgetSettings();
});

async function open() {
  await renderOnMap(<BaseLayersScreen />);
  return userEvent.setup();
}
type User = Awaited<ReturnType<typeof open>>;
const press = async (user: User, name: string) =>
  await user.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const field = (name: RegExp) => dialog().getByRole<HTMLInputElement>('textbox', { name });
const theSwitch = (name: RegExp) => dialog().queryByRole<HTMLInputElement>('switch', { name });
const sent = (route: string) => server.sent.filter((one) => one.route === route);

test('D-LAYER-01: layers of the company can be edited and deleted, those of the product cannot', async () => {
  await open();
  const rows = await screen.findAllByRole('listitem');
  const textsOf = (row: HTMLElement) => [
    row.querySelector('h2')?.textContent,
    row.querySelector('p')?.textContent,
    ...within(row)
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ];
  expect(rows.map(textsOf)).toEqual([
    ['OSM', 'TileWMS Base layer'],
    ['Orthophoto', 'XYZ Base layer', 'Edit Orthophoto', 'Delete Orthophoto'],
    ['Cadastre', 'Land · XYZ Overlay', 'Edit Cadastre', 'Delete Cadastre'],
  ]);
  expect(rows.map((row) => within(row).queryByText('Built in') !== null)).toEqual([true, false, false]);
});

test('a list that could not be loaded is requested again', async () => {
  server.on(LIST, () => ({ status: 500, body: { error: 'INTERNAL', message: '', requestId: '' } }));
  const user = await open();
  server.on(LIST, () => ({ body: [ours] }));
  await press(user, 'Try again');
  expect(await screen.findByRole('heading', { name: 'Orthophoto' })).toBeTruthy();
});

test('D-LAYER-01: a layer is added from a known service; a name that was typed stays', async () => {
  server.on('POST /api/v1/layers', () => ({ status: 201, body: ours }));
  const user = await open();
  await press(user, 'Add base layer');
  expect(field(/^Source options/).value).toContain('tile.openstreetmap.org');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  expect(sent('POST /api/v1/layers')).toEqual([]);
  const insert = async (preset: string) => {
    await user.click(dialog().getByRole('button', { name: 'Insert…' }));
    await user.click(await screen.findByRole('menuitem', { name: preset }));
  };
  await insert('Kadastrs (VZD)');
  expect([field(/^Name/).value, theSwitch(/^Overlay/)?.checked]).toEqual(['Kadastrs (VZD)', true]);
  await insert('Jāņa sēta');
  expect([field(/^Name/).value, theSwitch(/^Overlay/)?.checked]).toEqual(['Jāņa sēta', false]);
  await user.clear(field(/^Name/));
  await user.type(field(/^Name/), ' Own ');
  await user.click(theSwitch(/^Overlay/) as HTMLElement);
  await insert('WMS');
  expect([field(/^Name/).value, theSwitch(/^Overlay/)?.checked]).toEqual(['Own', true]);
  await user.click(theSwitch(/^On by default/) as HTMLElement);
  await user.type(field(/^Group/), 'Land');
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Base layer saved')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  const [{ body } = { body: {} }] = sent('POST /api/v1/layers');
  expect(body).toMatchObject({
    ...{ name: 'Own', group: 'Land', overlay: true, visibility: false, sourceType: 'TileWMS' },
  });
  await waitFor(() => expect(server.countOf(LIST)).toBe(2));
});

test('D-LAYER-01: a layer opens with its values, is saved over its version, and problems stand at their fields', async () => {
  const route = `PUT /api/v1/layers/${cadastre.id}`;
  server.on(route, () => ({
    status: 400,
    body: {
      ...{ error: 'VALIDATION', message: '', requestId: '' },
      errors: [
        { path: '/name', code: 'TOO_LONG' },
        { path: '/sourceJson', code: 'INVALID_JSON' },
        { path: '/sourceJson/url', code: 'NOT_ALLOWED' },
      ],
    },
  }));
  const user = await open();
  await press(user, 'Edit Cadastre');
  expect([field(/^Name/).value, field(/^Group/).value, field(/^Source options/).value]).toEqual([
    'Cadastre',
    'Land',
    sourceJson,
  ]);
  expect([theSwitch(/^Overlay/)?.checked, theSwitch(/^On by default/)?.checked]).toEqual([true, false]);
  await user.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(field(/^Name/).getAttribute('aria-invalid')).toBe('true'));
  const describedBy = (one: HTMLElement) =>
    document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(describedBy(field(/^Source options/))).toMatch(/^JSON: .+\nurl: .+$/);
  expect(sent(route).map(({ headers }) => headers['if-match'])).toEqual(['"3"']);
});

test('a layer of an archive keeps its source', async () => {
  const archive = '{"url":"/api/v1/base-map/archives/7/images/{z}/{x}/{y}"}';
  server.on(LIST, () => ({ body: [aLayer({ sourceJson: archive })] }));
  const user = await open();
  await press(user, 'Edit Orthophoto');
  expect(dialog().getByText('This layer is drawn from an archive of the server.')).toBeTruthy();
  expect(dialog().queryByRole('textbox', { name: /^Source options/ })).toBeNull();
  expect(theSwitch(/^Overlay/)).toBeNull();
});

test('D-LAYER-01: a layer is deleted after a question', async () => {
  const route = `DELETE /api/v1/layers/${ours.id}`;
  server.on(route, () => ({ status: 204 }));
  const user = await open();
  await press(user, 'Delete Orthophoto');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'No' }));
  expect(sent(route)).toEqual([]);
  await press(user, 'Delete Orthophoto');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('“Orthophoto” deleted')).toBeTruthy();
  expect(sent(route)).toHaveLength(1);
  await waitFor(() => expect(server.countOf(LIST)).toBe(2));
});
