import type { ReportRow } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDeleteObject } from '../../../objects/useDeleteObject.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { MapTable } from './MapTable.tsx';

const server = startFakeServer();
const route = '/api/v1/geoms/class-objects/11';
const layer = {
  id: 11,
  name: 'Trees',
  sourceId: null,
  companyLanguage: 'en' as const,
  caseLayer: null,
  layerFields: [{ name: 'state', type: 'text' as const }],
};

const aRow = (id: number, row: Partial<ReportRow> = {}): ReportRow => ({
  id,
  reference: `1-${id}`,
  kind: 'point',
  name: `Tree ${id}`,
  description: 'An oak',
  isPublic: true,
  data: { state: 'bad' },
  latestComment: null,
  status: null,
  statusType: null,
  votes: 0,
  files: 0,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
  author: '',
  lengthM: null,
  dueOn: null,
  isOverdue: false,
  areaM2: null,
  version: 1,
  extent: [id, 0, id, 0],
  canWrite: true,
  canDelete: true,
  ...row,
});

let rows: ReportRow[];
beforeEach(() => {
  localStorage.clear();
  server.reset();
  rows = [aRow(1), aRow(2), aRow(3)];
  // jsdom has no layout, so the test sets the size that makes all rows visible.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
  server.on(`GET ${route}`, ({ query }) => {
    const found = rows.filter(({ id }) => query._id === undefined || query._id === String(id));
    return { body: { items: found, next: null, total: found.length, sums: { area: 0, length: 0 } } };
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const open = async () => ({
  person: userEvent.setup(),
  ...(await renderOnMap(<MapTable layer={layer} />)),
});
const sentTo = (path: string) => server.sent.filter(({ route: sent }) => sent === `POST ${route}/${path}`);

async function chooseTwoAndField(person: Awaited<ReturnType<typeof open>>['person']) {
  await person.click(await screen.findByRole('checkbox', { name: 'Select Tree 1' }));
  await person.click(screen.getByRole('checkbox', { name: 'Select Tree 3' }));
  await person.click(screen.getByRole('button', { name: 'Change…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change 2 objects' });
  await person.click(within(dialog).getByRole('combobox', { name: 'What to change' }));
  await person.click(await screen.findByRole('option', { name: 'state' }));
  return within(dialog);
}

test('keeping sends nothing, emptying sends null, and a value is what stands in the box', async () => {
  server.on(`POST ${route}/field`, () => ({ body: { entryId: 77, count: 2, left: 0 } }));
  const { person } = await open();
  const dialog = await chooseTwoAndField(person);
  const apply = () => dialog.findByRole<HTMLButtonElement>('button', { name: 'Change all' });
  expect((await apply()).disabled).toBe(true);
  await person.click(dialog.getByRole('radio', { name: 'Set to' }));
  expect((await apply()).disabled).toBe(true);
  await person.click(dialog.getByRole('radio', { name: 'Clear' }));
  await person.click(await apply());
  await screen.findByText('2 objects changed');
  expect(sentTo('field')[0]?.body).toEqual({
    objects: [
      { id: 1, version: 1 },
      { id: 3, version: 1 },
    ],
    field: 'state',
    value: null,
  });
  expect(sentTo('field')[0]?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/);
});

test('what was changed in the meantime is shown, and the choice stays to be tried again', async () => {
  server.on(`POST ${route}/field`, () => {
    rows = rows.map((row) => ({ ...row, version: 2, data: { state: 'theirs' } }));
    return { status: 409, body: { error: 'OBJECTS_CHANGED', message: '', requestId: '', count: 2 } };
  });
  const { person } = await open();
  const dialog = await chooseTwoAndField(person);
  await person.click(dialog.getByRole('radio', { name: 'Set to' }));
  await person.type(await dialog.findByRole('textbox', { name: 'state' }), 'good');
  await person.click(dialog.getByRole('button', { name: 'Change all' }));
  await screen.findByText(/Nothing was changed/);
  expect(await screen.findAllByText('theirs')).toHaveLength(3);
  server.on(`POST ${route}/field`, () => ({ body: { entryId: 78, count: 2, left: 0 } }));
  await person.click(dialog.getByRole('button', { name: 'Change all' }));
  await screen.findByText('2 objects changed');
  expect(sentTo('field')[1]?.body).toMatchObject({
    objects: [{ version: 2 }, { version: 2 }],
    value: 'good',
  });
});

test('a closed dialog gives the focus back to its button', async () => {
  const { person } = await open();
  const dialog = await chooseTwoAndField(person);
  await person.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change…' })));
});

test('a change says how many had the value already, and undoing says what stayed', async () => {
  server.on(`POST ${route}/field`, () => ({ body: { entryId: 77, count: 1, left: 1 } }));
  server.on(`POST ${route}/bulk-edits/77/undo`, () => ({ body: { entryId: 78, count: 1, left: 1 } }));
  const { person } = await open();
  const dialog = await chooseTwoAndField(person);
  await person.click(dialog.getByRole('radio', { name: 'Clear' }));
  await person.click(await dialog.findByRole('button', { name: 'Change all' }));
  await screen.findByText('1 object changed, 1 already had this value');
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone for 1 object. 1 has been changed since and stays.')).toBeTruthy();
});

test('the row of what is selected on the map is marked, and a pressed row is selected there', async () => {
  const { person, map } = await open();
  await person.click(await screen.findByText('Tree 2'));
  expect(map.selection.get()).toEqual({ id: 2, layerId: 11 });
  const marked = () =>
    screen.getAllByRole('row').filter((row) => row.getAttribute('aria-current') === 'true');
  await waitFor(() =>
    expect(marked().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Tree 2')]),
  );
  // An object that the table has not read yet is put first.
  rows = [...rows, aRow(9)];
  server.on(`GET ${route}`, ({ query }) => {
    const items = query._id === '9' ? [aRow(9)] : [aRow(1)];
    return { body: { items, next: null, total: 4, sums: { area: 0, length: 0 } } };
  });
  map.select({ id: 9, layerId: 11 });
  await waitFor(() =>
    expect(marked().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Tree 9')]),
  );
  // An object of another layer is not marked in this table.
  map.select({ id: 1, layerId: 12 });
  await waitFor(() => expect(marked()).toEqual([]));
});

/** Deletes an object beside the table, as its panel does. */
function DeleteTree2() {
  const deleteObject = useDeleteObject();
  return (
    <button type="button" onClick={() => void deleteObject({ object: aRow(2), layerIds: [11] })}>
      Delete the object
    </button>
  );
}

test('what is deleted or changed beside the table, here or by somebody else, is seen in it', async () => {
  const { map } = await renderOnMap(
    <>
      <MapTable layer={layer} />
      <DeleteTree2 />
    </>,
  );
  await screen.findByText('Tree 2');
  // The first object is deleted in its panel.
  server.on('DELETE /api/v1/geoms/2', () => ({ status: 204 }));
  rows = [aRow(1), aRow(3, { name: 'Other tree' })];
  await userEvent.click(screen.getByRole('button', { name: 'Delete the object' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.queryByText('Tree 2')).toBeNull());
  await screen.findByText('Other tree');
  // The second one is deleted by another user and answers 404.
  server.on('GET /api/v1/geoms/3', () => ({
    status: 404,
    body: { error: 'NOT_FOUND', message: '', requestId: '' },
  }));
  rows = [aRow(1)];
  map.select({ id: 3, layerId: 11 });
  await waitFor(() => expect(screen.queryByText('Other tree')).toBeNull());
  expect(screen.getByText('Tree 1')).toBeDefined();
});

test('whoever only reads chooses and zooms, and changes nothing', async () => {
  rows = rows.map((row) => ({ ...row, canWrite: false, canDelete: false }));
  const { person } = await open();
  await person.click(await screen.findByRole('checkbox', { name: 'Select Tree 1' }));
  expect(screen.getByRole('button', { name: 'Zoom to selection' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change…' })).toBeNull();
});

test('choosing all asks which pass the filter of the table, and not for more than can be changed together', async () => {
  let total = 4;
  server.on(`GET ${route}`, () => ({
    body: { items: rows, next: null, total, sums: { area: 0, length: 0 } },
  }));
  const objects = [1, 2, 3, 4].map((id) => ({ id, version: 5 }));
  server.on(`GET ${route}/ids`, () => ({ body: { objects, extent: [1, 0, 4, 0] } }));
  server.on(`POST ${route}/field`, () => ({ body: { entryId: 77, count: 4, left: 0 } }));
  const { person } = await open();
  await screen.findByText('Tree 2');
  await person.click(screen.getByRole('button', { name: 'Filter' }));
  await person.type(await screen.findByLabelText('Text'), 'oak');
  await waitFor(() => expect(server.sent.some(({ query }) => query._q === 'oak')).toBe(true));
  const all = screen.getByRole('checkbox', { name: /all/i });
  await person.click(all);
  await screen.findByRole('button', { name: 'Change…' });
  const asked = () => server.sent.filter(({ route: sent }) => sent === `GET ${route}/ids`);
  expect(asked().map(({ query }) => query)).toEqual([{ _q: 'oak' }]);
  await person.click(all);
  total = 5_001;
  await person.type(screen.getByLabelText('Text'), 's');
  await screen.findByText(/5,001 objects/);
  await person.click(all);
  await screen.findByText(/5,000/);
  expect(asked()).toHaveLength(1);
});

test('Export offers the rows and columns of the table; a file in work is named where it will lie', async () => {
  const file = {
    id: 9,
    classId: 11,
    format: 'xlsx',
    fileName: 'Trees_objects.xlsx',
    state: 'running',
    problem: null,
  };
  const more = { rowsDone: 1, rowsTotal: 3, size: null, createdAt: '2026-03-01T12:00:00.000Z' };
  const ordered = { ...file, ...more, expiresAt: '2026-03-03T12:00:00.000Z' };
  server.on('POST /api/v1/reports/exports', () => ({ status: 201, body: ordered }));
  server.on('GET /api/v1/reports/exports', () => ({ body: [ordered] }));
  const { person } = await open();
  const ordersSent = () =>
    server.sent.filter(({ route: sent }) => sent === 'POST /api/v1/reports/exports').map(({ body }) => body);
  await person.click(await screen.findByRole('checkbox', { name: 'Select Tree 1' }));
  await person.click(await screen.findByRole('button', { name: 'Filter' }));
  await person.type(screen.getByRole('textbox', { name: 'Text' }), 'oak');
  await waitFor(() => expect(server.sent.at(-1)?.query._q).toBe('oak'));
  await person.click(screen.getByRole('button', { name: 'Export' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export Trees' }));
  await person.click(await dialog.findByRole('radio', { name: 'Excel (XLSX)' }));
  expect(dialog.queryByRole('combobox', { name: 'Coordinate system' })).toBeNull();
  await person.click(dialog.getByRole('button', { name: 'Export' }));
  await dialog.findByText('Trees_objects.xlsx');
  expect(ordersSent()).toEqual([
    {
      classId: 11,
      format: 'xlsx',
      name: 'Trees',
      sort: '-added',
      filter: { _q: 'oak' },
      columns: expect.arrayContaining(['name', 'data.state']),
    },
  ]);
  await person.click(dialog.getByRole('button', { name: 'New export' }));
  await person.click(await dialog.findByRole('radio', { name: /^Selected/ }));
  await person.click(dialog.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(ordersSent()).toHaveLength(2));
  expect(ordersSent()[1]).toMatchObject({ format: 'gpkg', ids: [1], crs: 'EPSG:3059' });
  expect(ordersSent()[1]).not.toHaveProperty('filter');
  const [, closeButton] = await dialog.findAllByRole('button', { name: 'Close' });
  if (closeButton === undefined) throw new Error('there is no button');
  await person.click(closeButton);
  await screen.findByText(/You will find it on the Reports page/);
  await person.click(screen.getByRole('button', { name: 'Open the page' }));
  expect(window.location.hash).toBe('#/en/reports/layer-reports?layer=11');
});
