import type { Geom } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aComment } from '../../testing/aComment.ts';
import { aGeom } from '../../testing/aGeom.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { ObjectInfoTab } from './ObjectInfoTab.tsx';

const server = startFakeServer();
const { id } = aGeom();
const read = `GET /api/v1/geoms/${id}`;
const call = (name: string) => `POST /api/v1/geoms/${id}/${name}`;
const button = (name: string) => screen.queryByRole('button', { name });
const strip = (name: string) => screen.queryByRole('region', { name });

beforeEach(() => {
  localStorage.clear();
  server.reset();
});
afterEach(cleanup);

async function renderSelected(changes: Partial<Geom>) {
  server.on(read, () => ({ body: aGeom(changes) }));
  const { map } = await renderOnMap(<ObjectInfoTab />);
  map.select({ id, layerId: 11 });
  await screen.findByRole('table', { name: 'Object data' });
  return Object.assign(userEvent.setup(), { map });
}

test('INFO-04: an Upvote button with the count only with canUpvote; others read the count', async () => {
  await renderSelected({ canUpvote: true, upvoteCount: 14 });
  expect(screen.getByRole('button', { name: 'Upvote 14' })).toBeTruthy();
  cleanup();
  await renderSelected({ canUpvote: false, upvoteCount: 14 });
  expect(screen.queryByRole('button', { name: /Upvote/ })).toBeNull();
  expect(screen.getByText('14 votes')).toBeTruthy();
  expect(screen.queryByText(/^You voted/)).toBeNull();
});

test('INFO-05 API-GEOM-04: a vote is sent with an empty body and takes the button away', async () => {
  server.on(call('upvote'), () => ({ body: { upvoteCount: 15, canUpvote: false } }));
  const user = await renderSelected({ canUpvote: true, upvoteCount: 14 });
  await user.click(screen.getByRole('button', { name: 'Upvote 14' }));
  expect(await screen.findByText('15 votes')).toBeTruthy();
  expect(screen.getByText(/^You voted/)).toBeTruthy();
  expect(button('Upvote 15')).toBeNull();
  expect(server.sent.find(({ route }) => route === call('upvote'))?.body).toBeUndefined();
});

test('INFO-06: latest comment and status, and the comments for reading', async () => {
  const comments = [
    aComment({ content: 'Internal one', isPublic: false }),
    aComment({ id: 2, content: 'Thanks', author: '' }),
  ];
  await renderSelected({ comments, canWrite: false });
  const list = within(screen.getByRole('list', { name: 'Comments' }));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(list.getAllByText('Internal')).toHaveLength(1);
  expect(list.queryByText('Public')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Delete the comment/ })).toBeNull();
  expect(button('Add comment')).toBeNull();
  const table = within(screen.getByRole('table', { name: 'Object data' }));
  expect(table.getByText('Culvert opened')).toBeTruthy();
  expect(table.getByText('In progress')).toBeTruthy();
});

test('D-CLS-07: the reporter reads that the object waits, and why it was hidden, and can decide nothing', async () => {
  await renderSelected({ review: 'waiting', canWrite: false });
  await waitFor(() => expect(strip('Waiting for review')).not.toBeNull());
  for (const name of ['Approve', 'Hide…', 'Show again']) expect(button(name)).toBeNull();
  cleanup();
  await renderSelected({ review: 'hidden', hiddenReason: 'It names a person', canWrite: false });
  expect((await screen.findByRole('region', { name: 'Hidden from visitors' })).textContent).toContain(
    'Reason: It names a person',
  );
  expect(button('Show again')).toBeNull();
});

test('D-CLS-07: a clerk approves what waits', async () => {
  server.on(call('approve'), () => ({ body: aGeom({ canHide: true }) }));
  const user = await renderSelected({ review: 'waiting' });
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved: visible to everyone')).toBeTruthy();
  expect(strip('Waiting for review')).toBeNull();
  expect(button('Hide…')).not.toBeNull();
});

test('D-CLS-07: after a decision the next object that waits is offered, first of the same layer', async () => {
  server.on(call('approve'), () => ({ body: aGeom({ canHide: true }) }));
  server.on('GET /api/v1/classifiers/layers', () => ({
    body: [
      {
        id: 5,
        name: 'Reports',
        childClassifiers: [{ id: 11, name: 'Dumping', sourceId: null, layerFields: [] }],
      },
    ],
  }));
  server.on('GET /api/v1/geoms/waiting', () => ({
    body: [
      { classId: 12, count: 1, oldestId: 80 },
      { classId: 11, count: 2, oldestId: 71 },
    ],
  }));
  server.on('GET /api/v1/geoms/71', () => ({ body: aGeom({ id: 71, classId: 11 }) }));
  server.on('GET /api/v1/geoms/extent/11/71', () => ({ body: { extent: null } }));
  const { map, click } = await renderSelected({ review: 'waiting' });
  await click(await screen.findByRole('button', { name: 'Approve' }));
  await click(await screen.findByRole('button', { name: 'Show next (3)' }));
  await waitFor(() => expect(map.selection.get()).toEqual({ id: 71, layerId: 11 }));
});

test('D-CLS-07: hiding needs a reason', async () => {
  const hidden = aGeom({ review: 'hidden', hiddenReason: 'It names a person' });
  server.on(call('hide'), () => ({ body: hidden }));
  server.on(call('unhide'), () => ({ body: aGeom({ canHide: true }) }));
  const user = await renderSelected({ canHide: true });
  await user.click(screen.getByRole('button', { name: 'Hide…' }));
  await user.click(await screen.findByRole('button', { name: 'Hide' }));
  expect(screen.getByText('Fill in this field')).toBeTruthy();
  expect(server.countOf(call('hide'))).toBe(0);
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), ' It names a person ');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect((await screen.findByRole('region', { name: 'Hidden from visitors' })).textContent).toContain(
    'Reason: It names a person',
  );
  expect(server.sent.find(({ route }) => route === call('hide'))?.body).toEqual({
    reason: 'It names a person',
  });
  await user.click(screen.getByRole('button', { name: 'Show again' }));
  expect(await screen.findByText('Visible to visitors again')).toBeTruthy();
});

test('D-CLS-07: Hide only where the public sees it, for those who may', async () => {
  await renderSelected({ canHide: false });
  expect(button('Hide…')).toBeNull();
});

test('when another user has decided otherwise, that decision is shown', async () => {
  const current = aGeom({ review: 'hidden', hiddenReason: 'Not here' });
  server.on(call('approve'), () => ({
    status: 409,
    body: { error: 'OBJECT_CHANGED', message: '', requestId: '', current },
  }));
  const user = await renderSelected({ review: 'waiting' });
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect((await screen.findByRole('region', { name: 'Hidden from visitors' })).textContent).toContain(
    'Not here',
  );
});
