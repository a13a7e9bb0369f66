import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { readSettings } from '../../../settings/index.ts';
import { writeStored } from '../../../storage/index.ts';
import { answerDiscard } from '../../../testing/answerDiscard.ts';
import { aUser } from '../../../testing/aUser.ts';
import { fillIn } from '../../../testing/fillIn.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import {
  fieldNames,
  group,
  layer,
  post,
  put,
  saveButton,
  single,
  startDialogWorld,
  tree,
} from '../../../testing/treeNodeDialog.tsx';
import { EditLayerButton } from '../EditLayerButton.tsx';
import { closeTreeNodeDialog, type OpenTreeNodeDialog, openTreeNodeDialog } from './dialogState.ts';
import { TreeNodeDialog } from './TreeNodeDialog.tsx';

vi.mock('../../../settings/index.ts', () => ({
  readSettings: vi.fn(() => ({ enableServerRendering: true })),
}));

const { server, saved, open, openLayer, sentBody } = startDialogWorld();
const groupInput = () => screen.getByLabelText(/^Group/, { selector: 'input' });
const nameInput = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name\b(?! of)/ });

test('CLS-01: four titles', async () => {
  server.on('GET /api/v1/classifiers/single/2', () => ({ body: { ...layer, id: 2, kind: 'group', id1: 1 } }));
  const titles: [OpenTreeNodeDialog, string][] = [
    [{ kind: 'duplicate', what: 'layer', id: 11 }, 'Duplicate classifier'],
    [{ kind: 'add', what: 'layer', parentId: null }, 'Add classifier'],
    [{ kind: 'edit', what: 'layer', id: 11 }, 'Edit classifier'],
    [{ kind: 'edit', what: 'group', id: 2 }, 'Edit classifier group'],
  ];
  await renderOnMap(<TreeNodeDialog />);
  for (const [state, title] of titles) {
    openTreeNodeDialog(state);
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
  await fillIn(user, dialog.getByRole('textbox', { name: /^Description/ }), 'Old ones');
  await user.click(saveButton());
  await waitFor(() => expect(saved).toHaveBeenCalledWith(99));
  expect(sentBody(post)).toMatchObject({ parentName: 'Water', name: 'Wells', description: 'Old ones' });
  expect(sentBody(post)).not.toHaveProperty('id1');
});

test('D-PERM-01: a group is put into a unit: a new one, one that a layer makes, and one that moves', async () => {
  const { user, dialog } = await open({ kind: 'add', what: 'group', parentId: null });
  const unit = await dialog.findByRole<HTMLInputElement>('combobox', { name: 'Unit' });
  expect(unit.value).toBe('Town');
  await fillIn(user, nameInput(), 'Trees');
  await user.type(dialog.getByRole('textbox', { name: /^Description/ }), 'All');
  await user.click(unit);
  await user.click(await screen.findByRole('option', { name: 'Town / Parks' }));
  await user.click(saveButton());
  await waitFor(() =>
    expect(sentBody(post)).toEqual({
      name: 'Trees',
      names: { en: 'Trees', ru: '', lv: '' },
      description: 'All',
      unitId: 8,
    }),
  );

  cleanup();
  closeTreeNodeDialog();
  const second = await open({ kind: 'add', what: 'layer', parentId: null });
  expect(second.dialog.queryByRole('combobox', { name: 'Unit' })).toBeNull();
  await second.user.type(groupInput(), 'Water{Enter}');
  await fillIn(second.user, nameInput(), 'Wells');
  await fillIn(second.user, second.dialog.getByRole('textbox', { name: /^Description/ }), 'Old ones');
  await second.user.click(await second.dialog.findByRole('combobox', { name: 'Unit' }));
  await second.user.click(await screen.findByRole('option', { name: 'Town / Parks' }));
  await second.user.click(saveButton());
  await waitFor(() => expect(sentBody(post)).toMatchObject({ parentName: 'Water', unitId: 8 }));

  cleanup();
  closeTreeNodeDialog();
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
  await fillIn(user, nameInput(), 'Signs');
  await user.type(dialog.getByRole('textbox', { name: /^Description/ }), 'All');
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(post)).toMatchObject({ id1: 3 }));
  expect(sentBody(post)).not.toHaveProperty('parentName');
});

test('CLS-03 CLS-04 CLS-21: groups of one name show their unit, and a layer that is saved unchanged stays in its group', async () => {
  server.on(tree, () => ({
    body: [
      group(2, 'Roads', { unitId: 7 }),
      group(5, 'Roads', { unitId: 8 }),
      group(6, 'Parks', { unitId: 8 }),
    ],
  }));
  const { user, dialog } = await openLayer({ id1: 5 });
  expect(await dialog.findByText('Roads (Town / Parks)')).toBeTruthy();
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ id1: 5 }));
  expect(sentBody(put)).not.toHaveProperty('parentName');

  cleanup();
  closeTreeNodeDialog();
  const second = await open({ kind: 'add', what: 'layer', parentId: null });
  await second.user.click(groupInput());
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Roads (Town)',
    'Roads (Town / Parks)',
    'Parks',
  ]);
  await second.user.click(screen.getByRole('option', { name: 'Roads (Town / Parks)' }));
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  await fillIn(second.user, nameInput(), 'Signs');
  await second.user.type(second.dialog.getByRole('textbox', { name: /^Description/ }), 'All');
  await second.user.click(saveButton());
  await waitFor(() => expect(sentBody(post)).toMatchObject({ id1: 5, name: 'Signs' }));
});

test('CLS-21: a new group may have the name of a group that the user does not manage, and commas', async () => {
  server.on(tree, () => ({ body: [group(2, 'Roads, bridges', { canManage: false })] }));
  const { user, dialog } = await open({ kind: 'add', what: 'layer', parentId: null });
  await user.type(groupInput(), 'Roads, bridges{Enter}');
  await fillIn(user, nameInput(), 'Signs');
  await user.type(dialog.getByRole('textbox', { name: /^Description/ }), 'All');
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(post)).toMatchObject({ parentName: 'Roads, bridges' }));
  expect(sentBody(post)).not.toHaveProperty('id1');
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
  expect(dialog.getByLabelText('Drawing order')).toHaveProperty('value', '3');
  expect(dialog.getByRole('radio', { name: 'Per object' })).toHaveProperty('disabled', true);
  await user.click(saveButton());
  await waitFor(() => expect(saved).toHaveBeenCalledWith(11));
  const put4 = server.sent.findLast(({ route }) => route === put);
  expect(put4?.headers['if-match']).toBe('"4"');
  expect(put4?.body).toEqual({
    geomStyle: '{ "lineWidth": 2 }',
    density: { kind: 'asIs' },
    caseLayer: null,
    id: 11,
    name: 'Trees',
    names: { en: 'Trees', ru: '', lv: '' },
    description: 'In streets',
    id1: 2,
    zoomFrom: 5,
    zoomTo: null,
    zIndex: 3,
    serverside: false,
    allowPublicRegistration: true,
    showAfterReview: false,
    blurPositions: false,
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
  await user.click(dialog.getByText('Per object'));
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ allObjectsPublic: true }));
  cleanup();
  const again = await openLayer({ allowPublicRegistration: false });
  await again.user.click(again.dialog.getByRole('radio', { name: 'Off' }));
  await again.user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ allObjectsPublic: false }));
});

test('CLS-07 CLS-08: zoom range, order and every switch are changed and saved', async () => {
  const { user, dialog } = await openLayer();
  for (const [label, value] of [
    ['Zoom from', '7'],
    ['Zoom to', '12.5'],
    ['Drawing order', '-4'],
  ] as const) {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), value);
  }
  for (const name of [
    'Server-side rendering',
    'Show visitors’ reports only after review',
    'Enable layer by default',
  ])
    await user.click(dialog.getByRole('switch', { name }));
  await user.click(saveButton());
  await waitFor(() =>
    expect(sentBody(put)).toMatchObject({
      zoomFrom: 7,
      zoomTo: 12.5,
      zIndex: -4,
      serverside: true,
      allowPublicRegistration: true,
      showAfterReview: true,
      showDefault: false,
    }),
  );
  cleanup();
  const again = await openLayer({ showAfterReview: true });
  await again.user.click(again.dialog.getByRole('switch', { name: 'Allow public registration' }));
  await again.user.click(saveButton());
  // A layer without public registration has nothing to review.
  await waitFor(() =>
    expect(sentBody(put)).toMatchObject({ allowPublicRegistration: false, showAfterReview: false }),
  );
});

test('CLS-12 CLS-14: three sections fold, keeping what was typed; the cross asks before it throws that away', async () => {
  const { user, dialog } = await openLayer();
  await user.type(fieldNames()[0] as HTMLInputElement, '2');
  const contents = {
    'Object style': () => dialog.queryByRole('tab', { name: 'Fill' }),
    'Layer fields': () => dialog.queryByRole('button', { name: 'Add field' }),
    'Layer filter': () => dialog.queryAllByTitle('Comparison')[0],
  };
  for (const [name, content] of Object.entries(contents)) {
    await waitFor(() => expect(content()).toBeTruthy(), { timeout: 20_000 });
    const head = dialog.getByRole('button', { name: new RegExp(`^${name}`) });
    await user.click(head);
    expect([head.getAttribute('aria-expanded'), content() ?? null]).toEqual(['false', null]);
    await user.click(head);
    await waitFor(() => expect(content()).toBeTruthy());
  }
  expect(fieldNames()[0]?.value).toBe('species2');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await answerDiscard(user, 'No');
  expect(fieldNames()[0]?.value).toBe('species2');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await answerDiscard(user, 'Yes');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.countOf(put)).toBe(0);
});

test('CLS-14: the cross of an unchanged layer asks nothing, nor does text that is as it was', async () => {
  const { user, dialog } = await openLayer();
  const name = nameInput();
  await user.type(name, '2{Backspace}');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('CLS-09: server-side rendering is for switching only where the environment allows it', async () => {
  const first = await openLayer();
  expect(first.dialog.getByRole('switch', { name: /^Server-side rendering/ })).toHaveProperty(
    'disabled',
    false,
  );
  cleanup();
  closeTreeNodeDialog();
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
  expect(await dialog.findByText('Not saved. Correct the marked fields.')).toBeTruthy();
  expect(fieldNames()[1]?.getAttribute('aria-invalid')).toBe('true');
  expect(log).toHaveBeenCalledWith('the classifier was not saved', expect.anything());
  expect(screen.queryByText('Every layer field needs a name')).toBeNull();
  expect(saved).not.toHaveBeenCalled();
  log.mockRestore();
});

test('LIST-05: with Read the dialog is for looking; without it the button rests', async () => {
  writeStored('currentUser', aUser({ permissions: { userName: 'I', unitPermissions: { 7: ['Read'] } } }));
  await renderOnMap(
    <>
      <EditLayerButton layer={{ id: 11, name: 'Trees', companyId: 1, unitId: 7 }} />
      <EditLayerButton layer={{ id: 12, name: 'Secret', companyId: 1, unitId: 8 }} />
      <EditLayerButton layer={{ id: 13, name: 'Foreign', companyId: 2, unitId: 7 }} />
      <TreeNodeDialog />
    </>,
  );
  for (const name of ['Secret', 'Foreign'])
    expect(screen.getByRole('button', { name: `Edit layer ${name}` })).toHaveProperty('disabled', true);
  server.on(single, () => ({ body: { ...layer, canEdit: false, canManage: false } }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Edit layer Trees' }));
  expect(await screen.findByText('You have read-only access.', undefined, { timeout: 20_000 })).toBeTruthy();
  // The server refuses the list of units to users who manage none.
  expect(server.countOf('GET /api/v1/units')).toBe(0);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  for (const input of screen.getAllByRole<HTMLInputElement>('textbox')) expect(input.disabled).toBe(true);
});

test('zoom levels that would hide the layer for ever are marked before anything is sent', async () => {
  const { user, dialog } = await openLayer();
  const [from, to] = ['Zoom from', 'Zoom to'].map((name) => dialog.getByRole('textbox', { name }));
  if (from === undefined || to === undefined) throw new Error('there are no zoom levels');
  const setZooms = async (start: string, end: string) => {
    await user.clear(from);
    await user.type(from, start);
    await user.clear(to);
    await user.type(to, end);
    await user.click(saveButton());
  };
  await setZooms('15', '8');
  expect(to.getAttribute('aria-invalid')).toBe('true');
  expect(dialog.getByText(/lower than the start of the range/)).toBeTruthy();
  await setZooms('3', '40');
  expect(dialog.getByText('Enter a number from 0 to 28')).toBeTruthy();
  expect(server.countOf(put)).toBe(0);
  await setZooms('8', '8');
  await waitFor(() => expect(sentBody(put)).toMatchObject({ zoomFrom: 8, zoomTo: 8 }));
  expect(await screen.findByText('Saved')).toBeTruthy();
});

test('D-CLS-07: open for visitors who see none of the objects is refused at the switch, with the reason', async () => {
  const { user, dialog } = await openLayer({ allObjectsPublic: true, allowPublicRegistration: true });
  await user.click(dialog.getByRole('radio', { name: 'Off' }));
  await user.click(saveButton());
  expect(dialog.getByText(/Visitors may not add to a layer whose objects they never see/)).toBeTruthy();
  expect(server.countOf(put)).toBe(0);
});

test('a label text warns of fields that the layer does not have, of lone braces, and that it is not drawn', async () => {
  const { user, dialog } = await openLayer({ geomStyle: '{"labelEnabled":false}' });
  await user.click(await dialog.findByRole('tab', { name: 'Labels' }, { timeout: 20_000 }));
  const text = dialog.getByRole('textbox', { name: 'Label text' });
  expect(dialog.queryByText(/Labels are switched off/)).toBeNull();
  await user.type(text, '{{species} {{data.nope}');
  expect(dialog.getByText('The layer has no field “nope”: nothing is drawn in its place')).toBeTruthy();
  expect(dialog.queryByText(/no field “species”/)).toBeNull();
  expect(dialog.queryByText(/A single/)).toBeNull();
  expect(dialog.getByText(/Labels are switched off/)).toBeTruthy();
  await user.type(text, ' }');
  expect(dialog.getByText(/A single/)).toBeTruthy();
  await user.click(dialog.getByRole('switch', { name: 'Show labels' }));
  expect(dialog.queryByText(/Labels are switched off/)).toBeNull();
});

test('CLS-17: a duplicate needs a group, too', async () => {
  server.on(tree, () => ({ body: [group(2, 'Nature', { childClassifiers: [layer] })] }));
  const { user, dialog } = await open({ kind: 'duplicate', what: 'layer', id: 11 });
  await user.click(groupInput());
  await user.keyboard('{Backspace}');
  await user.click(saveButton());
  expect(dialog.getByText('Choose a group or type the name of a new one')).toBeTruthy();
  expect(server.sent.filter(({ route }) => route.startsWith('POST'))).toEqual([]);
});

test('a name that a neighbour has is pointed out, and a duplicate says that it shows the same objects', async () => {
  server.on(tree, () => ({ body: [group(2, 'Nature', { childClassifiers: [layer] }), group(3, 'Roads')] }));
  const { user, dialog } = await open({ kind: 'duplicate', what: 'layer', id: 11 });
  expect(nameInput().value).toBe('Trees');
  expect(await dialog.findByText('This name already exists')).toBeTruthy();
  expect(dialog.getByText(/The duplicate shows the same objects/)).toBeTruthy();
  await user.type(nameInput(), ' by height');
  expect(dialog.queryByText('This name already exists')).toBeNull();
  cleanup();
  closeTreeNodeDialog();
  const added = await open({ kind: 'add', what: 'group', parentId: null });
  await fillIn(added.user, nameInput(), 'roads');
  expect(await added.dialog.findByText('This name already exists')).toBeTruthy();
  cleanup();
  closeTreeNodeDialog();
  await openLayer();
  expect(screen.queryByText('This name already exists')).toBeNull();
});

test('how a layer is drawn zoomed out is chosen beside its zoom range, and not with Read', async () => {
  const { user, dialog } = await openLayer();
  const choice = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Zoomed out' });
  expect(choice().value).toBe('As specified');
  await user.click(choice());
  await user.click(await screen.findByRole('option', { name: 'Thinned' }));
  expect(await dialog.findByText(/points are smaller/)).toBeTruthy();
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ density: { kind: 'thinned' } }));
  expect(sentBody(put)).toMatchObject({ geomStyle: layer.geomStyle });

  cleanup();
  closeTreeNodeDialog();
  server.on(single, () => ({ body: { ...layer, canEdit: false, density: { kind: 'thinned' } } }));
  await renderOnMap(<TreeNodeDialog />);
  openTreeNodeDialog({ kind: 'edit', what: 'layer', id: 11 });
  await screen.findByRole('combobox', { name: 'Zoomed out' });
  expect([choice().value, choice().disabled]).toEqual(['Thinned', true]);
});

test('a case layer says in how many days its objects are due, and whether those are working days', async () => {
  const { user, dialog } = await openLayer();
  await user.click(dialog.getByRole('switch', { name: /^Case layer/ }));
  const days = () => dialog.getByLabelText<HTMLInputElement>('Due after');
  expect(days().value).toBe('5');
  await user.clear(days());
  await user.type(days(), '10');
  await user.click(dialog.getByLabelText('Calendar days'));
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ caseLayer: { dueDays: 10, days: 'calendar' } }));
});

test('a case layer needs no due date and can be switched off; a view has no switch', async () => {
  const { user, dialog } = await openLayer({ caseLayer: { dueDays: 3, days: 'working' } });
  await user.clear(dialog.getByLabelText('Due after'));
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ caseLayer: { dueDays: null, days: 'working' } }));

  cleanup();
  closeTreeNodeDialog();
  const again = await openLayer({ caseLayer: { dueDays: 3, days: 'working' } });
  await again.user.click(again.dialog.getByRole('switch', { name: /^Case layer/ }));
  await again.user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ caseLayer: null }));

  cleanup();
  closeTreeNodeDialog();
  server.on(single, () => ({ body: { ...layer, sourceId: 12 } }));
  await renderOnMap(<TreeNodeDialog />);
  openTreeNodeDialog({ kind: 'edit', what: 'layer', id: 11 });
  await screen.findByRole('combobox', { name: 'Zoomed out' });
  expect(screen.queryByText('Case layer')).toBeNull();
});

test('clusters have a last zoom, and the form says from which zoom on points are drawn', async () => {
  const { user, dialog } = await openLayer({ density: { kind: 'clusters', zoomTo: 9 } });
  const zoom = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Clusters up to' });
  expect(zoom().value).toBe('9');
  await user.clear(zoom());
  await user.type(zoom(), '11');
  expect(dialog.getByText('From zoom 12 on every point is drawn.')).toBeTruthy();
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ density: { kind: 'clusters', zoomTo: 11 } }));
});

test('a heat map has a radius, a weight and colours; a weight that the server refuses is pointed out', async () => {
  const { user, dialog } = await openLayer({
    density: { kind: 'heat', zoomTo: 9, weight: 'field', weightField: 'height' },
    layerFields: [{ name: 'height', type: 'text' }],
  });
  const box = (name: string) => dialog.getByRole<HTMLInputElement>('combobox', { name });
  expect([box('Weight').value, box('Colours').value]).toEqual(['height', 'YlOrRd']);
  const radius = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Heat radius' });
  expect(radius.value).toBe('28 px');
  await user.clear(radius);
  await user.type(radius, '40');
  await user.click(box('Colours'));
  await user.click(await screen.findByRole('option', { name: 'Cividis' }));
  server.on(put, () => ({
    status: 400,
    body: { error: 'VALIDATION', errors: [{ path: '/density/weightField', code: 'UNKNOWN_FIELD' }] },
  }));
  await user.click(saveButton());
  const sent = { kind: 'heat', zoomTo: 9, radiusPx: 40, colors: 'Cividis' };
  await waitFor(() =>
    expect(sentBody(put)).toMatchObject({ density: { ...sent, weight: 'field', weightField: 'height' } }),
  );
  await waitFor(() => expect(box('Weight').getAttribute('aria-invalid')).toBe('true'));
  await user.click(box('Weight'));
  await user.click(await screen.findByRole('option', { name: 'Votes' }));
  await user.click(saveButton());
  await waitFor(() => expect(sentBody(put)?.density).toEqual({ ...sent, weight: 'votes' }));
});

test('a heat radius that the server refuses is pointed out at the radius', async () => {
  const { user, dialog } = await openLayer({ density: { kind: 'heat', zoomTo: 9 } });
  const radius = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Heat radius' });
  await user.clear(radius);
  await user.type(radius, '99');
  server.on(put, () => ({
    status: 400,
    body: { error: 'VALIDATION', errors: [{ path: '/density/radiusPx', code: 'OUT_OF_RANGE' }] },
  }));
  // Saves without leaving the field, which would correct the number.
  await user.keyboard('{Enter}');
  await waitFor(() => expect(radius.getAttribute('aria-invalid')).toBe('true'));
  const weight = dialog.getByRole('combobox', { name: 'Weight' });
  expect(weight.getAttribute('aria-invalid')).not.toBe('true');
});

test('a layer of more than 2 000 objects is quietly proposed to be thinned, until it is', async () => {
  const usage = 'GET /api/v1/classifiers/11/usage';
  server.on(usage, () => ({ body: { objects: 2_000, withValue: null } }));
  const { dialog } = await openLayer();
  await dialog.findByText('2000 objects in this layer');
  expect(dialog.queryByRole('button', { name: 'Thin out' })).toBeNull();
  cleanup();
  closeTreeNodeDialog();
  server.on(usage, () => ({ body: { objects: 2_001, withValue: null } }));
  const second = await openLayer();
  await second.user.click(await second.dialog.findByRole('button', { name: 'Thin out' }));
  expect(second.dialog.queryByRole('button', { name: 'Thin out' })).toBeNull();
  await second.user.click(saveButton());
  await waitFor(() => expect(sentBody(put)).toMatchObject({ density: { kind: 'thinned' } }));
});
