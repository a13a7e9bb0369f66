import type { Geom, GeomFile, Replies, TimelineEntry } from '@pgis/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reviewQueue } from '../../../objects/reviewQueue.ts';
import { writeStored } from '../../../storage/index.ts';
import { aComment } from '../../../testing/aComment.ts';
import { aGeom } from '../../../testing/aGeom.ts';
import { aUser } from '../../../testing/aUser.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import { layer } from '../../../testing/treeNodeDialog.tsx';
import { ObjectInfoTab } from '../ObjectInfoTab.tsx';

const server = startFakeServer();
const { id } = aGeom();
const timeline = `GET /api/v1/geoms/${id}/timeline`;
const add = `POST /api/v1/geoms/${id}/comment`;
const statuses = [
  { id: 4294967304, name: 'New', statusType: 'open' },
  { id: 4294967305, name: 'In progress', statusType: 'open' },
  { id: 4294967306, name: 'Done', statusType: 'fixed' },
];

const entry = (changes: Partial<TimelineEntry>): TimelineEntry => ({
  key: '1.1.1',
  at: '2026-11-22T09:41:00.000Z',
  by: 'Jānis Kalniņš',
  action: 'OBJECT_CASE_CHANGED',
  comment: null,
  isStatusNew: false,
  details: {},
  ...changes,
});
const note = aComment({ id: 52, content: 'Cones are in place', isPublic: false });
const reply = aComment({ id: 51, content: 'The crew will come' });
const noteEntry = entry({ key: '9.2.52', action: 'COMMENT_ADDED', comment: note, by: note.author });
const replyEntry = entry({ key: '8.2.51', action: 'COMMENT_ADDED', comment: reply, isStatusNew: true });
const assigned = entry({
  key: '7.1.7',
  details: { isByRule: true, new: { assignee: 'Ilze', dueOn: '2026-11-25', priority: 'high' } },
  by: '',
});
const added = entry({ key: '1.0.1', action: 'OBJECT_ADDED', by: '' });

beforeEach(() => {
  localStorage.clear();
  server.reset();
  writeStored('currentUser', aUser());
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [
      {
        ...{ ...layer, id: 2, kind: 'group' },
        childClassifiers: [{ ...layer, caseLayer: { dueDays: 5, days: 'working' } }],
      },
    ],
  }));
  server.on('GET /api/v1/classifiers/3', () => ({ body: statuses }));
  server.on(`GET /api/v1/geom-files/images/${id}`, () => ({ body: [] }));
  server.on(timeline, ({ query }) => ({
    body: query._before
      ? { items: [added], next: null }
      : { items: [noteEntry, replyEntry, assigned], next: '7.1.7' },
  }));
  server.on(add, () => ({ body: aComment({ id: 53 }) }));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  reviewQueue.set(null);
});

async function renderPanel(changes: Partial<Geom> = {}) {
  server.on(`GET /api/v1/geoms/${id}`, () => ({ body: aGeom({ comments: [note, reply], ...changes }) }));
  const { map } = await renderOnMap(<ObjectInfoTab />);
  map.select({ id, layerId: 11 });
  await screen.findByRole('heading', { name: 'Spilves pļavas, Rīga' });
  return Object.assign(userEvent.setup(), { map });
}

const items = async () =>
  within(await screen.findByRole('list', { name: 'Activity' })).getAllByRole('listitem');
const sent = () => server.sent.filter(({ route }) => route === add).map(({ body }) => body);
const openReply = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: /^Write a reply or note/ }));
  return screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^(Public reply|Internal note)$/ });
};

test('comments, assignments and the report stand in one list, older ones on request', async () => {
  const user = await renderPanel();
  await waitFor(async () => expect(await items()).toHaveLength(3));
  const [internal, open, byRule] = await items();
  expect(internal?.textContent).toContain('Ilze BērziņaInternal');
  expect(internal?.textContent).not.toContain('In progress');
  expect(open?.textContent).toMatch(/Public.*The crew will comeIn progress/);
  expect(byRule?.textContent).toMatch(
    /^Assignee: IlzeDue date: 25\.11\.2026Priority: HighRouting rule · 22\.11\.2026/,
  );
  await user.click(screen.getByRole('button', { name: 'Show earlier' }));
  await waitFor(async () => expect(await items()).toHaveLength(4));
  expect((await items())[3]?.textContent).toMatch(/^Reported22\.11\.2026/);
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Comments 2' }));
  expect((await items()).map(({ textContent }) => /Cones|crew/.exec(textContent ?? '')?.[0])).toEqual([
    ...['Cones', 'crew'],
  ]);
});

test('a timeline that fails is requested again', async () => {
  server.on(timeline, () => ({ status: 500, body: { error: 'INTERNAL', message: '', requestId: '' } }));
  const user = await renderPanel();
  server.on(timeline, () => ({ body: { items: [added], next: null } }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await items()).toHaveLength(1);
});

test('INFO-06 INFO-07: the base data and the fields of the layer stand under Details', async () => {
  const user = await renderPanel();
  await user.click(screen.getByText('Details'));
  const table = within(screen.getByRole('table', { name: 'Object data' }));
  for (const label of [
    'Id',
    'Number',
    'Name',
    'Description',
    'Layer group',
    'Layer',
    'Latest comment',
    'Status',
  ])
    expect(table.getByRole('rowheader', { name: label })).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Layer fields' }).textContent).toContain('35');
  expect(screen.getByText('2 fields')).toBeTruthy();
});

test('visitors read the timeline, and neither work nor a reply box', async () => {
  localStorage.clear();
  server.on(timeline, () => ({
    body: {
      items: [{ ...replyEntry, by: '', comment: { ...reply, author: '' } }, added],
      next: null,
    },
  }));
  await renderPanel({ canWrite: false, canDelete: false, comments: [{ ...reply, author: '' }] });
  await waitFor(async () => expect(await items()).toHaveLength(2));
  expect((await items())[0]?.textContent).not.toContain('Public');
  expect(server.countOf(`GET /api/v1/cases/${id}`)).toBe(0);
  expect(screen.queryByRole('button', { name: /^Write a reply/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('D-UI-05: a reply is internal until the user says otherwise, and keeps the status', async () => {
  const user = await renderPanel();
  const text = await openReply(user);
  expect(text.getAttribute('aria-label')).toBe('Internal note');
  expect(screen.getByText('Only colleagues can read this.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add note' }).disabled).toBe(true);
  await user.type(text, ' Ask for a photo ');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() =>
    expect(sent()).toEqual([{ content: 'Ask for a photo', statusId: 4294967305, isPublic: false }]),
  );
  await screen.findByRole('button', { name: /^Write a reply or note/ });
});

test('a public reply names its readers, sets a status, and the next one stays public', async () => {
  const user = await renderPanel({ userEmail: 'a@example.com' });
  await openReply(user);
  await user.click(screen.getByRole('radio', { name: 'Public reply' }));
  expect(
    screen.getByText('Everyone who sees the report can read this. The reporter also gets it by e-mail.'),
  ).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Done' }));
  await user.type(
    screen.getByRole('textbox', { name: 'Public reply' }),
    'Repaired{Control>}{Enter}{/Control}',
  );
  await waitFor(() =>
    expect(sent()).toEqual([{ content: 'Repaired', statusId: 4294967306, isPublic: true }]),
  );
  const next = await openReply(user);
  expect(next.getAttribute('aria-label')).toBe('Public reply');
  await user.click(screen.getByRole('radio', { name: 'Internal note' }));
});

test('a template is inserted after what was written, with its status', async () => {
  const replies: Replies = {
    language: 'lv',
    replies: [
      {
        ...{ id: 1, name: 'Repaired', isForLayer: true, statusId: 4294967306 },
        ...{ text: 'Salabots', language: 'lv' },
      },
      {
        ...{ id: 2, name: 'We need a photo', isForLayer: false, statusId: null },
        ...{ text: 'Lūdzu', language: 'lv' },
      },
    ],
  };
  server.on(`GET /api/v1/geoms/${id}/replies`, () => ({ body: replies }));
  const user = await renderPanel();
  await user.type(await openReply(user), 'Labdien!');
  await user.click(screen.getByRole('radio', { name: 'Public reply' }));
  await user.click(screen.getByRole('button', { name: 'Templates' }));
  expect(await screen.findByText('Language of the reporter: Latviešu')).toBeTruthy();
  const groups = screen.getAllByRole('region', { name: /^For / });
  expect(groups.map((group) => within(group).getAllByRole('button').length)).toEqual([1, 1]);
  // Without a mouse: Enter takes the first one that was found, and the text is ready to be sent.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Find a template'));
  await user.keyboard('salab{Enter}');
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Public reply' });
  expect(text.value).toBe('Labdien!\n\nSalabots');
  expect(document.activeElement).toBe(text);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(sent()).toEqual([{ content: 'Labdien!\n\nSalabots', statusId: 4294967306, isPublic: true }]),
  );
  await openReply(user);
  await user.click(screen.getByRole('radio', { name: 'Internal note' }));
});

test('D-CLS-07: approving a case opens the next one of the list, else the oldest that waits', async () => {
  server.on(`POST /api/v1/geoms/${id}/approve`, () => ({ body: aGeom({ canHide: true }) }));
  const waiting = [{ classId: 11, count: 3, oldestId: 71 }];
  server.on('GET /api/v1/geoms/waiting', () => ({ body: waiting }));
  server.on('GET /api/v1/geoms/71', () => ({ body: aGeom({ id: 71 }) }));
  server.on('GET /api/v1/geoms/extent/11/71', () => ({ body: { extent: null } }));
  writeStored('currentUser', aUser({ permissions: { userName: 'Ilze', unitPermissions: { 1: ['Write'] } } }));
  const opened: number[] = [];
  reviewQueue.set((one) => () => opened.push(one));
  const first = await renderPanel({ review: 'waiting' });
  expect(await screen.findByText('More waiting: 2')).toBeTruthy();
  await first.click(await screen.findByRole('button', { name: 'Approve and next' }));
  await waitFor(() => expect(opened).toEqual([id]));
  cleanup();
  reviewQueue.set(null);
  const second = await renderPanel({ review: 'waiting' });
  await second.click(await screen.findByRole('button', { name: 'Approve and next' }));
  await waitFor(() => expect(second.map.selection.get()).toEqual({ id: 71, layerId: 11 }));
  cleanup();
  reviewQueue.set(() => undefined);
  const listed = await renderPanel({ review: 'waiting' });
  await listed.click(await screen.findByRole('button', { name: 'Approve and next' }));
  await listed.click(await screen.findByRole('button', { name: 'Show next (3)' }));
  await waitFor(() => expect(listed.map.selection.get()).toEqual({ id: 71, layerId: 11 }));
  cleanup();
  server.on('GET /api/v1/geoms/waiting', () => ({ body: [] }));
  const last = await renderPanel({ review: 'waiting' });
  await last.click(await screen.findByRole('button', { name: 'Approve and next' }));
  expect(await screen.findByText('Approved. Nothing else waits for review.')).toBeTruthy();
});

const aPicture = (fileId: number, changes: Partial<GeomFile> = {}): GeomFile => ({
  ...{ id: fileId, geometryId: id, fileId, name: `${fileId}.jpg`, description: '' },
  ...{ added: '2026-11-05T10:00:00.000Z', size: 1, mime: 'image/jpeg', isImage: true, canDelete: true },
  ...{ isHidden: false, boxes: [], images: { thumbnail: `/${fileId}-t`, preview: `/${fileId}-p` } },
  ...changes,
});
const patch = (fileId: number) => `PATCH /api/v1/geom-files/${id}/${fileId}`;
const patches = (fileId: number) =>
  server.sent.filter(({ route }) => route === patch(fileId)).map(({ body }) => body);

test('users who review hide a picture from the public, and Undo shows it again', async () => {
  server.on(`GET /api/v1/geom-files/${id}`, () => ({
    body: [1, 2, 3, 4].map((fileId) => aPicture(fileId, { isHidden: fileId === 2 })),
  }));
  server.on(patch(1), ({ body }) => ({ body: aPicture(1, body as object) }));
  const user = await renderPanel();
  expect(await screen.findAllByRole('button', { name: /^Picture \d of 4/ })).toHaveLength(3);
  expect(screen.getAllByText('Hidden')).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Show picture' })).toHaveLength(1);
  await user.click(screen.getAllByRole('button', { name: 'Hide picture' })[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(patches(1)).toEqual([{ isHidden: true }, { isHidden: false }]));
  await user.click(screen.getByRole('button', { name: '+1' }));
  expect(screen.getAllByRole('button', { name: /^Picture \d of 4/ })).toHaveLength(4);
});

test('a picture opens in large; arrow keys go to the next one, Escape closes it', async () => {
  server.on(`GET /api/v1/geom-files/${id}`, () => ({
    body: [1, 2].map((fileId) => aPicture(fileId, { name: `photo ${fileId}.jpg` })),
  }));
  const user = await renderPanel();
  await user.click(await screen.findByRole('button', { name: 'Image 1 of 2' }));
  expect(await screen.findByRole('dialog', { name: 'photo 1.jpg' })).toBeTruthy();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByRole('dialog', { name: 'photo 2.jpg' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('areas are drawn, added and moved by keys, and saved as shares of the picture', async () => {
  server.on(`GET /api/v1/geom-files/${id}`, () => ({ body: [aPicture(1)] }));
  server.on(patch(1), ({ body }) => ({ body: aPicture(1, body as object) }));
  const user = await renderPanel();
  await user.click(await screen.findByRole('button', { name: /^Picture 1 of 1/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'What the public sees' }));
  const surface = dialog.getByRole('img').parentElement as HTMLElement;
  surface.getBoundingClientRect = () => ({ left: 10, top: 20, width: 200, height: 100 }) as DOMRect;
  surface.setPointerCapture = () => {};
  const at = (x: number, y: number) => ({ clientX: 10 + x * 200, clientY: 20 + y * 100, pointerId: 1 });
  fireEvent.pointerDown(surface, at(0.5, 0.5));
  fireEvent.pointerMove(surface, at(0.25, 1.5));
  fireEvent.pointerUp(surface, at(0.25, 1.5));
  await user.click(dialog.getByRole('button', { name: 'Add area' }));
  dialog.getByRole('button', { name: /^Pixelated area 2/ }).focus();
  await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}');
  await user.click(dialog.getByRole('button', { name: 'Add area' }));
  const remove = dialog.getByRole('button', { name: 'Remove area 3' });
  fireEvent.pointerDown(remove.firstElementChild?.firstElementChild as Element, at(0.5, 0.5));
  fireEvent.pointerMove(surface, at(0.9, 0.9));
  fireEvent.pointerUp(surface, at(0.9, 0.9));
  await user.click(remove);
  expect(dialog.queryByRole('button', { name: /area 3/ })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Add area');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(patches(1)).toHaveLength(1));
  const { boxes, isHidden } = patches(1)[0] as Pick<GeomFile, 'boxes' | 'isHidden'>;
  expect(isHidden).toBe(false);
  expect(boxes[0]).toEqual({ x: 0.25, y: 0.5, width: 0.25, height: 0.5 });
  expect(boxes[1]?.x).toBeCloseTo(0.41);
  expect(boxes[1]?.height).toBeCloseTo(0.21);
});

test('the dialog of a picture hides it from the public', async () => {
  server.on(`GET /api/v1/geom-files/${id}`, () => ({ body: [aPicture(1)] }));
  server.on(patch(1), ({ body }) => ({ body: aPicture(1, body as object) }));
  const user = await renderPanel();
  await user.click(await screen.findByRole('button', { name: /^Picture 1 of 1/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'What the public sees' }));
  await user.click(dialog.getByRole('switch'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(patches(1)).toEqual([{ isHidden: true, boxes: [] }]));
});
