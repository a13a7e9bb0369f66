// @vitest-environment jsdom
import type { Company } from '@pgis/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readStored } from '../storage/index.ts';
import { answerDiscard } from '../testing/answerDiscard.ts';
import { aUser } from '../testing/aUser.ts';
import { startFakeServer } from '../testing/fakeServer.ts';
import { startApp, stopApp } from '../testing/startApp.tsx';
import { openDialogs } from '../ui/dialogs/dialogs.ts';

const server = startFakeServer();
const admin = aUser({ Admin: true, hasCustomReports: true });
const company: Company = {
  id: 1,
  name: 'Demo municipality',
  regNumber: '',
  address: '',
  email: '',
  phone: '',
  website: '',
  language: 'en',
  defaultCenter: null,
  defaultZoom: null,
};

beforeEach(() => {
  server.reset();
  server.on('GET /api/v1/companies/1', () => ({ body: company }));
  server.on('PUT /api/v1/companies/1', ({ body }) => ({ body: { ...company, ...(body as object) } }));
  server.on('GET /api/v1/user/4294967310', () => ({
    body: { id: 4294967310, email: 'a@b.lv', firstName: 'Ilze', lastName: '', phone: '', language: 'en' },
  }));
  server.on('GET /api/v1/reports/custom', () => ({ body: [] }));
  server.on('GET /api/v1/layers', () => ({ body: [] }));
  server.on('POST /api/v1/reports/custom/preview', () => ({ status: 503 }));
});
afterEach(() => {
  vi.useRealTimers();
  stopApp();
  // A question that a failed test leaves open would hide those of the next test.
  for (const dialog of openDialogs.get()) if (dialog.kind === 'confirmation') dialog.answer(false);
});

type App = Awaited<ReturnType<typeof startApp>>;

const openCompany = async () => {
  const app = await startApp(server, { path: '/en/profile', user: admin });
  return { ...app, phone: await screen.findByRole<HTMLInputElement>('textbox', { name: 'Phone' }) };
};
const openMenu = async ({ person }: App) => {
  await person.click(await screen.findByRole('button', { name: 'User menu of Ilze Bērziņa' }));
  return within(await screen.findByRole('menu'));
};
const openOwnProfile = async (app: App) => {
  await app.person.click((await openMenu(app)).getByRole('menuitem', { name: 'My profile' }));
  const dialog = await screen.findByRole('dialog', { name: 'My profile' });
  return within(dialog).findByRole<HTMLInputElement>('textbox', { name: 'First name' });
};
const back = ({ router }: App) => act(() => router.history.back());
const question = () => screen.queryByRole('dialog', { name: 'Unsaved changes' });

test('the question names what is at stake and has the focus on its safe button', async () => {
  const app = await openCompany();
  await app.person.type(app.phone, '67');
  void app.go('/en/reports/custom-reports');
  const dialog = await screen.findByRole('dialog', { name: 'Unsaved changes' });
  expect(within(dialog).getByText('Discard your changes?')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('No'));
});

test('another page asks before it takes the changes of a form on a page', async () => {
  const app = await openCompany();
  await app.person.type(app.phone, '67');
  void app.go('/en/reports/custom-reports');
  await answerDiscard(app.person, 'No');
  expect(app.whereAmI()).toBe('/en/profile');
  expect(app.phone.value).toBe('67');
  void app.go('/en/reports/custom-reports');
  await answerDiscard(app.person, 'Yes');
  await waitFor(() => expect(app.whereAmI()).toBe('/en/reports/custom-reports'));
});

test('an unchanged or saved form asks nothing', async () => {
  const app = await openCompany();
  await app.person.type(app.phone, '67');
  await app.person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  await act(() => app.go('/en/reports/custom-reports'));
  await waitFor(() => expect(app.whereAmI()).toBe('/en/reports/custom-reports'));
  expect(question()).toBeNull();
});

test('a tab of the same screen keeps what was typed', async () => {
  const app = await openCompany();
  server.on('GET /api/v1/profile-files/load-logo/1', () => ({ status: 404 }));
  await app.person.type(app.phone, '67');
  await app.person.click(screen.getByRole('tab', { name: 'Logo' }));
  await app.person.click(screen.getByRole('tab', { name: 'Data' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' }).value).toBe('67');
});

test('another language keeps what was typed', async () => {
  const app = await openCompany();
  await app.person.type(app.phone, '67');
  await act(() => app.go('/lv/profile'));
  await waitFor(() => expect(app.whereAmI()).toBe('/lv/profile'));
  expect(app.phone.isConnected).toBe(true);
  expect(app.phone.value).toBe('67');
  expect(question()).toBeNull();
});

test('closing the tab asks only while a form has changes', async () => {
  const app = await openCompany();
  const leave = () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  expect(leave()).toBe(false);
  await app.person.type(app.phone, '6');
  expect(leave()).toBe(true);
  await app.person.clear(app.phone);
  expect(leave()).toBe(false);
});

test('signing out asks first', async () => {
  const app = await openCompany();
  server.on('POST /api/v1/token/dispose', () => ({ status: 204 }));
  await app.person.type(app.phone, '67');
  await app.person.click((await openMenu(app)).getByRole('menuitem', { name: 'Sign out' }));
  await answerDiscard(app.person, 'No');
  expect(readStored('currentUser')).not.toBeNull();
  expect(app.phone.value).toBe('67');
  await app.person.click((await openMenu(app)).getByRole('menuitem', { name: 'Sign out' }));
  await answerDiscard(app.person, 'Yes');
  await waitFor(() => expect(app.whereAmI()).toBe('/en/auth/login'));
  expect(question()).toBeNull();
});

test('Back closes an unchanged dialog first, and leaves the page the next time', async () => {
  const app = await openCompany();
  await act(() => app.go('/en/reports/custom-reports'));
  await openOwnProfile(app);
  back(app);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(app.whereAmI()).toBe('/en/reports/custom-reports'));
  back(app);
  await waitFor(() => expect(app.whereAmI()).toBe('/en/profile'));
});

test('Back asks before it closes a changed dialog, and stays on its page', async () => {
  const app = await openCompany();
  await act(() => app.go('/en/reports/custom-reports'));
  const name = await openOwnProfile(app);
  await app.person.type(name, '!');
  back(app);
  await answerDiscard(app.person, 'No');
  expect(name.value).toBe('Ilze!');
  back(app);
  await answerDiscard(app.person, 'Yes');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(app.whereAmI()).toBe('/en/reports/custom-reports'));
});

test('typed passwords stay when the tab changes, and closing asks before it discards them', async () => {
  const app = await openCompany();
  await openOwnProfile(app);
  const profile = within(screen.getByRole('dialog', { name: 'My profile' }));
  await app.person.click(profile.getByRole('tab', { name: 'Password' }));
  const password = await profile.findByLabelText<HTMLInputElement>('New password');
  await app.person.type(password, 'correct horse');
  await app.person.click(profile.getByRole('tab', { name: 'Data' }));
  await app.person.click(profile.getByRole('tab', { name: 'Password' }));
  expect(profile.getByLabelText<HTMLInputElement>('New password').value).toBe('correct horse');
  await app.person.click(profile.getByRole('button', { name: 'Close' }));
  await answerDiscard(app.person, 'No');
  expect(profile.getByLabelText<HTMLInputElement>('New password').value).toBe('correct horse');
  await app.person.click(profile.getByRole('button', { name: 'Close' }));
  await answerDiscard(app.person, 'Yes');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Back answers an open question with No', async () => {
  const app = await openCompany();
  await act(() => app.go('/en/reports/custom-reports'));
  const name = await openOwnProfile(app);
  await app.person.type(name, '!');
  await app.person.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(question()).not.toBeNull());
  back(app);
  await waitFor(() => expect(question()).toBeNull());
  expect(name.value).toBe('Ilze!');
  await waitFor(() => expect(app.whereAmI()).toBe('/en/reports/custom-reports'));
});

test('no dialog stays open over another page', async () => {
  const app = await openCompany();
  await openOwnProfile(app);
  await act(() => app.go('/en/reports/custom-reports'));
  await waitFor(() => expect(app.whereAmI()).toBe('/en/reports/custom-reports'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('SESS-06: the end of the session asks before it discards changes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.UTC(2099, 11, 31, 23, 59) });
  const app = await openCompany();
  server.on('POST /api/v1/token/dispose', () => ({ status: 204 }));
  await app.person.type(app.phone, '67');
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  vi.useRealTimers();
  const ended = await screen.findByRole('dialog', { name: 'Session ended' });
  await app.person.click(within(ended).getByRole('button', { name: 'Yes' }));
  await answerDiscard(app.person, 'Yes');
  await waitFor(() => expect(app.whereAmI()).toBe('/en/auth/login'));
});

test('a custom report asks before Cancel discards it, and not after it is saved', async () => {
  const app = await startApp(server, { path: '/en/reports/custom-reports?edit=new', user: admin });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  await app.person.type(name, 'Lamps');
  await app.person.click(screen.getByRole('button', { name: 'Cancel' }));
  await answerDiscard(app.person, 'No');
  expect(name.value).toBe('Lamps');
  server.on('POST /api/v1/reports/custom', () => ({ status: 201, body: { id: 9, name: 'Lamps' } }));
  server.on('GET /api/v1/reports/custom/9', () => ({ status: 404 }));
  await app.person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(app.whereAmI()).toBe('/en/reports/custom-reports?report=9'));
  expect(question()).toBeNull();
});

test.each(['Back from', 'Another'])(
  '%s an address that was typed asks, and No keeps page and text',
  async (way) => {
    const app = await openCompany();
    const typeAddress = (path: string) =>
      act(async () => {
        window.location.hash = path;
        await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
      });
    await typeAddress('/en/classifiers/base-layers');
    await typeAddress('/en/profile');
    const phone = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Phone' });
    await app.person.type(phone, '1');
    if (way === 'Another') await typeAddress('/en/classifiers/base-layers');
    else await back(app);
    await answerDiscard(app.person, 'No');
    await waitFor(() => expect(app.whereAmI()).toBe('/en/profile'));
    expect(phone.isConnected && phone.value).toBe('1');
  },
);
