import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatDateTime } from '../../../i18n/index.ts';
import { writeStored } from '../../../storage/index.ts';
import { aComment } from '../../../testing/aComment.ts';
import { aGeom } from '../../../testing/aGeom.ts';
import { aUser } from '../../../testing/aUser.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { DrawDialog } from '../dialog/DrawDialog.tsx';
import { closeDrawDialog, openAddDialog, openEditDialog } from '../dialog/drawDialogState.ts';

const server = startFakeServer();
const layer = { id: 11, name: 'Flooding', canAdd: true, layerFields: [], allowPublicRegistration: false };
const statuses = [
  { id: 31, name: 'New' },
  { id: 32, name: 'Done' },
];
const own = aComment({ id: 52, content: 'Mine', isPublic: false, canDelete: true });
const theirs = aComment({ id: 51, content: 'Theirs' });
const geom = aGeom({ comments: [own, theirs] });
const add = `POST /api/v1/geoms/${geom.id}/comment`;
const remove = `DELETE /api/v1/geoms/${geom.id}/comment/52`;
const update = `PUT /api/v1/geoms/${geom.id}`;

const section = () => screen.queryByRole('region', { name: 'Comments' });
const form = () => within(screen.getByRole('group', { name: 'Add comment' }));
const content = () => form().getByRole<HTMLTextAreaElement>('textbox', { name: /^Comment/ });
const addButton = () => form().getByRole('button', { name: 'Add comment' });
const listed = () =>
  within(section() ?? document.body)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const body = () => server.sent.findLast(({ route }) => route === add)?.body;

beforeEach(() => {
  localStorage.clear();
  closeDrawDialog();
  server.reset();
  writeStored('currentUser', aUser());
  server.on('GET /api/v1/classifiers/1/include-children', () => ({
    body: [{ id: 1, name: 'Reports', childClassifiers: [layer] }],
  }));
  server.on('GET /api/v1/classifiers/3', () => ({ body: statuses }));
  server.on(add, () => ({ body: aComment({ id: 53, content: 'New one', status: 'Done', isPublic: false }) }));
  server.on(remove, () => ({ status: 204 }));
});
afterEach(cleanup);

async function openEdit(part: 'fields' | 'comments' = 'fields') {
  const rendered = await renderOnMap(<DrawDialog />);
  openEditDialog(geom, part);
  await screen.findByRole('textbox', { name: /^Address/ });
  return { user: userEvent.setup(), ...rendered };
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.click(form().getByRole('combobox', { name: /^Status/ }));
  await user.click(await screen.findByRole('option', { name: 'Done' }));
  await user.type(content(), ' New one ');
}

test('DRAW-13: the comments stand in edit mode only', async () => {
  await openEdit();
  expect(section()).toBeTruthy();
  cleanup();
  closeDrawDialog();
  await renderOnMap(<DrawDialog />);
  openAddDialog({ kind: 'point', wkt: 'POINT(10 20)' });
  await screen.findByRole('textbox', { name: /^Address/ });
  expect(section()).toBeNull();
});

test('API-CLS-16: the statuses offered are the children of classifier 3', async () => {
  const { user } = await openEdit();
  await user.click(form().getByRole('combobox', { name: /^Status/ }));
  await screen.findByRole('option', { name: 'New' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['New', 'Done']);
  expect(server.countOf('GET /api/v1/classifiers/3')).toBe(1);
});

test('COMM-01 DATA-25: a list with status, date, audience and author, and a form with status and content', async () => {
  await openEdit();
  expect(listed()).toEqual([
    `In progress${formatDateTime(own.added)}MineInternalIlze Bērziņa`,
    `In progress${formatDateTime(theirs.added)}TheirsPublicIlze Bērziņa`,
  ]);
  expect(formatDateTime(own.added)).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  expect(form().getByRole('combobox', { name: /^Status/ })).toBeTruthy();
  expect(content().maxLength).toBe(2_000);
});

test('COMM-02 COMM-03 COMM-04: without status and content nothing is added, and both say why', async () => {
  const { user } = await openEdit();
  await user.click(addButton());
  expect(form().getAllByText('Fill in this field')).toHaveLength(2);
  await user.type(content(), '   ');
  await user.click(addButton());
  expect(form().getAllByText('Fill in this field')).toHaveLength(2);
  await user.type(content(), 'Only words');
  await user.click(addButton());
  expect(form().getAllByText('Fill in this field')).toHaveLength(1);
  await user.clear(content());
  await user.click(form().getByRole('combobox', { name: /^Status/ }));
  await user.click(await screen.findByRole('option', { name: 'Done' }));
  await user.click(addButton());
  expect(form().getAllByText('Fill in this field')).toHaveLength(1);
  await user.type(content(), 'New one');
  expect(form().queryAllByText('Fill in this field')).toHaveLength(0);
  await user.click(addButton());
  expect(await screen.findByText('Comment added')).toBeTruthy();
  expect(server.countOf(add)).toBe(1);
});

test('COMM-05 API-COMM-01 D-UI-05: a comment is added, internal by default, and stands first', async () => {
  const { user } = await openEdit();
  const isPublic = form().getByRole<HTMLInputElement>('switch', { name: /^Public comment/ });
  expect(isPublic.checked).toBe(false);
  await fill(user);
  await user.click(addButton());
  expect(await screen.findByText('Comment added')).toBeTruthy();
  expect(body()).toEqual({ statusId: 32, content: 'New one', isPublic: false });
  expect(listed()).toHaveLength(3);
  expect(listed()[0]).toContain('New one');
  expect(content().value).toBe('');

  await fill(user);
  await user.click(isPublic);
  await user.click(addButton());
  await waitFor(() => expect(server.countOf(add)).toBe(2));
  expect(body()).toMatchObject({ isPublic: true });
  await waitFor(() => expect(isPublic.checked).toBe(false));
});

test('COMM-05 API-COMM-02: only what may be deleted has a button, and deleting asks first', async () => {
  const { user } = await openEdit();
  const buttons = screen.getAllByRole('button', { name: /^Delete the comment of/ });
  expect(buttons).toHaveLength(1);
  await user.click(buttons[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'No' }));
  expect(server.countOf(remove)).toBe(0);
  await user.click(buttons[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('Comment deleted')).toBeTruthy();
  expect(listed()).toHaveLength(1);
  expect(listed()[0]).toContain('Theirs');
});

test('a refused comment says why and keeps what was written', async () => {
  server.on(add, () => ({
    status: 409,
    body: { error: 'TOO_MANY_COMMENTS', message: '500 comments', requestId: '' },
  }));
  const { user } = await openEdit();
  await fill(user);
  await user.click(addButton());
  expect(await screen.findByText('500 comments')).toBeTruthy();
  expect(content().value.trim()).toBe('New one');
  expect(listed()).toHaveLength(2);
});

test('saving the object does not lose a comment that was written and not added', async () => {
  server.on(update, () => ({ body: geom }));
  const { user } = await openEdit();
  await user.type(content(), 'Half a thought');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/You have an unsent comment/)).toBeTruthy();
  expect(server.countOf(update)).toBe(0);
  await user.clear(content());
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.countOf(update)).toBe(1));
});

test('opened for a comment, the dialog starts at its status', async () => {
  await openEdit('comments');
  const status = form().getByRole('combobox', { name: /^Status/ });
  await waitFor(() => expect(document.activeElement).toBe(status));
});
