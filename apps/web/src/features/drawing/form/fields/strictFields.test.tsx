import type { FieldSchema } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../../../storage/index.ts';
import { aGeom } from '../../../../testing/aGeom.ts';
import { aUser } from '../../../../testing/aUser.ts';
import { startFakeServer } from '../../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../../testing/renderOnMap.tsx';
import { DrawDialog } from '../../dialog/DrawDialog.tsx';
import { closeDrawDialog, openAddDialog, openEditDialog } from '../../dialog/drawDialogState.ts';

const server = startFakeServer();
const field = (name: string, schema?: FieldSchema) => ({ name, type: 'text', ...(schema && { schema }) });
const layerFields = [
  field('Note'),
  field('Width', { type: 'integer', required: true, min: '1', max: '1000', unit: 'cm', section: 'Damage' }),
  field('Surface', {
    type: 'list',
    required: true,
    values: [{ value: 'Asphalt' }, { value: 'Gravel' }],
    section: 'Damage',
  }),
  field('Dangerous', { type: 'boolean', default: 'false', section: 'Damage' }),
  field('Action', {
    type: 'longText',
    required: true,
    showIf: { field: 'Dangerous', operator: '=', value: 'yes' },
    section: 'Damage',
  }),
  field('Materials', {
    type: 'list',
    several: true,
    values: [{ value: 'Asphalt', names: { en: 'Tarmac' } }, { value: 'Gravel' }, { value: 'Sand' }],
  }),
  field('Planned', { type: 'date', section: 'Repair' }),
  field('Parcel', { type: 'reference', layer: 12 }),
  field('District', { type: 'liesIn', layer: 13 }),
  field('Cost', { type: 'decimal', default: '5.5', section: 'Repair' }),
  field('Length', { type: 'length', unit: 'm' }),
  field('Lamps', { type: 'integer', showIf: { field: 'Length', operator: '>', value: '50' } }),
];
const parcels = [
  { id: 4294967306, reference: '1-10', name: 'Meadow', isDeleted: false },
  { id: 4294967307, reference: '1-11', name: 'Wood', isDeleted: false },
  { id: 4294967308, reference: '1-12', name: '', isDeleted: true },
  { id: 4294967309, reference: '1-13', name: 'Twin', isDeleted: false },
  { id: 4294967310, reference: '1-14', name: 'Twin', isDeleted: false },
];
const groups = [
  { id: 1, name: 'Reports', childClassifiers: [{ id: 11, name: 'Road damage', canAdd: true, layerFields }] },
];
const add = 'POST /api/v1/geoms/add';
const update = 'PUT /api/v1/geoms/4294968402';
const input = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const list = (name: RegExp) => screen.getByRole<HTMLInputElement>('combobox', { name });
const sentData = (route: string) => {
  const body = server.sent.findLast((one) => one.route === route)?.body as { data: string };
  return JSON.parse(body.data) as Record<string, unknown>;
};

beforeEach(() => {
  localStorage.clear();
  closeDrawDialog();
  server.reset();
  server.on('GET /api/v1/classifiers/1/include-children', () => ({ body: groups }));
  server.on('GET /api/v1/classifiers/12/references', ({ query: { ids, q = '' } }) => ({
    body: parcels.filter(({ id, name }) =>
      ids === undefined ? name.toLowerCase().includes(q) : ids.split(',').includes(String(id)),
    ),
  }));
  server.on(add, () => ({ status: 201, body: { id: 4294968500 } }));
});
afterEach(cleanup);

async function openAdd() {
  await renderOnMap(<DrawDialog />);
  openAddDialog({ kind: 'point', wkt: 'POINT(10 20)' });
  await screen.findByRole('textbox', { name: /^Address/ });
  const user = userEvent.setup();
  await user.type(input(/^Address/), 'Street 1');
  await user.type(input(/^Description$/), 'Hole');
  return user;
}

async function openEdit(data: object) {
  writeStored(
    'currentUser',
    aUser({ permissions: { userName: 'I', unitPermissions: { 1: ['Write', 'Read'] } } }),
  );
  const geom = aGeom({ classId: 11, data: JSON.stringify(data) });
  server.on(update, () => ({ body: geom }));
  await renderOnMap(<DrawDialog />);
  openEditDialog(geom);
  await screen.findByRole('textbox', { name: /^Width/ });
  return userEvent.setup();
}

test('several values of a list are selected by their names', async () => {
  const user = await openEdit({ Width: '5', Surface: 'Gravel', Materials: 'Gravel; Sand' });
  await user.click(await screen.findByRole('combobox', { name: /^Materials/ }));
  await user.click(await screen.findByRole('option', { name: 'Tarmac', hidden: true }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sentData(update).Materials).toBe('Gravel; Sand; Asphalt'));
});

test('an object of another layer is found by its name, and its number is stored; a computed field has no input', async () => {
  const user = await openEdit({ Width: '5', Surface: 'Gravel', Parcel: '1-12', District: 'North' });
  const parcel = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Parcel/ });
  await waitFor(() => expect(parcel.value).toBe('1-12 (deleted)'));
  expect(screen.queryByRole('textbox', { name: /^District/ })).toBeNull();
  await user.clear(parcel);
  await user.type(parcel, 'mea');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Wood', hidden: true })).toBeNull());
  await user.click(await screen.findByRole('option', { name: 'Meadow', hidden: true }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sentData(update).Parcel).toBe('1-10'));
});

test('objects with the same name are told apart by their numbers', async () => {
  const user = await openEdit({ Width: '5', Surface: 'Gravel', Parcel: '1-10' });
  const parcel = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Parcel/ });
  await waitFor(() => expect(parcel.value).toBe('Meadow'));
  await user.clear(parcel);
  await user.type(parcel, 'twi');
  expect(await screen.findByRole('option', { name: 'Twin (1-13)', hidden: true })).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Twin (1-14)', hidden: true })).toBeTruthy();
});

test('a refused Save lists the fields to correct, each with its rule, and counts them in their section', async () => {
  const user = await openAdd();
  await user.type(input(/^Width/), '6000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const damage = screen.getByRole('region', { name: 'Damage' });
  expect(within(damage).getByText('Enter a value in the range: 1 cm to 1000 cm.')).toBeTruthy();
  expect(within(damage).getByText('Fill in this field')).toBeTruthy();
  expect(within(damage).getByText('2 to fix')).toBeTruthy();
  const summary = screen.getByRole('alert');
  expect(summary.textContent).toBe('Check 2 fields: Width, Surface');
  expect(document.activeElement?.textContent).toBe('Width');
  expect(server.countOf(add)).toBe(0);
  await user.click(within(summary).getByRole('button', { name: 'Width' }));
  expect(document.activeElement).toBe(input(/^Width/));
});

test('values are sent as they were typed, a switch as true, and a default that was emptied as empty', async () => {
  const user = await openAdd();
  expect(input(/^Cost/).value).toBe('5.5');
  await user.type(input(/^Width/), '60');
  await user.click(list(/^Surface/));
  await user.click(await screen.findByRole('option', { name: 'Gravel' }));
  expect(screen.queryByRole('textbox', { name: /^Action/ })).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Dangerous' }));
  await user.type(input(/^Action/), 'Cone placed');
  await user.type(await screen.findByRole('textbox', { name: /^Planned/ }), '26.11.2026');
  await user.clear(input(/^Cost/));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(sentData(add)).toEqual({
    Width: '60',
    Surface: 'Gravel',
    Dangerous: 'true',
    Action: 'Cone placed',
    Planned: '2026-11-26',
    Cost: '',
  });
});

test('an older value that breaks a rule is shown and saved again, but not replaced by another wrong one', async () => {
  const before = { Width: 'wide', Surface: 'Tar', Planned: 'soon' };
  const user = await openEdit(before);
  expect([input(/^Width/).value, list(/^Surface/).value, input(/^Planned/).value]).toEqual([
    'wide',
    'Tar',
    'soon',
  ]);
  await user.type(input(/^Note/), 'x');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.countOf(update)).toBe(1));
  expect(sentData(update)).toEqual({ ...before, Note: 'x' });
  cleanup();
  closeDrawDialog();
  const again = await openEdit(before);
  await again.type(input(/^Planned/), '!');
  await again.tab();
  expect(await screen.findByText('Enter a date as dd.mm.yyyy.')).toBeTruthy();
});

test('a problem that the server finds stands at its field', async () => {
  server.on(add, () => ({
    status: 400,
    body: {
      error: 'VALIDATION',
      message: '',
      requestId: '',
      errors: [{ path: '/data/Width', code: 'OUT_OF_RANGE' }],
    },
  }));
  const user = await openAdd();
  await user.type(input(/^Width/), '60');
  await user.click(list(/^Surface/));
  await user.click(await screen.findByRole('option', { name: 'Gravel' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a value in the range: 1 cm to 1000 cm.')).toBeTruthy();
});

test('the length of a drawn line stands among the fields, and decides which others do', async () => {
  await renderOnMap(<DrawDialog />);
  openAddDialog({ kind: 'line', wkt: 'LINESTRING(0 0,100 0)' });
  const length = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Length' });
  expect([length.value, length.disabled]).toEqual(['100.0\u00a0m', true]);
  expect(screen.getByRole('textbox', { name: 'Lamps' })).toBeTruthy();
  cleanup();
  closeDrawDialog();
  await openAdd();
  expect(screen.queryByRole('textbox', { name: /^(Length|Lamps)/ })).toBeNull();
});
