import type { ComparedCase } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { layer } from '../../testing/treeNodeDialog.tsx';
import { MergeDialog, PossibleDuplicates } from './index.ts';

const server = startFakeServer();
const merge = 'POST /api/v1/cases/merge';

const compared = (id: number, changes: Partial<ComparedCase> = {}): ComparedCase => ({
  id: 4294967296 + id,
  classId: 11,
  name: `Brīvības iela ${id}`,
  description: 'Hole',
  createdAt: '2026-11-14T08:12:00.000Z',
  upvoteCount: 0,
  isWaiting: false,
  x: 2_683_000,
  y: 7_750_000,
  status: null,
  imageId: null,
  version: id,
  unit: null,
  assignee: null,
  priority: 'normal',
  dueOn: null,
  pausedOn: null,
  isOverdue: false,
  firstAnsweredAt: null,
  closedAt: null,
  canEdit: true,
  fileCount: 1,
  commentCount: 2,
  noteCount: 0,
  votesTogether: 3,
  hasReporter: false,
  isPublic: true,
  ...changes,
});

let all: readonly ComparedCase[] = [];
beforeEach(() => {
  localStorage.clear();
  server.reset();
  all = [compared(1, { upvoteCount: 1 }), compared(2, { upvoteCount: 2, votesTogether: 2 }), compared(3)];
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [{ ...layer, id: 2, kind: 'group', childClassifiers: [layer] }],
  }));
  server.on('GET /api/v1/cases/compare', ({ query }) => ({
    body: { items: all.filter(({ id }) => query._ids?.split(',').includes(String(id))) },
  }));
  server.on(`GET /api/v1/cases/${compared(1).id}/duplicates`, () => ({
    body: {
      items: all.slice(1).map((one) => ({ ...one, name: '', distanceM: 1_500, likeness: 0.5 })),
    },
  }));
  server.on(merge, () => ({
    body: { changeId: 77, count: 1, moved: { votes: 1, files: 1, comments: 2, notes: 0 } },
  }));
  writeStored('currentUser', aUser());
});
afterEach(cleanup);

const sent = () => server.sent.filter(({ route }) => route === merge).map(({ body }) => body);
const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Merge into/ });

async function renderDialog(ids: readonly number[]) {
  const onMerged = vi.fn();
  const initialIds = ids.map((id) => compared(id).id);
  const view = await renderOnMap(
    <Suspense>
      <MergeDialog initialIds={initialIds} onClose={() => {}} onMerged={onMerged} />
    </Suspense>,
  );
  return { ...view, onMerged, user: userEvent.setup() };
}

test('the panel counts possible duplicates and opens the nearest beside the case, others on request', async () => {
  const user = userEvent.setup();
  await renderOnMap(<PossibleDuplicates one={compared(1)} />);
  await user.click(await screen.findByRole('button', { name: 'Possible duplicates (2)' }));
  expect(await screen.findAllByRole('radio')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: /^Add 1-3, 1\.5\d?\skm away$/ }));
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'Leave out 1-3' }));
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(2));
});

test('the case with most votes is proposed to stay, arrows select another, and Undo takes the merge back', async () => {
  let state = 'undoing';
  server.on('POST /api/v1/changes/77/undo', () => ({ body: {} }));
  server.on('GET /api/v1/changes/77', () => {
    const body = { state };
    state = 'undone';
    return { body };
  });
  const { user, onMerged, map } = await renderDialog([1, 2]);
  map.select({ id: compared(2).id, layerId: 11 });
  expect((await submit()).textContent).toBe('Merge into 1-2');
  const moves = within(screen.getByRole('region', { name: 'Together in 1-2' }));
  expect(moves.getByText('2 + 1 − 1 = 2')).toBeTruthy();
  expect(screen.getByText('0 m from B')).toBeTruthy();
  expect(moves.getByText('2 + 2 = 4')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Keep this one' }));
  expect((await submit()).textContent).toBe('Merge into 1-1');
  await user.click(await submit());
  expect(await screen.findByText('1-2 merged into 1-1')).toBeTruthy();
  expect(sent()).toEqual([
    {
      keep: { id: compared(1).id, version: 1 },
      merge: [{ id: compared(2).id, version: 2 }],
      withNotes: false,
      tellsReporters: true,
    },
  ]);
  expect(onMerged).toHaveBeenCalledOnce();
  expect(map.selection.get()?.id).toBe(compared(1).id);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Merge undone')).toBeTruthy();
});

test('internal notes move only if they are ticked, and reporters are told unless it is cleared', async () => {
  all = [compared(1), compared(2, { noteCount: 2, hasReporter: true })];
  const { user } = await renderDialog([1, 2]);
  await user.click(await screen.findByRole('checkbox', { name: 'Internal notes move too: 2' }));
  await user.click(screen.getByRole('checkbox', { name: 'Tell the reporters by e-mail' }));
  await user.click(await submit());
  await waitFor(() => expect(sent()).toMatchObject([{ withNotes: true, tellsReporters: false }]));
});

test('a case that the user cannot edit is named, and the others can be merged without it', async () => {
  all = [compared(1), compared(2), compared(3, { canEdit: false })];
  const { user } = await renderDialog([1, 2, 3]);
  expect(await screen.findByText(/^You cannot edit 1-3/)).toBeTruthy();
  expect((await submit()).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Leave out 1-3' }));
  await waitFor(async () => expect((await submit()).disabled).toBe(false));
});

test('a hidden case is not merged into a public one, and far ones are named', async () => {
  all = [compared(1), compared(2, { isPublic: false, x: 2_690_000 })];
  const { user } = await renderDialog([1, 2]);
  expect(await screen.findByText(/^Visitors do not see 1-2/)).toBeTruthy();
  expect(screen.getByText(/^1-2 is 3\.\d+ km away/)).toBeTruthy();
  expect((await submit()).disabled).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Keep this one' }));
  await waitFor(async () => expect((await submit()).disabled).toBe(false));
});
