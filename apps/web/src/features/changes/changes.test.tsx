import type { ChangeDetails, LargeChange } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import ChangesScreen from './ChangesScreen.tsx';

const server = startFakeServer();

const edit: LargeChange = {
  id: 9,
  kind: 'fieldSet',
  at: '2026-11-22T12:00:00.000Z',
  userName: 'Ilze',
  isOwn: true,
  node: { id: 11, name: 'Trees', isDeleted: false },
  field: 'state',
  undoOf: null,
  count: 5_000,
  state: 'done',
  done: 0,
  canUndo: true,
  blockedBy: null,
  expiresAt: '2026-12-22T12:00:00.000Z',
  undone: null,
  problem: null,
};
const details: Pick<ChangeDetails, 'value' | 'preview' | 'leftObjects'> = {
  value: 'good',
  preview: { count: 4_980, left: 20 },
  leftObjects: [],
};

let stored: ChangeDetails;
beforeEach(() => {
  localStorage.clear();
  server.reset();
  writeStored('currentUser', aUser({ Admin: true }));
  stored = { ...edit, ...details };
  server.on('GET /api/v1/changes', () => ({ body: { items: [stored], next: null } }));
  server.on('GET /api/v1/changes/9', () => ({ body: stored }));
});
afterEach(cleanup);

const show = async (language: 'en' | 'lv' = 'en') => {
  await renderOnMap(<ChangesScreen />, { language });
  return userEvent.setup();
};
const rowText = async () => (await screen.findByRole('listitem')).textContent;

test('a question with the numbers, then the progress, then what was left alone', async () => {
  const user = await show();
  expect(await rowText()).toContain('Objects: 5,000');
  await user.click(await screen.findByRole('button', { name: 'Undo: Field set: state, Trees' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this change?' });
  expect(await within(dialog).findByText('New value: good')).toBeTruthy();
  expect(within(dialog).getByText('Objects that will get their earlier value back: 4,980.')).toBeTruthy();
  expect(within(dialog).getByText('Changed since then and left as they are: 20.')).toBeTruthy();

  server.on('POST /api/v1/changes/9/undo', () => {
    stored = { ...stored, state: 'undoing', canUndo: false, preview: null };
    return { body: stored };
  });
  await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
  expect(await within(dialog).findByRole('progressbar', { name: 'Progress of the undo' })).toBeTruthy();

  stored = {
    ...stored,
    state: 'undone',
    undone: { at: '2026-11-23T08:00:00.000Z', userName: '', count: 4_980, left: 20 },
    leftObjects: [
      { id: 1, name: 'Oak', reason: 'changed' },
      { id: 2, name: '', reason: 'gone' },
    ],
  };
  const left = await screen.findByRole('region', { name: 'Left unchanged' }, { timeout: 5_000 });
  expect(
    within(left)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Oakchanged since', 'Hidden objectdeleted since']);
  expect(within(left).getByText('The first 2 of them:')).toBeTruthy();
  expect(screen.getByText(/Undone by Deleted user, .* Undone: 4,980\./)).toBeTruthy();
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Details: Field set: state, Trees' })).toBeTruthy();
});

test('what cannot be undone says why', async () => {
  stored = { ...stored, kind: 'objectsDeleted', field: null, blockedBy: 'Trees' };
  await show();
  expect(await rowText()).toContain('Restore “Trees” first.');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Undo: All objects deleted/ });
  expect(button.disabled).toBe(true);
  cleanup();

  stored = { ...stored, blockedBy: null, canUndo: false };
  await show();
  expect(await rowText()).toContain('You do not have permission to undo this.');
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

test('a change that others have changed completely, and one that failed, are told before anything is sent', async () => {
  stored = { ...stored, preview: { count: 0, left: 5_000 }, problem: 'UNEXPECTED' };
  const user = await show('lv');
  expect(await rowText()).toContain('Nav atsaukts kļūdas dēļ.');
  await user.click(await screen.findByRole('button', { name: 'Atsaukt: Iestatīts lauks: state, Trees' }));
  expect(await screen.findByText('Nav ko atsaukt: kopš tā viss ir mainījies.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Atsaukt' }).disabled).toBe(true);
});

test('the list shows one’s own changes first, and everybody’s on request', async () => {
  server.on('GET /api/v1/changes', ({ query }) => ({
    body: { items: query._own === 'true' ? [] : [stored], next: null },
  }));
  const user = await show();
  expect(await screen.findByRole('heading', { name: 'Nothing to undo' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Everyone’s' }));
  expect(await rowText()).toContain('Trees');
});
