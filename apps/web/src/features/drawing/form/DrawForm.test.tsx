import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { DrawDialog } from '../dialog/DrawDialog.tsx';
import { closeDrawDialog, openAddDialog } from '../dialog/drawDialogState.ts';

const server = startFakeServer();
const layer = (id: number, name: string) => ({ id, name, canAdd: true, layerFields: [] });
const groups = [
  { id: 1, name: 'Reports', childClassifiers: [layer(11, 'Road damage'), layer(12, 'Lamps')] },
  { id: 2, name: 'Forest', childClassifiers: [layer(21, 'Stands'), layer(22, 'Trees')] },
];
const add = 'POST /api/v1/geoms/add';

beforeEach(() => {
  localStorage.clear();
  closeDrawDialog();
  server.reset();
  server.on('GET /api/v1/classifiers/1/include-children', () => ({ body: groups }));
  server.on(add, () => ({ status: 201, body: { id: 4294968500 } }));
});
afterEach(cleanup);

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const select = (label: string) => screen.getByRole<HTMLInputElement>('combobox', { name: label });
const choose = async (label: string, option: string) => {
  await userEvent.click(select(label));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
async function open() {
  await renderOnMap(<DrawDialog />);
  openAddDialog({ kind: 'point', wkt: 'POINT(10 20)' });
  await screen.findByRole('textbox', { name: /^Address/ });
}

test('another group selects its first layer; the layer that is chosen in it is sent', async () => {
  await open();
  expect([select('Group').value, select('Layer').value]).toEqual(['Reports', 'Road damage']);
  await choose('Group', 'Forest');
  expect(select('Layer').value).toBe('Stands');
  await choose('Layer', 'Trees');
  await userEvent.type(field(/^Address/), 'Meža iela');
  await userEvent.type(field(/^Description$/), 'Fallen');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.sent.findLast(({ route }) => route === add)?.body).toMatchObject({ classId: 22 }),
  );
});

test('DRAW-04: a longer address says how long it may be, once it is left', async () => {
  await open();
  fireEvent.change(field(/^Address/), { target: { value: 'x'.repeat(41) } });
  expect(screen.queryByText('At most 40 characters')).toBeNull();
  fireEvent.blur(field(/^Address/));
  expect(await screen.findByText('At most 40 characters')).toBeTruthy();
  // A field that was only passed waits for Save.
  fireEvent.blur(field(/^Description$/));
  expect(screen.queryByText('Fill in this field')).toBeNull();
});
