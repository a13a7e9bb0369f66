import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSettings } from '../../settings/index.ts';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { ClassifierDialog } from './ClassifierDialog.tsx';
import {
  closeClassifierDialog,
  type OpenClassifierDialog,
  openClassifierDialog,
} from './classifierDialog.ts';
import { EditLayerButton } from './EditLayerButton.tsx';

vi.mock('../../settings/index.ts', () => ({ readSettings: vi.fn(() => ({ enableServerRendering: true })) }));

const server = startFakeServer();
const group = (id: number, name: string) => ({
  id,
  name,
  companyId: 1,
  kind: 'group',
  canManage: true,
  canAdd: true,
  childClassifiers: [],
});
const layer = {
  id: 11,
  id1: 2,
  kind: 'layer',
  sourceId: null,
  companyId: 1,
  unitId: 7,
  name: 'Trees',
  names: {},
  description: 'In streets',
  zoomFrom: 5,
  zoomTo: null,
  zIndex: 3,
  serverside: false,
  allowPublicRegistration: true,
  showAfterReview: false,
  showDefault: true,
  allObjectsPublic: null,
  geomStyle: '{ "lineWidth": 2 }',
  layerFields: [
    { name: 'species', type: 'text' },
    { name: 'height', type: 'text', hint: { kind: 'number' } },
  ],
  ruleset: {
    condition: 'or',
    rules: [
      { field: 'species', operator: '!=', value: 'oak' },
      { field: 'height', operator: '=', value: '3' },
    ],
  },
  statusType: null,
  canAdd: true,
  canEdit: true,
  canManage: true,
  version: 4,
  kinds: ['point'],
};
const tree = 'GET /api/v1/classifiers/1/include-children/admin';
const single = 'GET /api/v1/classifiers/single/11';
const usage = 'GET /api/v1/classifiers/11/usage';
const units = 'GET /api/v1/units';
const put = 'PUT /api/v1/classifiers/1';
const post = 'POST /api/v1/classifiers/1';
const saved = vi.fn();

beforeEach(() => {
  localStorage.clear();
  closeClassifierDialog();
  saved.mockReset();
  server.reset();
  writeStored('currentUser', aUser({ Admin: true }));
  server.on(tree, () => ({ body: [group(2, 'Nature'), group(3, 'Roads')] }));
  server.on(single, () => ({ body: layer }));
  server.on(usage, ({ query }) => ({ body: { objects: 12, withValue: query.field ? 7 : null } }));
  server.on(units, () => ({
    body: [
      { id: 7, parentId: null, name: 'Town' },
      { id: 8, parentId: 7, name: 'Parks' },
    ],
  }));
  server.on(put, () => ({ body: layer }));
  server.on(post, () => ({ status: 201, body: { ...layer, id: 99 } }));
});
afterEach(cleanup);

async function open(state: OpenClassifierDialog) {
  await renderOnMap(<ClassifierDialog onSaved={saved} />);
  openClassifierDialog(state);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Save' }, { timeout: 20_000 });
  return { user: userEvent.setup(), dialog: within(dialog) };
}
const openLayer = async (changes = {}) => {
  server.on(single, () => ({ body: { ...layer, ...changes } }));
  const opened = await open({ kind: 'edit', what: 'layer', id: 11 });
  return opened;
};
const sentBody = (route: string) =>
  server.sent.findLast((one) => one.route === route)?.body as Record<string, unknown>;
const groupInput = () => screen.getByLabelText(/^Group/, { selector: 'input' });
const saveButton = () => screen.getByRole('button', { name: 'Save' });
const nameInput = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name\b(?! of)/ });
const fieldNames = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of field/ });

test('CLS-01: four titles', async () => {
  server.on('GET /api/v1/classifiers/single/2', () => ({ body: { ...layer, id: 2, kind: 'group', id1: 1 } }));
  const titles: [OpenClassifierDialog, string][] = [
    [{ kind: 'duplicate', what: 'layer', id: 11 }, 'Duplicate classifier'],
    [{ kind: 'add', what: 'layer', parentId: null }, 'Add classifier'],
    [{ kind: 'edit', what: 'layer', id: 11 }, 'Edit classifier'],
    [{ kind: 'edit', what: 'group', id: 2 }, 'Edit classifier group'],
  ];
  await renderOnMap(<ClassifierDialog />);
  for (const [state, title] of titles) {
    openClassifierDialog(state);
    expect(await screen.findByRole('dialog', { name: title })).toBeTruthy();
  }
});

test('CLS-02 CLS-06 CLS-17 CLS-21: a layer starts with its group; a new name makes a new group', async () => {
  const { user, dialog } = await open({ kind: 'add', what: 'layer', parentId: null });
  expect(dialog.queryByRole('textbox', { name: /^Description/ })).toBeNull();
  await user.click(saveButton());
  expect(dialog.getByText('Choose a group or type the name of a new one')).toBeTruthy();
  await user.type(groupInput(), 'Water{Enter}');
  await user.type(nameInput(), 'Wells');
  await user.type(dialog.getByRole('textbox', { name: /^Description/ }), 'Old ones');
  await user.click(saveButton());
  await waitFor(() => expect(saved).toHaveBeenCalledWith(99));
  expect(sentBody(post)).toMatchObject({ parentName: 'Water', name: 'Wells', description: 'Old ones' });
  expect(sentBody(post)).not.toHaveProperty('id1');
});

test('D-PERM-01: a group is put into a unit: a new one, one that a layer makes, and one that moves', async () => {
  const { user, dialog } = await open({ kind: 'add', what: 'group', parentId: null });
  const unit = await dialog.findByRole<HTMLInputElement>('combobox', { name: 'Unit' });
  expect(unit.value).toBe('Town');
  await user.type(nameInput(), 'Trees');
  await user.type(dialog.getByRole('textbox', { name: /^Description/ }), 'All');
  await user.click(unit);
  await user.click(await screen.findByRole('option', { name: 'Town / Parks' }));
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(post)).toEqual({ name: 'Trees', description: 'All', unitId: 8 }));

  cleanup();
  closeClassifierDialog();
  const second = await open({ kind: 'add', what: 'layer', parentId: null });
  expect(second.dialog.queryByRole('combobox', { name: 'Unit' })).toBeNull();
  await second.user.type(groupInput(), 'Water{Enter}');
  await second.user.type(nameInput(), 'Wells');
  await second.user.type(second.dialog.getByRole('textbox', { name: /^Description/ }), 'Old ones');
  await second.user.click(await second.dialog.findByRole('combobox', { name: 'Unit' }));
  await second.user.click(await screen.findByRole('option', { name: 'Town / Parks' }));
  await second.user.click(saveButton());
  await waitFor(() => expect(sentBody(post)).toMatchObject({ parentName: 'Water', unitId: 8 }));

  cleanup();
  closeClassifierDialog();
  const nature = { ...layer, id: 2, kind: 'group', id1: 1, unitId: 8 };
  server.on('GET /api/v1/classifiers/single/2', () => ({ body: nature }));
  const third = await open({ kind: 'edit', what: 'group', id: 2 });
  const moved = await third.dialog.findByRole<HTMLInputElement>('combobox', { name: 'Unit' });
  expect(moved.value).toBe('Town / Parks');
  await third.user.click(moved);
  await third.user.click(await screen.findByRole('option', { name: 'Town' }));
  await third.user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ id: 2, unitId: 7 }));
});

test('CLS-03 CLS-04: an existing group is preselected where it is known, and sent by its id', async () => {
  const { user, dialog } = await open({ kind: 'add', what: 'layer', parentId: 3 });
  expect(dialog.getByText('Roads')).toBeTruthy();
  await user.type(nameInput(), 'Signs');
  await user.type(dialog.getByRole('textbox', { name: /^Description/ }), 'All');
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(post)).toMatchObject({ id1: 3 }));
  expect(sentBody(post)).not.toHaveProperty('parentName');
});

test('CLS-05 CLS-15 CLS-16 CLS-19: name and description are required; an invalid form marks both and stays', async () => {
  const { user, dialog } = await open({ kind: 'add', what: 'group', parentId: null });
  await user.click(saveButton());
  expect(dialog.getByText('Enter a name')).toBeTruthy();
  expect(dialog.getByText('Enter a description')).toBeTruthy();
  expect(server.countOf(post)).toBe(0);
});

test('CLS-07 CLS-08 CLS-11 CLS-14 FIELD-09 D-CLS-18: what is saved unchanged is what was opened, its style byte for byte', async () => {
  const { user, dialog } = await openLayer();
  expect(dialog.getByLabelText('Zoom from')).toHaveProperty('value', '5');
  expect(dialog.getByLabelText('zIndex')).toHaveProperty('value', '3');
  expect(dialog.getByRole('radio', { name: 'Each decides' })).toHaveProperty('disabled', true);
  await user.click(saveButton());
  await waitFor(() => expect(saved).toHaveBeenCalledWith(11));
  const put4 = server.sent.findLast(({ route }) => route === put);
  expect(put4?.headers['if-match']).toBe('"4"');
  expect(put4?.body).toEqual({
    geomStyle: '{ "lineWidth": 2 }',
    id: 11,
    name: 'Trees',
    description: 'In streets',
    id1: 2,
    zoomFrom: 5,
    zoomTo: null,
    zIndex: 3,
    serverside: false,
    allowPublicRegistration: true,
    showAfterReview: false,
    showDefault: true,
    allObjectsPublic: null,
    layerFields: [
      { name: 'species', type: 'text', oldValue: '' },
      { name: 'height', type: 'text', oldValue: '', hint: { kind: 'number' } },
    ],
    ruleset: layer.ruleset,
  });
});

test('CLS-11: the public state goes on and off, and not back to neutral', async () => {
  const { user, dialog } = await openLayer();
  await user.click(dialog.getByRole('radio', { name: 'On' }));
  await user.click(dialog.getByText('Each decides'));
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ allObjectsPublic: true }));
});

test('CLS-09: server-side rendering is for switching only where the environment allows it', async () => {
  const first = await openLayer();
  expect(first.dialog.getByRole('switch', { name: /^Server-side rendering/ })).toHaveProperty(
    'disabled',
    false,
  );
  cleanup();
  closeClassifierDialog();
  vi.mocked(readSettings).mockReturnValue({ enableServerRendering: false } as ReturnType<
    typeof readSettings
  >);
  const second = await openLayer();
  expect(second.dialog.getByRole('switch', { name: /^Server-side rendering/ })).toHaveProperty(
    'disabled',
    true,
  );
  vi.mocked(readSettings).mockReturnValue({ enableServerRendering: true } as ReturnType<typeof readSettings>);
});

test('CLS-20 D-CLS-11: a refused save marks its fields, is logged, shows no toast and stays open', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  server.on(put, () => ({
    status: 400,
    body: {
      error: 'VALIDATION',
      message: '',
      requestId: 'r',
      errors: [{ path: '/layerFields/1/name', code: 'DUPLICATE' }],
    },
  }));
  const { user, dialog } = await openLayer();
  await user.click(saveButton());
  expect(await dialog.findByText('Not saved. Look at the marked fields.')).toBeTruthy();
  expect(fieldNames()[1]?.getAttribute('aria-invalid')).toBe('true');
  expect(log).toHaveBeenCalledWith('the classifier was not saved', expect.anything());
  expect(screen.queryByText('Every layer field needs a name')).toBeNull();
  expect(saved).not.toHaveBeenCalled();
  log.mockRestore();
});

test('FIELD-02 FIELD-03 FIELD-04 FIELD-05 FIELD-06: a new field is text, and no field goes without a name', async () => {
  const { user, dialog } = await openLayer();
  await user.click(dialog.getByRole('button', { name: 'Add field' }));
  const added = fieldNames()[2] as HTMLInputElement;
  expect(dialog.getByRole('textbox', { name: 'Type of field 3' })).toMatchObject({
    value: 'text',
    disabled: true,
  });
  await user.click(saveButton());
  expect(await screen.findByText('Every layer field needs a name')).toBeTruthy();
  expect(dialog.getByText('Give the field a name')).toBeTruthy();
  expect(server.countOf(put)).toBe(0);
  await user.type(added, 'girth');
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect((sentBody(put).layerFields as object[])[2]).toEqual({
    name: 'girth',
    type: 'text',
    oldValue: 'new_field',
  });
});

test('D-CLS-08: a name that ends rules and labels is refused before anything is sent; a stored one may stay', async () => {
  const { user, dialog } = await openLayer({ layerFields: [{ name: 'a=b', type: 'text' }], ruleset: null });
  await user.type(fieldNames()[0] as HTMLInputElement, '2');
  await user.click(saveButton());
  expect(await dialog.findByText('A field name has no =, { or } and does not begin with _')).toBeTruthy();
  expect(server.countOf(put)).toBe(0);
  await user.type(fieldNames()[0] as HTMLInputElement, '{Backspace}');
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
});

test('FIELD-01 LFLT-04 D-CLS-08: removing a field says how many objects lose a value, and takes its rules along', async () => {
  const { user, dialog } = await openLayer();
  expect(dialog.getByText('Removing a field deletes its values from all objects of the layer')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Remove field species' }));
  expect(await dialog.findByText('7 objects hold a value in species.')).toBeTruthy();
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect(sentBody(put).ruleset).toEqual({
    condition: 'or',
    rules: [{ field: 'height', operator: '=', value: '3' }],
  });
});

test('FIELD-09 FIELD-10 LFLT-05: renaming a field renames it in the filter at once', async () => {
  const { user, dialog } = await openLayer();
  const species = fieldNames()[0] as HTMLInputElement;
  await user.clear(species);
  await user.type(species, 'kind');
  await waitFor(() => expect(dialog.getAllByTitle('Field')[0]).toHaveProperty('value', 'kind'));
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect((sentBody(put).layerFields as object[])[0]).toEqual({
    name: 'kind',
    type: 'text',
    oldValue: 'species',
  });
  expect(sentBody(put).ruleset).toMatchObject({ rules: [{ field: 'kind' }, { field: 'height' }] });
});

test('CLS-12 CLS-13 LFLT-01 LFLT-02 LFLT-03: the filter has one level, = and !=, and is not there without fields', async () => {
  const { user, dialog } = await openLayer({ ruleset: null });
  await user.click(dialog.getByRole('button', { name: /^Layer filter/ }));
  expect(await dialog.findByText('Without rules the layer shows all its objects.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: /Add rule/ }));
  expect(dialog.queryByRole('button', { name: /group/i })).toBeNull();
  await user.type(dialog.getByTitle('Value'), 'oak');
  await user.click(saveButton());
  await waitFor(() => expect(server.countOf(put)).toBe(1));
  expect(sentBody(put).ruleset).toEqual({
    condition: 'and',
    rules: [{ field: 'species', operator: '=', value: 'oak' }],
  });
  cleanup();
  closeClassifierDialog();
  const bare = await openLayer({ layerFields: [], ruleset: null });
  expect(bare.dialog.queryByRole('button', { name: /^Layer filter/ })).toBeNull();
});

test('FIELD-07 FIELD-08 D-CLS-05: fields are locked in a duplicate and in a view', async () => {
  server.on('POST /api/v1/classifiers/1/11/duplicate', () => ({ status: 201, body: { ...layer, id: 12 } }));
  const { user, dialog } = await open({ kind: 'duplicate', what: 'layer', id: 11 });
  for (const input of fieldNames()) expect(input.disabled).toBe(true);
  expect(dialog.queryByRole('button', { name: 'Add field' })).toBeNull();
  await user.click(saveButton());
  await waitFor(() => expect(saved).toHaveBeenCalledWith(12));
  expect(sentBody('POST /api/v1/classifiers/1/11/duplicate')).not.toHaveProperty('layerFields');
  cleanup();
  closeClassifierDialog();
  await openLayer({ sourceId: 10 });
  for (const input of fieldNames()) expect(input.disabled).toBe(true);
});

test('LIST-05: with Read the dialog is for looking; without it the button rests', async () => {
  writeStored('currentUser', aUser({ permissions: { userName: 'I', unitPermissions: { 7: ['Read'] } } }));
  await renderOnMap(
    <>
      <EditLayerButton layer={{ id: 11, name: 'Trees', companyId: 1, unitId: 7 }} />
      <EditLayerButton layer={{ id: 12, name: 'Secret', companyId: 1, unitId: 8 }} />
      <EditLayerButton layer={{ id: 13, name: 'Foreign', companyId: 2, unitId: 7 }} />
      <ClassifierDialog />
    </>,
  );
  for (const name of ['Secret', 'Foreign'])
    expect(screen.getByRole('button', { name: `Edit layer ${name}` })).toHaveProperty('disabled', true);
  server.on(single, () => ({ body: { ...layer, canEdit: false, canManage: false } }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Edit layer Trees' }));
  expect(
    await screen.findByText('You may look at this, not change it.', undefined, { timeout: 20_000 }),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  for (const input of screen.getAllByRole<HTMLInputElement>('textbox')) expect(input.disabled).toBe(true);
});
