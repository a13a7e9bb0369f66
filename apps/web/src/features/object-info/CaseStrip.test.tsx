import type { Case } from '@pgis/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeStored } from '../../storage/index.ts';
import { aGeom } from '../../testing/aGeom.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { layer } from '../../testing/treeNodeDialog.tsx';
import { ObjectInfoTab } from './ObjectInfoTab.tsx';

const server = startFakeServer();
const { id } = aGeom();
const read = `GET /api/v1/cases/${id}`;
const change = 'PATCH /api/v1/cases';
const people = [
  { id: 31, name: 'Jānis Kalniņš', open: 12, overdue: 2 },
  { id: 32, name: 'Kristaps Zariņš', open: 1, overdue: 0 },
];

const aCase = (changes: Partial<Case> = {}): Case => ({
  id,
  classId: 11,
  name: 'Address',
  description: 'Topic',
  createdAt: '2026-11-14T08:12:00.000Z',
  upvoteCount: 0,
  isWaiting: false,
  x: 0,
  y: 0,
  status: null,
  imageId: null,
  version: 1,
  unit: { id: 7, name: 'Roads' },
  assignee: null,
  priority: 'normal',
  dueOn: '2026-11-20',
  pausedOn: null,
  isOverdue: true,
  firstAnsweredAt: null,
  closedAt: null,
  canEdit: true,
  ...changes,
});

beforeEach(() => {
  localStorage.clear();
  server.reset();
  server.on('GET /api/v1/cases/assignees/11', () => ({
    body: { units: [{ id: 7, name: 'Roads' }], people },
  }));
  server.on(change, () => ({ body: { count: 1 } }));
  server.on(`${read}/duplicates`, () => ({ body: { items: [] } }));
  writeStored('currentUser', aUser());
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

async function renderCase(
  one: Case | null,
  caseLayer: object | null = { dueDays: 5, days: 'working' },
): Promise<void> {
  server.on(`GET /api/v1/geoms/${id}`, () => ({ body: aGeom() }));
  const group = { ...layer, id: 2, kind: 'group', childClassifiers: [{ ...layer, caseLayer }] };
  server.on('GET /api/v1/classifiers/layers', () => ({ body: [group] }));
  server.on(read, () =>
    one === null ? { status: 404, body: { error: 'NOT_FOUND', message: '', requestId: '' } } : { body: one },
  );
  const { map } = await renderOnMap(<ObjectInfoTab />);
  map.select({ id, layerId: 11 });
  await screen.findByRole('table', { name: 'Object data' });
}

const strip = () => screen.findByRole('region', { name: /overdue|Due|Paused|Closed/ });
const choose = async (label: string, option: string) => {
  const user = userEvent.setup();
  await user.click(within(await strip()).getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};

test('the panel of a case says who works on it and since when it is overdue', async () => {
  await renderCase(aCase());
  expect((await strip()).textContent).toMatch(/\d+ days overdue/);
  const fields = within(await strip());
  expect(fields.getByRole<HTMLInputElement>('combobox', { name: 'Assignee' }).value).toBe('Nobody');
  expect(fields.getByRole<HTMLInputElement>('combobox', { name: 'Unit' }).value).toBe('Roads');
});

test('an assignment is saved at once, and Undo takes it back', async () => {
  await renderCase(aCase());
  await choose('Assignee', 'Jānis Kalniņš · 12 open');
  const sent = () => server.sent.filter(({ route }) => route === change).map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ ids: [id], assigneeId: 31 }]));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent()[1]).toEqual({ ids: [id], assigneeId: null }));
  await waitFor(() => expect(server.countOf(read)).toBe(3));
});

test('a pause is sent and its end too', async () => {
  await renderCase(aCase({ pausedOn: '2026-11-20', isOverdue: false }));
  const pause = within(await strip()).getByRole('switch', { name: 'Waiting for the reporter' });
  expect((await strip()).textContent).toContain('Paused since 20.11.2026');
  await userEvent.click(pause);
  await waitFor(() => expect(server.countOf(read)).toBe(2));
  expect(server.sent.find(({ route }) => route === change)?.body).toEqual({ ids: [id], isPaused: false });
});

test('readers see the work and change nothing', async () => {
  await renderCase(aCase({ canEdit: false, assignee: { id: 31, name: 'Jānis Kalniņš' } }));
  const assignee = within(await strip()).getByRole<HTMLInputElement>('combobox', { name: 'Assignee' });
  expect([assignee.value, assignee.disabled]).toEqual(['Jānis Kalniņš', true]);
  expect(server.countOf('GET /api/v1/cases/assignees/11')).toBe(0);
});

test('work of another unit is not shown, and other layers are not asked about', async () => {
  await renderCase(null);
  await waitFor(() => expect(server.countOf(read)).toBe(1));
  expect(screen.queryByRole('combobox', { name: 'Assignee' })).toBeNull();
  cleanup();
  server.reset();
  await renderCase(aCase(), null);
  expect(server.countOf(read)).toBe(0);
});
