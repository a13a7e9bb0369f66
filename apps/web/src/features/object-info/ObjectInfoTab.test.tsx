import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n } from '../../i18n/index.ts';
import { aGeom } from '../../testing/aGeom.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { ObjectInfoTab } from './ObjectInfoTab.tsx';
import { useSelectionOnMap } from './useSelectionOnMap.ts';

const server = startFakeServer();
const { id } = aGeom();
const read = `GET /api/v1/geoms/${id}`;
const remove = `DELETE /api/v1/geoms/${id}`;
const images = `GET /api/v1/geom-files/images/${id}`;
const restore = `POST /api/v1/geoms/${id}/restore`;
const onSelected = vi.fn();

function TabAndMap() {
  useSelectionOnMap(onSelected);
  return <ObjectInfoTab />;
}

const button = (name: string) => screen.queryByRole('button', { name });

beforeEach(() => {
  localStorage.clear();
  onSelected.mockClear();
  server.reset();
  server.on('GET /api/v1/classifiers/3', () => ({ body: [] }));
  server.on(images, () => ({ body: [] }));
  server.on(remove, () => ({ status: 204 }));
  server.on(restore, () => ({ body: aGeom() }));
});
afterEach(cleanup);

async function renderSelected(geom = aGeom()) {
  server.on(read, () => ({ body: geom }));
  const rendered = await renderOnMap(<TabAndMap />);
  rendered.map.select({ id, layerId: 11 });
  await screen.findByRole('table', { name: 'Object data' });
  return { user: userEvent.setup(), ...rendered };
}

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])(
  'INFO-01 INFO-02: delete only with canDelete %s, edit only with canWrite %s',
  async (canDelete, canWrite) => {
    await renderSelected(aGeom({ canDelete, canWrite }));
    expect(button('Delete') !== null).toBe(canDelete);
    expect(button('Edit') !== null).toBe(canWrite);
  },
);

test('the newest images of the object lead its data, also for a visitor', async () => {
  server.on(images, () => ({ body: ['/1.webp', '/2.webp', '/3.webp', '/4.webp'] }));
  await renderSelected();
  const shown = await screen.findAllByRole('img');
  expect(shown.map((image) => [image.getAttribute('src'), image.getAttribute('alt')])).toEqual([
    ['/1.webp', 'Image 1 of 4'],
    ['/2.webp', 'Image 2 of 4'],
    ['/3.webp', 'Image 3 of 4'],
  ]);
  expect(screen.getByText('+1')).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Object data' });
  expect(table.compareDocumentPosition(shown[0] as Node)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test('the button that copies the link says so once it has', async () => {
  const { user } = await renderSelected();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByRole('button', { name: i18n.t('MAP.LINK_COPIED') })).toBeTruthy();
});

test('SEL-01: selecting asks for the whole object and tells of the selection once', async () => {
  const { map } = await renderSelected();
  expect(server.countOf(read)).toBe(1);
  expect(onSelected).toHaveBeenCalledTimes(1);
  map.deselect();
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(onSelected).toHaveBeenCalledTimes(1);
});

test('INFO-08: deleting asks with the name first, and No deletes nothing', async () => {
  const { user } = await renderSelected();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Delete “Spilves pļavas, Rīga”?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'No' }));
  expect(server.countOf(remove)).toBe(0);
});

test('INFO-09: a confirmed deletion deletes and tells of it; Undo brings the object back', async () => {
  const { user, map } = await renderSelected();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('Object deleted')).toBeTruthy();
  expect(server.countOf(remove)).toBe(1);
  expect(map.selection.get()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.countOf(restore)).toBe(1));
  await waitFor(() => expect(map.selection.get()).toEqual({ id, layerId: 11 }));
});

test('a deletion that is refused says why, and the object stays selected', async () => {
  server.on(remove, () => ({ status: 403, body: { error: 'FORBIDDEN', message: '', requestId: '' } }));
  const { user, map } = await renderSelected();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText(/You do not have permission to do this/)).toBeTruthy();
  expect(map.selection.get()).not.toBeNull();
});

test('an object that is gone is reported and deselected', async () => {
  server.on(read, () => ({ status: 404, body: { error: 'NOT_FOUND', message: '', requestId: '' } }));
  const { map } = await renderOnMap(<TabAndMap />);
  map.select({ id, layerId: 11 });
  expect(await screen.findByText(/This does not exist any more/)).toBeTruthy();
  await waitFor(() => expect(map.selection.get()).toBeNull());
});

test('values of strict fields are written for their reader, and a link can be followed', async () => {
  const layerFields = [
    { name: 'width', type: 'text', schema: { type: 'integer', unit: 'cm' } },
    { name: 'planned', type: 'text', schema: { type: 'date' } },
    { name: 'contract', type: 'text', schema: { type: 'link' } },
    { name: 'bad', type: 'text', schema: { type: 'link' } },
  ];
  const layer = { id: aGeom().classId, name: 'Roads', sourceId: null, layerFields };
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [{ id: 1, name: 'Reports', childClassifiers: [layer] }],
  }));
  const data = {
    width: '12000',
    planned: '2026-11-06',
    contract: 'https://pgis.lv/1',
    bad: 'javascript:alert(1)',
    plain: '12000',
  };
  await renderSelected(aGeom({ data: JSON.stringify(data) }));
  const table = screen.getByRole('table', { name: 'Layer fields' });
  await waitFor(() => expect(table.textContent).toContain('12,000\u00a0cm'));
  expect(table.textContent).toContain('planned06.11.2026');
  expect(table.textContent).toContain('plain12000');
  expect(screen.getByRole('link', { name: 'https://pgis.lv/1' }).getAttribute('rel')).toBe(
    'noopener noreferrer',
  );
  expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull();
});
