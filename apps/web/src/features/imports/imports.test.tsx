import type { Difference, DifferenceKind, Import, ImportSettings } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { group, layer } from '../../testing/treeNodeDialog.tsx';
import { ImportHost } from './ImportHost.tsx';
import { ImportList } from './ImportList.tsx';
import { closeImport, openImport } from './openedImport.ts';

const server = startFakeServer();

const field = (name: string, type: 'text' | 'integer' | 'list') => ({
  ...{ name, type, filled: 4, misfits: 0, isUnique: name === 'kadastrs', maxLength: 11 },
  distinct: type === 'list' ? 2 : null,
});
const candidate = (crs: string, name: string, inside: number) => ({
  ...{ crs, name, inside, isSwapped: false, isFromFile: crs === 'EPSG:32635' },
  distanceM: inside > 0 ? 0 : 6_050_000,
});
const far = candidate('EPSG:32635', 'WGS 84 / UTM zone 35N', 0);
const near = candidate('EPSG:3059', 'LKS92 / Latvia TM', 3);

const ready: Import = {
  id: 5,
  state: 'ready',
  files: [{ name: 'mezaudzes.zip', size: 38_400_000, received: 38_400_000 }],
  progress: null,
  isComparison: false,
  comparison: null,
  inspection: {
    format: 'shapefile',
    layers: ['mezaudzes'],
    layer: 'mezaudzes',
    tables: [],
    join: null,
    encoding: { name: 'windows-1257', origin: 'cpg' },
    sampleTexts: ['Ķeguma novads'],
    featureCount: 4,
    kinds: { point: 0, line: 0, polygon: 3 },
    crossing: 0,
    skipped: [{ reason: 'NO_GEOMETRY', count: 1, rows: [4] }],
    fields: [field('kadastrs', 'text'), field('suga', 'list'), field('OBJECTID', 'integer')],
    rows: [{ rowNumber: 1, values: ['80960003100', 'Bērzs', '50211'] }],
    sampleCount: 3,
    candidates: [far, near],
  },
  result: null,
  failure: null,
  createdAt: '2026-11-22T12:00:00.000Z',
  finishedAt: null,
  expiresAt: '2026-12-22T12:00:00.000Z',
};

let stored: Import;
beforeEach(() => {
  localStorage.clear();
  server.reset();
  writeStored('currentUser', aUser({ Admin: true }));
  stored = ready;
  server.on('GET /api/v1/imports', () => ({ body: [stored] }));
  server.on('GET /api/v1/imports/5', () => ({ body: stored }));
  server.on('GET /api/v1/imports/5/location', ({ query }) => ({
    body: {
      candidate: query.crs === 'EPSG:3059' ? near : far,
      shapes: [{ type: 'Point', coordinates: [0, 0] }],
      extent: { minx: 0, miny: 0, maxx: 1, maxy: 1 },
      mapArea: { minx: 0, miny: 0, maxx: 1, maxy: 1 },
    },
  }));
  server.on('GET /api/v1/coordinate-systems', () => ({
    body: [{ crs: 'EPSG:3301', name: 'Estonian System of 1997' }],
  }));
  const roads = group(7, 'Roads', { childClassifiers: [layer] });
  server.on('GET /api/v1/classifiers/1/include-children/admin', () => ({ body: [roads] }));
  server.on('GET /api/v1/layers', () => ({ body: [] }));
});
afterEach(() => {
  closeImport();
  cleanup();
  vi.restoreAllMocks();
});

const show = async () => {
  await renderOnMap(
    <>
      <ImportList />
      <ImportHost />
    </>,
  );
  openImport({ kind: 'existing', id: 5 });
  return userEvent.setup();
};
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('from the facts of a file over fields and location to the request, with a way back', async () => {
  const user = await show();
  expect(await screen.findByText('“Ķeguma novads”')).toBeTruthy();
  expect(screen.getByText(/polygons: 3/)).toBeTruthy();
  expect(screen.getByText('from the .cpg file')).toBeTruthy();
  await user.click(await button('Next: fields'));

  // A row number of the program that made the file is left out unless the user wants it.
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'OBJECTID' }).checked).toBe(false);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '{{suga}, {{nav}');
  expect(await screen.findByText('The file has no field “nav”')).toBeTruthy();
  expect((await button('Next: location')).disabled).toBe(true);
  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '{{suga}');
  expect(await screen.findByText('First row: Bērzs')).toBeTruthy();
  const species = screen.getByRole('textbox', { name: 'Name of the field suga' });
  await user.clear(species);
  await user.type(species, 'species');
  await user.click(await button('Next: location'));

  // The file's own system puts the objects far away: the way on is locked until the user decides.
  expect(await screen.findByText('These objects are far from your map.')).toBeTruthy();
  expect((await button('Next: destination')).disabled).toBe(true);
  await user.click(await button('use LKS92 / Latvia TM'));
  await waitFor(() => expect(screen.queryByText('These objects are far from your map.')).toBeNull());
  await user.click(await button('Next: destination'));

  expect((await button('Import')).disabled).toBe(true);
  await user.click(await screen.findByRole('combobox', { name: /Layer group/ }));
  await user.click(await screen.findByRole('option', { name: 'Roads', hidden: true }));
  server.on('POST /api/v1/imports/5/run', () => {
    stored = { ...ready, state: 'importing', progress: { done: 1, total: 4 } };
    return { body: stored };
  });
  await user.click(await button('Import'));
  expect(await screen.findByText('Importing, 1 of 4 objects')).toBeTruthy();
  const run = server.sent.find(({ route }) => route === 'POST /api/v1/imports/5/run');
  expect(run?.body as ImportSettings).toEqual({
    target: { kind: 'newLayer', groupId: 7, name: 'mezaudzes', isPublic: false },
    fields: [
      { source: 'kadastrs', name: 'kadastrs' },
      { source: 'suga', name: 'species' },
    ],
    name: '{suga}',
    crs: 'EPSG:3059',
    isSwapped: false,
    repairs: true,
    truncates: false,
  });
});

test('a table without coordinates is placed by its addresses, with how many of them were found', async () => {
  const table = {
    ...(ready.inspection as NonNullable<Import['inspection']>),
    ...{ format: 'csv' as const, kinds: { point: 0, line: 0, polygon: 0 }, sampleCount: 0, candidates: [] },
    fields: [field('nr', 'integer'), field('Adrese', 'text')],
    rows: [],
    skipped: [{ reason: 'NO_GEOMETRY' as const, count: 4, rows: [1, 2, 3, 4] }],
  };
  stored = { ...ready, inspection: table };
  const user = await show();
  expect(await screen.findByText(/no coordinates; select a column/)).toBeTruthy();
  await user.click(await button('Next: fields'));
  await user.click(await button('Next: location'));
  expect((await button('Next: destination')).disabled).toBe(true);
  server.on('GET /api/v1/imports/5/location', () => ({
    body: { candidate: near, shapes: [], extent: null, mapArea: { minx: 0, miny: 0, maxx: 1, maxy: 1 } },
  }));
  server.on('PUT /api/v1/imports/5/reading', () => {
    stored = {
      ...ready,
      inspection: {
        ...table,
        ...{ address: 'Adrese', kinds: { ...table.kinds, point: 2 }, sampleCount: 2, candidates: [near] },
        skipped: [
          { reason: 'ADDRESS_AMBIGUOUS', count: 1, rows: [2] },
          { reason: 'ADDRESS_NOT_FOUND', count: 1, rows: [3] },
        ],
      },
    };
    return { body: stored };
  });
  await user.click(screen.getByRole('radio', { name: /Addresses or names of places/ }));
  expect((await screen.findByText('Several places have it')).parentElement?.textContent).toContain('1');
  expect(screen.getByText('Found').parentElement?.textContent).toContain('2');
  expect(screen.queryByText('Best fits')).toBeNull();
  await waitFor(async () => expect((await button('Next: destination')).disabled).toBe(false));
  const sent = server.sent.find(({ route }) => route === 'PUT /api/v1/imports/5/reading');
  expect(sent?.body).toEqual({ layer: 'mezaudzes', columns: { address: 'Adrese' } });

  server.on('PUT /api/v1/imports/5/reading', () => {
    stored = { ...ready, inspection: { ...table, kinds: { ...table.kinds, point: 3 }, candidates: [near] } };
    return { body: stored };
  });
  await user.click(screen.getByRole('radio', { name: /^Coordinates/ }));
  const best = await screen.findByRole<HTMLInputElement>('radio', { name: /LKS92/ });
  expect(best.checked).toBe(true);
});

test('the result lists what was skipped in plain words, and the import can be undone', async () => {
  stored = {
    ...ready,
    state: 'done',
    result: {
      ...{
        layerId: 11,
        layerName: 'Stands',
        added: 118,
        repaired: 2,
        tookMs: 18_000,
        hasRows: true,
        undoneAt: null,
      },
      skipped: [
        { reason: 'NAME_TOO_LONG', count: 7, rows: [77, 3001, 3002, 3003, 3004, 3005] },
        { reason: 'NO_GEOMETRY', count: 1, rows: [4] },
      ],
    },
    finishedAt: '2026-11-22T12:00:18.000Z',
  };
  const user = await show();
  expect(await screen.findByText(/Imported into Stands/)).toBeTruthy();
  const rows = within(screen.getByRole('region', { name: 'Objects skipped: 8' })).getAllByRole('row');
  expect(rows[1]?.textContent).toBe(
    '7Name too longA name can have at most 40 characters.77, 3001, 3002, 3003, 3004 and 2 more',
  );
  server.on('POST /api/v1/imports/5/undo', () => ({ body: { deleted: 117, kept: 1 } }));
  await user.click(await button('Undo this import'));
  await user.click(await button('Yes'));
  expect(await screen.findByText('Deleted: 117. Kept because they were edited: 1.')).toBeTruthy();
});

test('skipped rows are corrected in a table and imported once more; only what was changed is sent', async () => {
  const result = (added: number, skipped: NonNullable<Import['result']>['skipped']) => ({
    ...{ layerId: 11, layerName: 'Stands', added, repaired: 0, tookMs: 900, undoneAt: null, skipped },
    hasRows: skipped.length > 0,
  });
  const missing = { reason: 'KEY_MISSING', count: 2, rows: [4, 9] } as const;
  stored = { ...ready, state: 'done', result: result(2, [{ ...missing, rows: [4, 9] }]) };
  let rows = [4, 9].map((rowNumber) => ({
    ...{ rowNumber, reason: 'KEY_MISSING', values: [null, `Suga ${rowNumber}`], shape: null },
  }));
  server.on('GET /api/v1/imports/5/skipped-rows', () => ({ body: { fields: ['kadastrs', 'suga'], rows } }));
  const user = await show();
  await user.click(await button('Fix here'));
  expect((await button('Import rows')).disabled).toBe(true);
  await user.type(await screen.findByRole('textbox', { name: 'kadastrs, row 4' }), '809');
  await user.type(screen.getByRole('textbox', { name: 'Shape (WKT), row 4' }), 'POINT(24 57)');
  server.on('POST /api/v1/imports/5/skipped-rows', () => {
    stored = { ...stored, result: result(3, [{ ...missing, count: 1, rows: [9] }]) };
    rows = rows.slice(1);
    return { body: stored };
  });
  await user.click(await button('Import rows'));
  expect(await screen.findByText('Imported: 1. Still skipped: 1.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'kadastrs, row 4' })).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'suga, row 9' }).value).toBe('Suga 9');
  const sent = server.sent.find(({ route }) => route === 'POST /api/v1/imports/5/skipped-rows');
  expect(sent?.body).toEqual({
    rows: [{ rowNumber: 4, values: [{ field: 'kadastrs', value: '809' }], wkt: 'POINT(24 57)' }],
  });
});

test('the list leads back to imports that wait, and a file that cannot be read says what to do', async () => {
  stored = { ...ready, state: 'failed', inspection: null, failure: 'SHP_MISSING' };
  const user = await show();
  expect(await screen.findByText(/the .shp file is missing/)).toBeTruthy();
  expect((await button('Next: fields')).disabled).toBe(true);
  const list = screen.getByRole('region', { name: 'Imports', hidden: true });
  expect(within(list).getByText('Failed')).toBeTruthy();
  server.on('DELETE /api/v1/imports/5', () => ({ status: 204 }));
  await user.click(await button('Cancel'));
  await waitFor(() =>
    expect(server.sent.some(({ route }) => route === 'DELETE /api/v1/imports/5')).toBe(true),
  );
});

test('an import that ends after its dialog was closed says so', async () => {
  stored = { ...ready, state: 'importing', progress: { done: 1, total: 4 } };
  const user = await show();
  expect(await screen.findByText('Importing, 1 of 4 objects')).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(server.sent.filter(({ route }) => route === 'GET /api/v1/imports').length).toBeGreaterThan(1),
  );
  stored = {
    ...ready,
    state: 'done',
    result: {
      ...{
        layerId: 11,
        layerName: 'Stands',
        added: 3,
        repaired: 0,
        tookMs: 900,
        hasRows: false,
        undoneAt: null,
      },
      skipped: [],
    },
  };
  expect(await screen.findByText('Imported into Stands: 3', undefined, { timeout: 5_000 })).toBeTruthy();
});

test('conflicts and missing objects are selected by the user alone, and what is selected is sent', async () => {
  stored = {
    ...ready,
    state: 'compared',
    isComparison: true,
    comparison: {
      layerId: 11,
      layerName: 'Stands',
      counts: { added: 1, changed: 2, conflict: 1, missing: 1, unchanged: 7, ambiguous: 0 },
      skipped: [],
      missingUses: { comments: 3, files: 4 },
      listsMissing: true,
      comparedAt: '2026-11-22T12:00:00.000Z',
      wasRepeated: true,
    },
  };
  const shape = { type: 'Point', coordinates: [0, 0] };
  const difference = (id: number, kind: DifferenceKind, values: Difference['values'] = []): Difference => ({
    ...{
      id,
      kind,
      values,
      rowNumber: id,
      objectId: id,
      key: `12-${id}`,
      name: 'Egle',
      isShapeChanged: false,
      edited: kind === 'conflict' ? { by: 'J. Kalniņš', at: '2026-11-14T09:00:00.000Z' } : null,
    },
    ...{ oldMeasure: 0, newMeasure: 0, oldShape: shape, newShape: shape },
  });
  server.on('GET /api/v1/imports/5/differences', () => ({
    body: {
      items: [
        difference(1, 'changed', [{ part: 'field', field: 'age', old: '62', new: '63' }]),
        difference(2, 'conflict'),
        difference(3, 'missing'),
      ],
      next: null,
    },
  }));
  server.on('POST /api/v1/imports/5/apply', () => ({ body: { ...stored, state: 'importing' } }));
  const user = await show();
  expect(await screen.findByText(/Everything was compared again/)).toBeTruthy();
  const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;
  await screen.findByRole('checkbox', { name: 'Select 12-1' });
  expect(['Select 12-1', 'Select 12-2', 'Select 12-3'].map(isChecked)).toEqual([true, false, false]);
  expect(screen.getByRole('row', { name: /12-1/ }).textContent).toContain('age62 → 63');
  expect(screen.getByRole('row', { name: /12-2/ }).textContent).toContain('J. Kalniņš, 14.11.2026');
  await button('Apply changes (3)');
  await user.click(screen.getByRole('checkbox', { name: 'Select 12-1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select 12-2' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select all: Missing from the file' }));
  expect(await screen.findByText(/With files: 4, comments: 3/)).toBeTruthy();
  await user.click(await button('Apply changes (4)'));
  expect(await screen.findByText('Applying the changes')).toBeTruthy();
  const sent = server.sent.find(({ route }) => route === 'POST /api/v1/imports/5/apply');
  expect(sent?.body).toEqual({
    added: { all: true, except: [] },
    changed: { all: true, except: [1] },
    conflict: { all: false, except: [2] },
    missing: { all: true, except: [] },
  });
});
