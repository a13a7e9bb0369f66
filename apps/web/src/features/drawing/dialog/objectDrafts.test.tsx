import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeStored, writeStored } from '../../../storage/index.ts';
import { aGeom } from '../../../testing/aGeom.ts';
import { answerDiscard } from '../../../testing/answerDiscard.ts';
import { aUser } from '../../../testing/aUser.ts';
import { clearDrafts, expectDraftsOf, listStoredDrafts } from '../../../testing/drafts.ts';
import { startFakeServer } from '../../../testing/fakeServer.ts';
import { fillIn } from '../../../testing/fillIn.ts';
import { renderOnMap } from '../../../testing/renderOnMap.tsx';
import type { Draft } from '../../../ui/drafts/draftStore.ts';
import type { AddDraft } from '../add/AddDraft.ts';
import { DrawDialog } from './DrawDialog.tsx';
import { closeDrawDialog, openAddDialog, openEditDialog } from './drawDialogState.ts';

const server = startFakeServer();
const layers = [
  { id: 11, name: 'Road damage', canAdd: true, layerFields: [{ name: 'depth', type: 'text' }] },
];
const add = 'POST /api/v1/geoms/add';
const update = 'PUT /api/v1/geoms/4294968402';
const line = { kind: 'line', wkt: 'LINESTRING(0 0,100 100)' } as const;
const point = { kind: 'point', wkt: 'POINT(10 20)' } as const;
const sent = (route: string) => server.sent.findLast((one) => one.route === route);

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const address = () => field(/^Address/);
const topic = () => field(/^Description$/);
const click = (person: ReturnType<typeof userEvent.setup>, name: string) =>
  person.click(screen.getByRole('button', { name }));
const offer = () => screen.queryByRole('status', { name: 'Draft' });
const findOffer = () => screen.findByRole('status', { name: 'Draft' });

beforeEach(async () => {
  localStorage.clear();
  closeDrawDialog();
  await clearDrafts();
  server.reset();
  server.on('GET /api/v1/classifiers/1/include-children', () => ({
    body: [{ id: 1, name: 'Reports', childClassifiers: layers }],
  }));
  server.on(add, () => ({ status: 201, body: { id: 4294968500 } }));
});
afterEach(cleanup);

async function openAdd(drawing: Parameters<typeof openAddDialog>[0]) {
  const rendered = await renderOnMap(<DrawDialog />);
  openAddDialog(drawing);
  await screen.findByRole('textbox', { name: /^Address/ });
  return { person: userEvent.setup(), ...rendered };
}
async function openEdit(geom = aGeom()) {
  writeStored('currentUser', aUser());
  const rendered = await renderOnMap(<DrawDialog />);
  openEditDialog(geom);
  await screen.findByRole('textbox', { name: /^Description$/ });
  return { person: userEvent.setup(), ...rendered };
}
/** Ends the page without an answer to any question. */
function loseTab(): void {
  cleanup();
  closeDrawDialog();
}

test('a drawn line and its text are offered after the tab was lost, and are saved as if nothing had happened', async () => {
  const first = await openAdd(line);
  await first.person.type(address(), 'Street 1');
  await first.person.type(field(/^depth/), '12');
  loseTab();

  const { person, map } = await openAdd(point);
  const show = vi.spyOn(map, 'showDraft');
  expect((await findOffer()).textContent).toMatch(/You began this on \d\d\.\d\d\.\d{4} \d\d:\d\d\./);
  expect(address().value).toBe('');
  await click(person, 'Continue');
  expect(offer()).toBeNull();
  expect([address().value, field(/^depth/).value]).toEqual(['Street 1', '12']);
  expect(show).toHaveBeenCalledWith(line.wkt);
  await fillIn(person, topic(), 'Hole');
  await click(person, 'Save');
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(sent(add)?.body).toMatchObject({ wkt: line.wkt, name: 'Street 1', data: '{"depth":"12"}' });
  await expectDraftsOf();
});

test('whoever takes a drawing tool is offered the shape that was not saved, and need not draw it again', async () => {
  const first = await openAdd(line);
  await fillIn(first.person, address(), 'Street 1');
  loseTab();

  const { map } = await renderOnMap(<DrawDialog />);
  const person = userEvent.setup();
  map.setTool('DrawPoint');
  await screen.findByText(/You drew a shape on \d\d\.\d\d\.\d{4} \d\d:\d\d and did not save it/);
  await click(person, 'Continue');
  await screen.findByRole('textbox', { name: /^Address/ });
  expect(address().value).toBe('Street 1');
  expect(map.tool.get().action).toBe('None');
  expect(offer()).toBeNull();
  await fillIn(person, topic(), 'Hole');
  await click(person, 'Save');
  await waitFor(() => expect(server.countOf(add)).toBe(1));
  expect(sent(add)?.body).toMatchObject({ wkt: line.wkt, name: 'Street 1' });
  await expectDraftsOf();
});

test('the offer of a shape goes when another one is drawn, and is not made for an area of a filter', async () => {
  await openAdd(line);
  await expectDraftsOf('visitor new object');
  loseTab();
  const { map } = await renderOnMap(<DrawDialog />);
  map.setTool('DrawPoint', 'centre');
  await screen.findByText(/You drew a shape on/);
  map.confirmPosition();
  await findOffer();
  await waitFor(() => expect(screen.queryByText(/You drew a shape on/)).toBeNull());

  const started = vi.fn();
  map.on('drawingStarted', started);
  map.askForArea(() => {});
  expect(started).not.toHaveBeenCalled();
  map.setTool('DrawPolygon');
  expect(started).toHaveBeenCalledOnce();
});

test('an offer that is discarded goes, and so does a draft whose form is closed with its changes discarded', async () => {
  const first = await openAdd(line);
  await fillIn(first.person, address(), 'Street 1');
  loseTab();
  const { person } = await openAdd(point);
  await findOffer();
  await click(person, 'Discard');
  await waitFor(() => expect(offer()).toBeNull());
  await fillIn(person, address(), 'Street 2');
  await expectDraftsOf('visitor new object');
  await click(person, 'Close');
  await answerDiscard(person, 'Yes');
  await expectDraftsOf();
});

test('continuing asks before it replaces what was typed beside the offer', async () => {
  const first = await openAdd(line);
  await fillIn(first.person, address(), 'Street 1');
  loseTab();
  const { person } = await openAdd(point);
  await findOffer();
  await fillIn(person, address(), 'Street 2');
  await click(person, 'Continue');
  const question = await screen.findByRole('dialog', { name: 'Please confirm' });
  await person.click(within(question).getByRole('button', { name: 'No' }));
  expect(address().value).toBe('Street 2');
  expect(offer()).not.toBeNull();
});

test('TOOL-14: what was typed for a shape that the server refuses waits for the next shape', async () => {
  server.on(add, () => ({ status: 400, body: { error: 'INVALID_GEOMETRY', message: '', requestId: '' } }));
  const { person } = await openAdd(line);
  await fillIn(person, address(), 'Street 1');
  await fillIn(person, topic(), 'Hole');
  await click(person, 'Save');
  await screen.findByText(/Your text is stored: close the dialog and draw the shape again/);
  // Nothing is lost, so nothing is asked.
  await click(person, 'Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  openAddDialog(point);
  await findOffer();
  await click(person, 'Continue');
  expect(address().value).toBe('Street 1');
  server.on(add, () => ({ status: 201, body: { id: 4294968500 } }));
  await click(person, 'Save');
  await waitFor(() => expect(server.countOf(add)).toBe(2));
  expect(sent(add)?.body).toMatchObject({ wkt: point.wkt, name: 'Street 1' });
});

test('the e-mail of a visitor is not stored, because the next visitor may be another person', async () => {
  const { person } = await openAdd(point);
  await fillIn(person, field(/^E-mail/), 'jan@example.lv');
  await fillIn(person, address(), 'Street 1');
  loseTab();
  await expectDraftsOf('visitor new object');
  const stored = JSON.stringify(await listStoredDrafts());
  expect(stored).toContain('Street 1');
  expect(stored).not.toContain('jan@example.lv');
});

test('an edit and its comment are offered to the same user only, and go with the save', async () => {
  const first = await openEdit();
  await fillIn(first.person, topic(), ' again');
  await fillIn(first.person, await screen.findByRole('textbox', { name: /^Comment/ }), 'Seen today');
  loseTab();

  writeStored('currentUser', aUser({ userId: 4294967311 }));
  await renderOnMap(<DrawDialog />);
  openEditDialog(aGeom());
  await screen.findByRole('textbox', { name: /^Description$/ });
  await expectDraftsOf('4294967310 object 4294968402');
  expect(offer()).toBeNull();
  loseTab();
  removeStored('currentUser');

  const { person } = await openEdit();
  expect((await findOffer()).textContent).not.toContain('Somebody else');
  await click(person, 'Continue');
  expect(topic().value).toBe('Meadow under water again');
  expect(field(/^Comment/).value).toBe('Seen today');
  await person.clear(field(/^Comment/));
  server.on(update, () => ({ body: aGeom({ version: 4 }) }));
  await click(person, 'Save');
  await screen.findByText('Object saved');
  await expectDraftsOf();
});

test('D-OBJ-05: a draft of an object that somebody else has changed since shows both versions', async () => {
  const first = await openEdit();
  await fillIn(first.person, topic(), ' again');
  loseTab();

  server.on(update, () => ({ body: aGeom({ version: 8 }) }));
  const { person } = await openEdit(aGeom({ version: 7, name: 'Their name', description: 'Their topic' }));
  expect((await findOffer()).textContent).toContain('Somebody else has changed it since');
  await click(person, 'Continue');
  await screen.findByText('Somebody else has changed this object');
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  expect(choice('Address or name: Their name').checked).toBe(true);
  expect(choice('Description: Meadow under water again').checked).toBe(true);
  await click(person, 'Save');
  await screen.findByText('Object saved');
  expect(sent(update)?.headers['if-match']).toBe('"7"');
  expect(sent(update)?.body).toMatchObject({ name: 'Their name', description: 'Meadow under water again' });
});

test('a draft of an object holds the form of DRAFT_FORMAT 7; another form needs another number', async () => {
  await openAdd(line);
  await expectDraftsOf('visitor new object');
  const [[, [draft]]] = (await listStoredDrafts()) as [[string, [Draft<AddDraft>]]];
  expect(draft.format).toBe(7);
  expect(draft.content).toEqual({
    drawing: line,
    values: {
      objectId: 1,
      classId: 11,
      name: '',
      description: '',
      userEmail: '',
      isPublic: true,
      data: {},
    },
  });
});
