// @vitest-environment jsdom
import { listReportExports } from '@pgis/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callApi, pendingRequests } from '../api/index.ts';
import { readStored } from '../storage/index.ts';
import { aUser } from '../testing/aUser.ts';
import { startFakeServer } from '../testing/fakeServer.ts';
import { startApp, stopApp } from '../testing/startApp.tsx';

// jsdom draws no map.
vi.mock('./dashboard/DashboardScreen.tsx', () => ({ default: () => <p>The map</p> }));
vi.mock('./dashboard/DashboardAside.tsx', () => ({ default: () => null }));

const server = startFakeServer();
beforeEach(() => server.reset());
afterEach(() => {
  stopApp();
  vi.restoreAllMocks();
});

const loginHeading = () => screen.findByRole('heading', { name: 'Sign in' });
const admin = aUser({ Admin: true, hasCustomReports: true });

test('ROUT-01 ROUT-02 D-ROUT-01: addresses stand behind the hash and carry a language prefix', async () => {
  const { whereAmI } = await startApp(server, { path: '/lv/dashboard' });
  expect(whereAmI()).toBe('/lv/dashboard');
  expect(window.location.pathname).toBe('/');
  await waitFor(() => expect(document.title).toBe('Karte · PGIS'));
  expect(document.documentElement.lang).toBe('lv');
});

test.each(['auth/landing-page', 'dashboard'])(
  'ROUT-03 D-SESS-09 I18N-01: the empty path leads to %s when the settings say so, in English',
  async (defaultRoute) => {
    const { whereAmI } = await startApp(server, { settings: { defaultRoute } });
    expect(whereAmI()).toBe(`/en/${defaultRoute}`);
  },
);

test('D-ROUT-01: an unknown language prefix goes to English, with the rest of the address', async () => {
  const { whereAmI } = await startApp(server, { path: '/de/dashboard?object=4294968317' });
  expect(whereAmI()).toBe('/en/dashboard?object=4294968317');
});

test('an address that holds a view stays as it was written', async () => {
  const view = 'map=11/56.97/23.98&base=1,7&layers=3&hide=3-00112233~5-44556677&filter=3:state:new';
  const { whereAmI } = await startApp(server, { path: `/lv/dashboard?${view}` });
  expect(whereAmI()).toBe(`/lv/dashboard?${view}`);
});

test('ROUT-05: every navigation scrolls to the top', async () => {
  const { go } = await startApp(server, { path: '/en/dashboard' });
  vi.mocked(window.scrollTo).mockClear();
  await go('/en/nothing-here');
  await screen.findByRole('heading', { name: 'There is no such page' });
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
});

test('D-SESS-09: the landing page has the name, three languages, the map and the sign-in form', async () => {
  await startApp(server, { path: '/en/auth/landing-page' });
  await screen.findByText('PGIS');
  const links = ['Open the map', 'Sign in', 'English', 'Русский', 'Latviešu'];
  expect(links.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
    ...['/#/en/dashboard', '/#/en/auth/login', '/#/en/auth/landing-page'],
    ...['/#/ru/auth/landing-page', '/#/lv/auth/landing-page'],
  ]);
});

test('ROUT-07: the simple layout holds login and landing page, and nothing but their content', async () => {
  const { go } = await startApp(server, { path: '/en/auth/landing-page' });
  await screen.findByRole('link', { name: 'Open the map' });
  const parts = () => ['banner', 'contentinfo', 'complementary'].filter((role) => screen.queryByRole(role));
  expect(parts()).toEqual([]);
  await go('/en/auth/login');
  await loginHeading();
  expect(parts()).toEqual([]);
});

test('ROUT-08 D-SESS-08: after signing in, one is sent to /auth/login, and from there on to the map', async () => {
  const { person, router, whereAmI } = await startApp(server, { path: '/en/auth/login' });
  const visited: string[] = [];
  router.subscribe('onBeforeNavigate', ({ toLocation }) => visited.push(toLocation.pathname));
  server.on('POST /api/v1/token', () => ({ body: { data: admin } }));
  await loginHeading();
  await person.type(screen.getByLabelText('E-mail'), ' ilze@example.org ');
  await person.type(screen.getByLabelText('Password'), 'secret words');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('The map');
  expect(visited).toContain('/en/auth/login');
  expect(whereAmI()).toBe('/en/dashboard');
  expect(server.sent.find(({ route }) => route === 'POST /api/v1/token')?.body).toEqual({
    email: 'ilze@example.org',
    password: 'secret words',
  });
});

test('ROUT-08 D-SESS-08: with firstLogin nobody is moved; the own password is set first', async () => {
  const { person, go, whereAmI } = await startApp(server, { path: '/en/auth/login' });
  server.on('POST /api/v1/token', () => ({ body: { data: aUser({ firstLogin: true }) } }));
  server.on(`PUT /api/v1/user/${admin.userId}`, () => ({ status: 204 }));
  await loginHeading();
  await person.type(screen.getByLabelText('E-mail'), 'ilze@example.org');
  await person.type(screen.getByLabelText('Password'), 'given by the admin');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('heading', { name: 'Set your own password' });
  await go('/en/dashboard');
  expect(whereAmI()).toBe('/en/auth/login');
  await person.type(await screen.findByLabelText('New password'), 'quite my own words');
  await person.type(screen.getByLabelText('New password again'), 'quite my own words');
  await person.click(screen.getByRole('button', { name: 'Save the password' }));
  await screen.findByText('The map');
  expect(readStored('currentUser')?.firstLogin).toBe(false);
  expect(server.sent.find(({ route }) => route.startsWith('PUT /api/v1/user/'))?.body).toEqual({
    oldPassword: 'given by the admin',
    newPassword: 'quite my own words',
  });
});

test('ROUT-09: after logout the user is sent to /auth/login', async () => {
  server.on('POST /api/v1/token/dispose', () => ({ status: 204 }));
  const { person, whereAmI } = await startApp(server, { path: '/lv/dashboard', user: admin });
  await person.click(await screen.findByRole('button', { name: /Ilze Bērziņa/ }));
  await person.click(await screen.findByRole('menuitem', { name: 'Iziet' }));
  await screen.findByRole('heading', { name: 'Pieteikties' });
  expect(whereAmI()).toBe('/lv/auth/login');
  expect(readStored('currentUser')).toBeNull();
});

test('a visitor who wants a page for signed-in users gets there by signing in', async () => {
  const { person, whereAmI } = await startApp(server, { path: '/en/admin/log' });
  server.on('POST /api/v1/token', () => ({ body: { data: admin } }));
  await loginHeading();
  expect(whereAmI()).toBe('/en/auth/login?next=/en/admin/log');
  await person.type(screen.getByLabelText('E-mail'), 'ilze@example.org');
  await person.type(screen.getByLabelText('Password'), 'secret words');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(whereAmI()).toBe('/en/admin/log'));
});

const signOutElsewhere = () => {
  localStorage.removeItem('currentUser');
  window.dispatchEvent(new StorageEvent('storage', { key: 'currentUser', storageArea: localStorage }));
};

test('ROUT-09: signing out in another tab takes this one off pages that need signing in', async () => {
  const { whereAmI } = await startApp(server, { path: '/en/reports/custom-reports', user: admin });
  await screen.findByRole('heading', { name: 'Custom reports' });
  signOutElsewhere();
  await loginHeading();
  expect(whereAmI()).toMatch('/en/auth/login');
});

test('ROUT-09: a page that signing out in another tab takes away asks for nothing any more', async () => {
  server.on('GET /api/v1/reports/exports', () => ({ body: [] }));
  const { whereAmI } = await startApp(server, { path: '/en/reports/layer-reports', user: admin });
  const bearers = () =>
    server.sent
      .filter(({ route }) => route === 'GET /api/v1/reports/exports')
      .map(({ headers }) => headers.authorization);
  await waitFor(() => expect(bearers()).not.toEqual([]));
  await waitFor(() => expect(pendingRequests.getCount()).toBe(0));
  signOutElsewhere();
  await loginHeading();
  await waitFor(() => expect(pendingRequests.getCount()).toBe(0));
  expect(bearers()).not.toContain(undefined);
  expect(whereAmI()).toMatch('/en/auth/login');
});

test('HTTP-02: what a page for signed-in users asks without a user leads to the root page', async () => {
  const { whereAmI } = await startApp(server, { path: '/en/reports/custom-reports', user: admin });
  await screen.findByRole('heading', { name: 'Custom reports' });
  server.on('GET /api/v1/reports/exports', () => ({ status: 401 }));
  // The other tab's sign-out has not been heard of here yet.
  localStorage.removeItem('currentUser');
  void callApi(listReportExports);
  await screen.findByRole('link', { name: 'Open the map' });
  expect(whereAmI()).toBe('/en/auth/landing-page');
});

test('a page without the right for it says so', async () => {
  await startApp(server, { path: '/en/admin/users-groups', user: aUser() });
  expect(await screen.findByRole('heading', { name: 'You have no access to this page' })).toBeTruthy();
});

test('the address of a part of the menu leads to its first page', async () => {
  const { whereAmI } = await startApp(server, { path: '/en/classifiers', user: admin });
  await waitFor(() => expect(whereAmI()).toBe('/en/classifiers/layer-groups'));
});

test('without a server the page says what to do, and tries again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { person } = await startApp(server, { path: '/en/dashboard', isServerAway: true });
  expect(await screen.findByRole('heading', { name: 'This page could not be shown' })).toBeTruthy();
  server.on('GET /api/v1/settings', () => ({
    body: { version: '1', defaultRoute: 'dashboard', companyName: '' },
  }));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The map')).toBeTruthy();
});

test('SESS-05 SESS-06: an ended session is asked about once; Yes logs out and leads to /auth/login', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.UTC(2030, 0, 1, 12) });
  server.on('POST /api/v1/token/dispose', () => ({ status: 204 }));
  const expiresAt = new Date(Date.now() + 10_000).toISOString();
  const { whereAmI } = await startApp(server, { path: '/en/dashboard', user: aUser({ expiresAt }) });
  await screen.findByText('The map');
  act(() => vi.advanceTimersByTime(30_000));
  const dialog = await screen.findByRole('dialog', { name: 'Session ended' });
  expect(dialog.textContent).toContain('Your session has ended. Sign in again?');
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  await loginHeading();
  vi.useRealTimers();
  expect(whereAmI()).toBe('/en/auth/login');
  expect(readStored('currentUser')).toBeNull();
  expect(server.countOf('POST /api/v1/token/dispose')).toBe(1);
});
