// @vitest-environment jsdom
import type { Notice } from '@pgis/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { startApp, stopApp } from '../../testing/startApp.tsx';

vi.mock('../../app/dashboard/DashboardScreen.tsx', () => ({ default: () => <p>The map</p> }));
vi.mock('../../app/dashboard/DashboardAside.tsx', () => ({ default: () => null }));

const server = startFakeServer();
const idInCompany = (n: number) => 2 ** 32 + n;
const aNotice = (changes: Partial<Notice>): Notice => ({
  id: 1,
  kind: 'assigned',
  at: new Date().toISOString(),
  count: 1,
  isRead: false,
  by: 'Ilze Bērziņa',
  object: { id: idInCompany(77), name: 'Kalna iela 2', classId: 11, layerName: 'Potholes' },
  comment: null,
  dueOn: null,
  import: null,
  ...changes,
});
let notices: Notice[] = [];
const unread = () => notices.filter(({ isRead }) => !isRead).length;

beforeEach(() => {
  server.reset();
  notices = [
    aNotice({ id: 3, kind: 'mentioned', comment: 'Please look, @Anna Ozola', count: 2 }),
    aNotice({ id: 2, kind: 'overdue', by: null, dueOn: '2026-11-19', at: '2026-11-20T07:00:00.000Z' }),
    aNotice({ id: 1, isRead: true, at: '2026-11-19T07:00:00.000Z' }),
  ];
});
afterEach(stopApp);

async function openBell() {
  const app = await startApp(server, { path: '/en/dashboard', user: aUser() });
  server.on('GET /api/v1/notices/count', () => ({ body: { unread: unread() } }));
  server.on('GET /api/v1/notices', ({ query }) => ({
    body: {
      items: query._unread === 'true' ? notices.filter(({ isRead }) => !isRead) : notices,
      hasMore: false,
      unread: unread(),
    },
  }));
  server.on('POST /api/v1/notices/read', ({ body }) => {
    const { ids, until } = body as { ids?: number[]; until?: string };
    notices = notices.map((one) =>
      ids?.includes(one.id) || (until !== undefined && one.at <= until) ? { ...one, isRead: true } : one,
    );
    return { body: { unread: unread() } };
  });
  window.dispatchEvent(new Event('visibilitychange'));
  await app.person.click(await screen.findByRole('button', { name: /^Notifications/ }));
  const panel = await screen.findByRole('dialog', { name: /^Notifications/ });
  return { ...app, panel: within(panel) };
}

test('the bell lists what happened, today and earlier, and a click marks it as read', async () => {
  const { panel, person } = await openBell();
  const [mention, overdue, assigned] = await panel.findAllByRole('link');
  expect(mention?.textContent).toMatch(
    /^Ilze Bērziņa mentioned you in 1-77\. Kalna iela 2“Please look, @Anna Ozola”.* · 2 times$/,
  );
  expect(mention?.getAttribute('href')).toBe(`#/en/dashboard?object=${idInCompany(77)}`);
  expect(overdue?.textContent).toContain('1-77 is overdue, it was due on 19.11.2026');
  expect(assigned?.textContent).toContain('Ilze Bērziņa assigned 1-77 to you');
  expect(panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Earlier',
  ]);
  await person.click(mention as HTMLElement);
  await waitFor(() => expect(unread()).toBe(1));
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy();
});

test('the list is worked through with the keyboard', async () => {
  const { panel, person } = await openBell();
  const rows = await panel.findAllByRole('link');
  rows[0]?.focus();
  await person.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(rows[1]);
  await person.keyboard('{Delete}');
  await waitFor(() => expect(notices.map(({ isRead }) => isRead)).toEqual([false, true, true]));
  await person.click(panel.getByRole('button', { name: /^Unread/ }));
  await waitFor(() => expect(panel.getAllByRole('link')).toHaveLength(1));
  await person.click(panel.getByRole('button', { name: 'Mark all as read' }));
  expect(await panel.findByRole('heading', { name: 'Nothing new' })).toBeTruthy();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Notifications/);
});

test('a rhythm that could not be saved is not displayed as set, nor is one that is not known', async () => {
  const { panel, person } = await openBell();
  server.on('GET /api/v1/follows', () => ({ body: [] }));
  let answer: (reply: { body: object }) => void = () => {};
  const listed = { items: [], hasMore: false, unread: 0, mail: 'weekly' };
  server.on('GET /api/v1/notices', () => new Promise((resolve) => (answer = resolve)));
  server.on('PUT /api/v1/notices/mail', () => ({ status: 500, body: { code: 'INTERNAL' } }));
  await person.click(panel.getByRole('button', { name: /^What you follow/ }));
  const rhythm = panel.getByRole<HTMLInputElement>('combobox', {
    name: 'Overdue work, mentions and answers',
  });
  expect([rhythm.value, rhythm.disabled]).toEqual(['', true]);
  answer({ body: listed });
  await waitFor(() => expect(rhythm.value).toBe('Bell and e-mail on Mondays, at 8:00'));
  await person.click(rhythm);
  await person.click(await panel.findByRole('option', { name: 'Bell only' }));
  expect(await screen.findByText(/Something went wrong on the server/)).toBeTruthy();
  expect(rhythm.value).toBe('Bell and e-mail on Mondays, at 8:00');
});

test('a notice that could not be marked as read says so, though its list has closed', async () => {
  const { panel, person } = await openBell();
  server.on('POST /api/v1/notices/read', () => ({ status: 500, body: { code: 'INTERNAL' } }));
  await person.click((await panel.findAllByRole('link'))[0] ?? expect.fail());
  expect(await screen.findByText(/Something went wrong on the server/)).toBeTruthy();
});
