// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { startApp, stopApp } from '../../testing/startApp.tsx';

// jsdom draws no map.
vi.mock('../dashboard/DashboardScreen.tsx', () => ({ default: () => <p>The map</p> }));
vi.mock('../dashboard/DashboardAside.tsx', () => ({ default: () => null }));

const server = startFakeServer();
beforeEach(() => server.reset());
afterEach(stopApp);

const reader = aUser();
const admin = aUser({
  Admin: true,
  hasCustomReports: true,
  permissions: { userName: 'Ilze Bērziņa', unitPermissions: { 7: ['Admin', 'Write', 'Read'] } },
});
const header = () => screen.findByRole('banner');
const sidebar = () => screen.findByRole('navigation', { name: 'Main menu' });
const inHeader = async () => within(await header());

test('HEAD-01: the brand leads to the default route and says where one came from', async () => {
  await startApp(server, {
    path: '/lv/reports/custom-reports',
    user: admin,
    settings: { defaultRoute: 'dashboard' },
  });
  const brand = await (await inHeader()).findByRole('link', { name: /^PGIS/ });
  await waitFor(() =>
    expect(brand.getAttribute('href')).toBe('/#/lv/dashboard?previousRoute=/lv/reports/custom-reports'),
  );
});

test('HEAD-02 HELP-01: the help button opens a dialog with its title, a button for each help file, and Close', async () => {
  server.on('GET /api/v1/help', () => ({ body: ['First steps.html', 'Rules.pdf'] }));
  const { person } = await startApp(server, { path: '/en/dashboard' });
  await person.click(await (await inHeader()).findByRole('button', { name: 'Help' }));
  const dialog = await screen.findByRole('dialog', { name: 'Help' });
  expect(await within(dialog).findByRole('button', { name: 'First steps' })).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Rules.pdf' })).toBeTruthy();
  expect(dialog.textContent).toContain('Removes the last point while drawing');
  const [, close] = within(dialog).getAllByRole('button', { name: 'Close' });
  await person.click(close as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('HEAD-03 I18N-01: the language buttons switch the language and keep the place', async () => {
  const { person, whereAmI } = await startApp(server, { path: '/en/dashboard?object=5' });
  const languages = within(await (await inHeader()).findByRole('navigation', { name: 'Language' }));
  expect(languages.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['EN', 'RU', 'LV']);
  await person.click(languages.getByRole('link', { name: 'LV Latviešu' }));
  await waitFor(() => expect(whereAmI()).toBe('/lv/dashboard?object=5'));
  await (await inHeader()).findByRole('link', { name: 'Pieteikties' });
});

test('a chosen language is the one the next visit starts with', async () => {
  const { person, go, whereAmI } = await startApp(server, { path: '/en/dashboard' });
  await person.click(await (await inHeader()).findByRole('link', { name: 'RU Русский' }));
  await go('/');
  await waitFor(() => expect(whereAmI()).toBe('/ru/auth/landing-page'));
});

test('HEAD-04: the login button is there only when nobody is signed in', async () => {
  await startApp(server, { path: '/en/dashboard' });
  const login = await (await inHeader()).findByRole('link', { name: 'Sign in' });
  expect(login.getAttribute('href')).toBe('/#/en/auth/login');
  stopApp();
  await startApp(server, { path: '/en/dashboard', user: reader });
  expect((await inHeader()).queryByRole('link', { name: 'Sign in' })).toBeNull();
});

test('visitors have no bell and ask for no notices', async () => {
  await startApp(server, { path: '/en/dashboard' });
  await screen.findByRole('link', { name: 'Sign in' });
  // A bell would arrive with this code, and be rendered before the next macrotask.
  await import('./SignedInButtons.tsx');
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull();
  expect(server.countOf('GET /api/v1/notices/count')).toBe(0);
});

const openUserMenu = async ({ person }: Awaited<ReturnType<typeof startApp>>) => {
  await person.click(await (await inHeader()).findByRole('button', { name: 'User menu of Ilze Bērziņa' }));
  return within(await screen.findByRole('menu'));
};

test('HEAD-05 HEAD-06: the user menu shows the name and has a user profile entry and a logout entry', async () => {
  const app = await startApp(server, { path: '/en/dashboard', user: reader });
  // The buttons of a signed-in user load late.
  expect(await (await inHeader()).findByText('Ilze Bērziņa')).toBeTruthy();
  const menu = await openUserMenu(app);
  expect(menu.getByRole('menuitem', { name: 'Sign out' })).toBeTruthy();
  await app.person.click(menu.getByRole('menuitem', { name: 'My profile' }));
  expect(await screen.findByRole('dialog', { name: 'My profile' })).toBeTruthy();
});

test('HEAD-07 PERM-11: only Admin sees the company profile entry, leading to /profile; the help is everybody’s', async () => {
  const hasHelp = async () => (await inHeader()).queryByRole('button', { name: 'Help' }) !== null;
  const { userName } = reader.permissions;
  const unitAdmin = aUser({ permissions: { userName, unitPermissions: { 7: ['Admin', 'Write', 'Read'] } } });
  for (const user of [reader, unitAdmin]) {
    const app = await startApp(server, { path: '/en/dashboard', user });
    expect(await hasHelp()).toBe(true);
    const menu = await openUserMenu(app);
    expect(menu.getByRole('menuitem', { name: 'My profile' })).toBeTruthy();
    expect(menu.queryByRole('menuitem', { name: 'Company profile' })).toBeNull();
    stopApp();
  }
  const withoutUnits = aUser({ Admin: true, permissions: { userName, unitPermissions: {} } });
  for (const user of [admin, withoutUnits]) {
    const app = await startApp(server, { path: '/en/dashboard', user });
    const entry = (await openUserMenu(app)).getByRole('menuitem', { name: 'Company profile' });
    expect(entry.getAttribute('href')).toBe('/#/en/profile');
    expect(await hasHelp()).toBe(true);
    stopApp();
  }
});

test('the colour scheme is chosen in the user menu and kept on the server', async () => {
  const app = await startApp(server, { path: '/en/dashboard', user: reader });
  await waitFor(() => expect(server.countOf(`GET /api/v1/user/${reader.userId}/preferences`)).toBe(1));
  const menu = await openUserMenu(app);
  await app.person.click(menu.getByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
  await waitFor(() => expect(server.countOf(`PUT /api/v1/user/${reader.userId}/preferences`)).toBe(1));
  expect(Object.keys(localStorage)).toEqual(['currentUser']);
});

test('a visitor switches the colour scheme in the header', async () => {
  const { person } = await startApp(server, { path: '/en/dashboard' });
  await person.click(await (await inHeader()).findByRole('button', { name: 'Switch to the dark scheme' }));
  expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
  expect(decodeURIComponent(document.cookie)).toContain('"colorScheme":"dark"');
});

test('SIDE-01: without a current user there is no sidebar, also at the start', async () => {
  await startApp(server, { path: '/en/dashboard' });
  await screen.findByText('The map');
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
  stopApp();
  await startApp(server, { path: '/en/dashboard', user: reader });
  expect(await sidebar()).toBeTruthy();
});

test('SIDE-03 SIDE-04 SIDE-07: a dropdown opens with its route and by a click; its links carry the language', async () => {
  const { person } = await startApp(server, { path: '/lv/admin/log', user: admin });
  const menu = within(await screen.findByRole('navigation', { name: 'Galvenā izvēlne' }));
  const head = (name: string) => menu.getByRole('button', { name });
  expect(head('Administrēšana').getAttribute('aria-expanded')).toBe('true');
  expect(head('Pārskati').getAttribute('aria-expanded')).toBe('false');
  expect(menu.getByRole('link', { name: 'Žurnāls' }).getAttribute('aria-current')).toBe('page');
  await person.click(head('Pārskati'));
  expect(menu.getByRole('link', { name: 'Slāņu pārskati' }).getAttribute('href')).toBe(
    '/#/lv/reports/layer-reports',
  );
  await person.click(head('Pārskati'));
  expect(head('Pārskati').getAttribute('aria-expanded')).toBe('false');
  expect(menu.queryByRole('link', { name: 'Slāņu pārskati' })).toBeNull();
});

test('GEN-02: map, status classifiers, reports and the admin area can be reached from the sidebar', async () => {
  const { person, whereAmI } = await startApp(server, { path: '/en/dashboard', user: admin });
  const menu = within(await sidebar());
  const ways = [
    ['Classifiers', 'Status groups', '/en/classifiers/status-groups'],
    ['Reports', 'Layer reports', '/en/reports/layer-reports'],
    ['Admin', 'Users and groups', '/en/admin/users-groups'],
  ] as const;
  for (const [part, page, path] of ways) {
    await person.click(menu.getByRole('button', { name: part }));
    await person.click(menu.getByRole('link', { name: page }));
    await waitFor(() => expect(whereAmI()).toBe(path));
  }
  await person.click(menu.getByRole('link', { name: 'Map' }));
  await waitFor(() => expect(whereAmI()).toBe('/en/dashboard'));
});

test('BREAD-01: the trail is built from the route titles', async () => {
  await startApp(server, { path: '/lv/admin/users-groups', user: admin });
  const trail = within(await screen.findByRole('navigation', { name: 'Jūs atrodaties šeit' }));
  expect(trail.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Sākums',
    'Administrēšana',
    'Lietotāji un grupas',
  ]);
  await waitFor(() => expect(document.title).toBe('Lietotāji un grupas · PGIS'));
});

test('BREAD-02: the breadcrumb bar has a language dropdown', async () => {
  const { person, whereAmI } = await startApp(server, { path: '/en/dashboard', user: reader });
  await person.click(await screen.findByRole('button', { name: 'Language: English' }));
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'English',
    'Русский',
    'Latviešu',
  ]);
  await person.click(menu.getByRole('menuitem', { name: 'Русский' }));
  await waitFor(() => expect(whereAmI()).toBe('/ru/dashboard'));
});

test('COOK-02 COOK-03: the cookie banner tells, asks nothing back, explains, and stays away once dismissed', async () => {
  const { person } = await startApp(server, { path: '/en/auth/landing-page' });
  const banner = within(await screen.findByRole('region', { name: 'Cookies' }));
  expect(banner.getByText(/This website uses cookies/)).toBeTruthy();
  expect(banner.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Learn more',
    'Got it',
  ]);
  await person.click(banner.getByRole('button', { name: 'Learn more' }));
  const dialog = await screen.findByRole('dialog', { name: 'Data stored on your device' });
  for (const name of [
    ...['currentUser', 'lastMapView', 'selectedBaseLayers', 'selectedLayers'],
    ...['pgis-drafts', 'pgis_prefs'],
  ]) {
    expect(within(dialog).getByText(name)).toBeTruthy();
  }
  await person.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await person.click(banner.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull();
  expect(decodeURIComponent(document.cookie)).toContain('"cookieNoticeRead":true');
});
