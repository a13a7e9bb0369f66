import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeStored } from '../../../storage/index.ts';
import { aGeom } from '../../../testing/aGeom.ts';
import { answerDiscard } from '../../../testing/answerDiscard.ts';
import { aUser } from '../../../testing/aUser.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { fillIn } from '../../../testing/fillIn.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { hasChanges } from '../../../ui/unsaved-work/index.ts';
import { DrawDialog } from './DrawDialog.tsx';
import { closeDrawDialog, openAddDialog, openEditDialog } from './drawDialogState.ts';

const server = startFakeServer();
const layer = (id: number, name: string, fields: string[] = []) => ({
  id,
  name,
  canAdd: true,
  layerFields: fields.map((field) => ({ name: field, type: 'text' })),
});
const groups = [
  {
    id: 1,
    name: 'Reports',
    childClassifiers: [layer(11, 'Road damage', ['width', 'depth']), layer(12, 'Lamps')],
  },
  { id: 2, name: 'Forest', childClassifiers: [layer(21, 'Stands', ['species'])] },
];
const tree = 'GET /api/v1/classifiers/1/include-children';
const add = 'POST /api/v1/geoms/add';
const update = 'PUT /api/v1/geoms/4294968402';
const drawing = { kind: 'point', wkt: 'POINT(10 20)' } as const;

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const address = () => field(/^Address/);
const topic = () => field(/^Description$/);
const save = () => screen.getByRole('button', { name: 'Save' });
const saveIn = (language: 'en' | 'lv' | 'ru') =>
  screen.getByRole('button', { name: { en: 'Save', lv: 'Saglabāt', ru: 'Сохранить' }[language] });
const dialog = () => screen.queryByRole('dialog');
const body = (route: string) => server.sent.findLast((one) => one.route === route)?.body;
const signIn = () =>
  writeStored(
    'currentUser',
    aUser({ permissions: { userName: 'Ilze', unitPermissions: { 1: ['Write', 'Read'] } } }),
  );

beforeEach(() => {
  localStorage.clear();
  closeDrawDialog();
  server.reset();
  server.on(tree, () => ({ body: groups }));
  server.on(add, () => ({ status: 201, body: { id: 4294968500 } }));
});
afterEach(cleanup);

async function openAdd() {
  const rendered = await renderOnMap(<DrawDialog />);
  openAddDialog(drawing);
  await screen.findByRole('textbox', { name: /^Address/ });
  return { user: userEvent.setup(), ...rendered };
}

async function openEdit(geom = aGeom(), language: 'en' | 'lv' | 'ru' = 'en') {
  signIn();
  const rendered = await renderOnMap(<DrawDialog />, { language });
  openEditDialog(geom);
  await waitFor(() => expect(screen.queryAllByRole('textbox').length).toBeGreaterThan(1));
  return { user: userEvent.setup(), ...rendered };
}

test('DRAW-01: a new object is added, one with an id is edited', async () => {
  await openAdd();
  expect(screen.getByRole('dialog', { name: 'Add object' })).toBeTruthy();
  cleanup();
  closeDrawDialog();
  await openEdit();
  expect(screen.getByRole('dialog', { name: 'Edit object' })).toBeTruthy();
});

test('TOOL-12: when drawing ends no tool is active and the dialog opens', async () => {
  const { map } = await renderOnMap(<DrawDialog />);
  map.setTool('DrawPoint', 'centre');
  map.confirmPosition();
  expect(await screen.findByRole('dialog', { name: 'Add object' })).toBeTruthy();
  expect(map.tool.get().action).toBe('None');
});

test('DRAW-02: without a layer to add to there is an alert in place of the fields', async () => {
  server.on(tree, () => ({
    body: [{ id: 1, name: 'Reports', childClassifiers: [{ id: 11, canAdd: false }] }],
  }));
  await renderOnMap(<DrawDialog />);
  openAddDialog(drawing);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You do not have permission to add objects to any layer',
  );
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('DRAW-03 DRAW-05 DRAW-16: saving an empty form marks both required fields and stays open', async () => {
  const { user } = await openAdd();
  await user.click(save());
  expect(screen.getAllByText('Fill in this field')).toHaveLength(2);
  for (const input of [address(), topic()]) expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(dialog()).toBeTruthy();
  expect(server.countOf(add)).toBe(0);
});

test('DRAW-07: the e-mail stands with a note and may stay empty', async () => {
  const { user } = await openAdd();
  expect(screen.getByText(/We will send a confirmation and updates/)).toBeTruthy();
  await user.type(address(), 'Street 1');
  await fillIn(user, topic(), 'Hole');
  await user.click(save());
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(body(add)).not.toHaveProperty('userEmail');
});

test('DRAW-07: an e-mail that is none is told, nothing is sent, and what was typed stays', async () => {
  const { user } = await openAdd();
  await fillIn(user, address(), 'Street 1');
  await fillIn(user, topic(), 'Hole');
  await fillIn(user, field(/^E-mail/), 'jan at example.lv');
  await user.click(save());
  expect(screen.getByText(/Enter a valid e-mail address/)).toBeTruthy();
  expect(field(/^E-mail/).value).toBe('jan at example.lv');
  expect(server.countOf(add)).toBe(0);
  await user.clear(field(/^E-mail/));
  await fillIn(user, field(/^E-mail/), 'jan@example.lv');
  await user.click(save());
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(body(add)).toMatchObject({ userEmail: 'jan@example.lv' });
});

test('an object in another layer shows the measures of that layer, and the fields that depend on them', async () => {
  const area = { name: 'area', type: 'text', schema: { type: 'area', unit: 'ha' } };
  const showIf = { field: 'area', operator: '>=', value: '3' };
  const permit = { name: 'permit', type: 'text', schema: { type: 'text', pattern: '[0-9]+', showIf } };
  const land = { ...layer(13, 'Land'), layerFields: [area, permit] };
  server.on(tree, () => ({
    body: [{ id: 1, name: 'Reports', childClassifiers: [layer(11, 'Road damage'), land] }],
  }));
  const { user } = await openEdit(aGeom({ data: '{"area":"much"}' }));
  await user.click(screen.getByRole('combobox', { name: 'Layer' }));
  await user.click(await screen.findByRole('option', { name: 'Land' }));
  expect(field(/^area/).value).toContain('3.9732');
  await fillIn(user, field(/^permit/), 'none');
  await user.click(save());
  expect(field(/^permit/).getAttribute('aria-invalid')).toBe('true');
});

test('TOOL-13: the cross asks before it discards a drawn shape and its text', async () => {
  const { user, map } = await openAdd();
  const discard = vi.spyOn(map, 'discardDraft');
  await fillIn(user, address(), 'Street 1');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await answerDiscard(user, 'No');
  expect(address().value).toBe('Street 1');
  expect(discard).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await answerDiscard(user, 'Yes');
  await waitFor(() => expect(dialog()).toBeNull());
  expect(discard).toHaveBeenCalled();
});

test('TOOL-13: the cross asks while the form of a drawn shape still loads', async () => {
  server.on(tree, () => new Promise<never>(() => {}));
  await renderOnMap(<DrawDialog />);
  openAddDialog(drawing);
  const person = userEvent.setup();
  await person.click(await screen.findByRole('button', { name: 'Close' }));
  await answerDiscard(person, 'No');
  expect(screen.getByRole('dialog', { name: 'Add object' })).toBeTruthy();
});

test('a drawn shape is unsaved work before anything is typed, until it is saved', async () => {
  const { user } = await openAdd();
  expect(hasChanges()).toBe(true);
  await fillIn(user, address(), 'Street 1');
  await fillIn(user, topic(), 'Hole');
  await user.click(save());
  await waitFor(() => expect(hasChanges()).toBe(false));
});

test('the cross of Edit object asks once a text is changed', async () => {
  const { user } = await openEdit();
  expect(hasChanges()).toBe(false);
  await user.type(topic(), '!');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await answerDiscard(user, 'No');
  expect(topic().value).toMatch(/!$/);
  await user.type(topic(), '{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog()).toBeNull());
});

test('DRAW-08: the e-mail cannot be changed in edit mode', async () => {
  await openEdit(aGeom({ userEmail: 'reporter@example.com' }));
  expect(field(/^E-mail/).disabled).toBe(true);
  expect(field(/^E-mail/).value).toBe('reporter@example.com');
});

test('DRAW-09: only signed-in users can set Public', async () => {
  await openAdd();
  expect(screen.queryByRole('switch', { name: /^Public/ })).toBeNull();
  cleanup();
  closeDrawDialog();
  signIn();
  await openAdd();
  expect(screen.getByRole('switch', { name: /^Public/ })).toBeTruthy();
});

test('DRAW-11 DRAW-20: the fields of the chosen layer are offered, and none is required', async () => {
  const { user } = await openAdd();
  expect(field(/^width$/)).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Layer' }));
  await user.click(await screen.findByRole('option', { name: 'Lamps' }));
  expect(screen.queryByRole('textbox', { name: 'width' })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Group' }));
  await user.click(await screen.findByRole('option', { name: 'Forest' }));
  expect(field(/^species$/)).toBeTruthy();
  await fillIn(user, address(), 'Street 1');
  await fillIn(user, topic(), 'Hole');
  await user.click(save());
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(body(add)).toMatchObject({ classId: 21, data: '{}' });
});

test('DRAW-12: files can be attached in add mode, not in edit mode', async () => {
  const selector = () => screen.queryByLabelText(/^Choose files/);
  await openAdd();
  await waitFor(() => expect(selector()).not.toBeNull());
  cleanup();
  closeDrawDialog();
  await openEdit();
  await screen.findByRole('group', { name: 'Add comment' });
  expect(selector()).toBeNull();
});

test('DRAW-14: there is a Save button and a thank-you note', async () => {
  await openAdd();
  expect(save()).toBeTruthy();
  expect(screen.getByText('Thank you for helping to keep things in order!')).toBeTruthy();
});

test('DRAW-15 DLG-07: text is trimmed when a field is left', async () => {
  const { user } = await openAdd();
  for (const name of [/^Address/, /^Description$/, /^E-mail/, /^width/]) {
    await fillIn(user, field(name), '  Street 1  ');
    await user.tab();
    expect(field(name).value, String(name)).toBe('Street 1');
  }
});

test('DRAW-17 API-CLS-15: a new object starts with the first group of classifier 1 and its first layer', async () => {
  await openAdd();
  expect(server.countOf(tree)).toBe(1);
  const chosen = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name }).value;
  expect([chosen('Group'), chosen('Layer')]).toEqual(['Reports', 'Road damage']);
});

test('DRAW-18: an added object is reported, and the dialog closes', async () => {
  signIn();
  const { user } = await openAdd();
  await fillIn(user, address(), 'Street 1');
  await fillIn(user, topic(), 'Hole');
  await user.click(save());
  expect(await screen.findByText('Object added')).toBeTruthy();
  await waitFor(() => expect(dialog()).toBeNull());
  expect(body(add)).toMatchObject({ wkt: drawing.wkt, name: 'Street 1', description: 'Hole', classId: 11 });
});

test('DRAW-19: a failed save is reported; nothing typed is lost and a second try is the same request', async () => {
  server.on(add, () => ({ status: 503, body: {} }));
  const { user } = await openAdd();
  await fillIn(user, address(), 'Street 1');
  await fillIn(user, topic(), 'Hole');
  await user.click(save());
  expect(await screen.findByText('The object could not be added')).toBeTruthy();
  expect(address().value).toBe('Street 1');
  server.on(add, () => ({ status: 201, body: { id: 4294968500 } }));
  await user.click(save());
  await screen.findByText('Object added');
  const [first, second] = server.sent.filter(({ route }) => route === add);
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
  expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
});

test('a problem that only the server sees is marked at its field', async () => {
  const problem = {
    error: 'VALIDATION',
    message: '',
    requestId: '',
    errors: [{ path: '/name', code: 'TOO_LONG' }],
  };
  server.on(add, () => ({ status: 400, body: problem }));
  const { user } = await openAdd();
  await fillIn(user, address(), 'Street 1');
  await fillIn(user, topic(), 'Hole');
  await user.click(save());
  await waitFor(() => expect(address().getAttribute('aria-invalid')).toBe('true'));
});

test('a visitor gets the number of the report and a link to come back', async () => {
  const { user } = await openAdd();
  await fillIn(user, address(), 'Street 1');
  await fillIn(user, topic(), 'Hole');
  await user.click(save());
  expect(await screen.findByText('1-1204')).toBeTruthy();
  expect(field(/Follow your report/).value).toMatch(/#\/en\/dashboard\?object=4294968500$/);
});

test('an edit sends the version it began with and no geometry', async () => {
  server.on(update, () => ({ body: aGeom({ version: 4 }) }));
  const { user } = await openEdit();
  await user.clear(topic());
  await fillIn(user, topic(), 'Dry again');
  await user.click(save());
  expect(await screen.findByText('Object saved')).toBeTruthy();
  expect(body(update)).toMatchObject({ description: 'Dry again', wkt: null, oldClassId: 11 });
  expect(server.sent.find(({ route }) => route === update)?.headers['if-match']).toBe('"3"');
});

test('D-OBJ-05: Undo takes a saved edit back, as a change of its own', async () => {
  const before = aGeom();
  server.on(update, () => ({ body: aGeom({ version: 4, description: 'Dry again' }) }));
  const { user } = await openEdit(before);
  await user.clear(topic());
  await fillIn(user, topic(), 'Dry again');
  await user.click(save());
  await screen.findByText('Object saved');
  server.on(update, () => ({ body: aGeom({ version: 5 }) }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Version restored');
  const { name, description, classId, isPublic, data } = before;
  expect(body(update)).toEqual({
    ...{ name, description, classId, isPublic, data },
    oldClassId: classId,
    wkt: null,
  });
  expect(server.sent.findLast(({ route }) => route === update)?.headers['if-match']).toBe('"4"');
});

test('INFO-11: when an edit fails the toast holds what the server says', async () => {
  const words = 'Only on weekdays.';
  server.on(update, () => ({ status: 403, body: { error: 'FORBIDDEN', message: words, requestId: '' } }));
  const { user } = await openEdit();
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).toContain(words);
  expect(dialog()).toBeTruthy();
});

test.each([
  ['en', 'The server cannot be reached'],
  ['lv', 'Serveri neizdodas sasniegt'],
  ['ru', 'Сервер недоступен'],
] as const)('INFO-11: without a connection an edit fails in plain words (%s)', async (language, words) => {
  server.on(update, () => Promise.reject(new TypeError('fetch failed')));
  const { user } = await openEdit(aGeom(), language);
  await user.click(saveIn(language));
  expect((await screen.findByRole('alert')).textContent).toContain(words);
});

test('INFO-11: a page of a proxy instead of an answer is told in plain words', async () => {
  server.on(update, () => ({ status: 502, text: '<html>Bad Gateway</html>' }));
  const { user } = await openEdit();
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on the server');
});

test('the message of a failed save goes when the next one succeeds', async () => {
  server.on(update, () => Promise.reject(new TypeError('fetch failed')));
  const { user } = await openEdit();
  await user.click(save());
  await screen.findByRole('alert');
  server.on(update, () => ({ body: aGeom({ version: 4 }) }));
  await user.click(save());
  await screen.findByText('Object saved');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an object changed by somebody else: both versions are shown and the chosen one is saved', async () => {
  const theirs = aGeom({ version: 7, name: 'Their name', description: 'Their topic' });
  let calls = 0;
  server.on(update, () => {
    calls += 1;
    return calls === 1
      ? { status: 409, body: { error: 'OBJECT_CHANGED', message: '', requestId: '', current: theirs } }
      : { body: aGeom({ version: 8 }) };
  });
  const { user } = await openEdit();
  await user.clear(address());
  await fillIn(user, address(), 'My name');
  await user.click(save());
  expect(await screen.findByText('Somebody else has changed this object')).toBeTruthy();
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  expect(choice('Address or name: My name').checked).toBe(true);
  expect(choice('Description: Their topic').checked).toBe(true);
  await user.click(choice('Address or name: Their name'));
  await user.click(save());
  await screen.findByText('Object saved');
  expect(body(update)).toMatchObject({ name: 'Their name', description: 'Their topic' });
  expect(server.sent.findLast(({ route }) => route === update)?.headers['if-match']).toBe('"7"');
});

test('DLG-01: neither Escape nor a click outside closes the dialog', async () => {
  const { user } = await openAdd();
  await user.keyboard('{Escape}');
  await user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
  expect(dialog()).toBeTruthy();
});

test('D-CLS-19: hints help to fill in fields and warn of what does not fit, and nothing is refused', async () => {
  signIn();
  const hinted = {
    ...layer(31, 'Wells'),
    layerFields: [
      { name: 'depth', type: 'text', hint: { kind: 'number', help: 'In metres' } },
      { name: 'state', type: 'text', hint: { kind: 'choices', choices: ['good', 'bad'] } },
      { name: 'dug', type: 'text', hint: { kind: 'date' } },
      { name: 'covered', type: 'text', hint: { kind: 'yesNo' } },
    ],
  };
  server.on(tree, () => ({ body: [{ id: 3, name: 'Water', childClassifiers: [hinted] }] }));
  const { user } = await openAdd();
  const depth = field(/^depth/);
  expect(screen.getByText('In metres')).toBeTruthy();
  await user.type(depth, 'deep');
  expect(screen.getByText('Does not look like a number')).toBeTruthy();
  await user.clear(depth);
  await user.type(depth, '12,5');
  expect(screen.queryByText('Does not look like a number')).toBeNull();
  await user.type(field(/^dug/), 'long ago');
  expect(screen.getByText('Does not look like a date')).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: /^state/ }));
  await user.click(await screen.findByRole('option', { name: 'bad' }));
  await user.type(screen.getByRole('combobox', { name: /^covered/ }), 'perhaps');
  expect(screen.getByText('Expected: yes or no')).toBeTruthy();
  await fillIn(user, address(), 'Lake 1');
  await fillIn(user, topic(), 'Old well');
  await user.click(save());
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(JSON.parse((body(add) as { data: string }).data)).toEqual({
    depth: '12,5',
    state: 'bad',
    dug: 'long ago',
    covered: 'perhaps',
  });
});
