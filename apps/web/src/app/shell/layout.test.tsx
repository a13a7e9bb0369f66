// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '../../testing/aUser.ts';
import { givePageABrowser, setScreenWidth } from '../../testing/browser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { startApp, stopApp } from '../../testing/startApp.tsx';
import { onLayoutChange } from '../../ui/layoutChanges.ts';
import { screenWidths } from '../../ui/screenWidth.ts';
import { layout } from './layoutState.ts';

// jsdom draws no map; the frame of the aside is the real one.
vi.mock('../dashboard/DashboardScreen.tsx', () => ({ default: () => <p>The map</p> }));
vi.mock('../dashboard/DashboardAside.tsx', async () => {
  const { AsideFrame } = await import('./AsideFrame.tsx');
  const { useState } = await import('react');
  const tabs = [
    { id: 'controls', label: 'Controls', icon: <i />, content: <p>Tools</p> },
    { id: 'layers', label: 'Layers', icon: <i />, badge: 3, content: <p>Base layers</p> },
  ];
  return {
    default: function Aside() {
      const [activeId, setActiveId] = useState('controls');
      return <AsideFrame tabs={tabs} activeId={activeId} onActiveIdChange={setActiveId} />;
    },
  };
});

const server = startFakeServer();
const changes = vi.fn();
let leave = (): void => {};
beforeEach(() => {
  givePageABrowser();
  server.reset();
  changes.mockClear();
  leave = onLayoutChange(changes);
});
afterEach(() => {
  leave();
  stopApp();
});

const user = aUser({ Admin: true });
const path = '/en/dashboard';
const aside = () => screen.queryByRole('complementary', { name: 'Map panel' });
const tools = () => screen.queryByText('Tools');
const button = (name: string) => screen.findByRole('button', { name });

test('LAY-01: the main layout has header, sidebar, breadcrumbs, content, footer and right aside', async () => {
  await startApp(server, { path: path, user });
  await screen.findByText('The map');
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'You are here' })).toBeTruthy();
  expect(within(screen.getByRole('main')).getByText('The map')).toBeTruthy();
  expect(screen.getByRole('contentinfo')).toBeTruthy();
  expect(await screen.findByRole('complementary')).toBeTruthy();
});

test('LAY-02: there are breadcrumbs only when somebody is signed in', async () => {
  await startApp(server, { path: path });
  await screen.findByText('The map');
  expect(screen.queryByRole('navigation', { name: 'You are here' })).toBeNull();
});

test('LAY-03 HEAD-08 LAY-06: aside and its toggle are only on map routes; it is hidden when they are left', async () => {
  const { go } = await startApp(server, { path: path, user });
  await screen.findByRole('complementary');
  expect(await button('Hide the map panel')).toBeTruthy();
  await go('/en/admin/log');
  await waitFor(() => expect(aside()).toBeNull());
  expect(screen.queryByRole('button', { name: 'Hide the map panel' })).toBeNull();
  expect(layout.get().aside).toBe('hidden');
  await go(path);
  expect(await screen.findByRole('complementary')).toBeTruthy();
});

test('LAY-04: the aside starts minimised and un-minimises after the first navigation', async () => {
  expect(startedWith(1440)).toBe('minimised');
  await startApp(server, { path: path });
  await waitFor(() => expect(layout.get().aside).toBe('open'));
  expect(await screen.findByText('Tools')).toBeTruthy();
});

test('LAY-04: a later navigation leaves the aside minimised', async () => {
  startedWith(1440);
  const { router } = await startApp(server, { path: path });
  await waitFor(() => expect(layout.get().aside).toBe('open'));
  layout.minimiseAside();
  const resolved = new Promise((done) => router.subscribe('onResolved', done));
  await router.navigate({ to: '/lv/dashboard' });
  await resolved;
  expect(layout.get().aside).toBe('minimised');
});

/** Returns the state of the aside before any navigation on a screen of that width. */
function startedWith(widthPx: number) {
  setScreenWidth(widthPx);
  layout.restart();
  return layout.get().aside;
}

test.each([
  [991, false],
  [992, true],
])('LAY-05: at a width of %i the aside starts shown: %s', async (widthPx, isShown) => {
  await startApp(server, { path: path, widthPx });
  await screen.findByText('The map');
  await waitFor(() => expect(layout.get().aside).toBe(isShown ? 'open' : 'hidden'));
  if (isShown) await screen.findByText('Tools');
  else expect(aside()).toBeNull();
});

test('LAY-09: a click on the right-aside toggle toggles the right aside', async () => {
  const { person } = await startApp(server, { path: path });
  await screen.findByText('Tools');
  await person.click(await button('Hide the map panel'));
  expect(aside()).toBeNull();
  await person.click(await button('Show the map panel'));
  expect(await screen.findByText('Tools')).toBeTruthy();
});

test('minimised, the aside is its rail of tabs; a tab opens it again', async () => {
  const { person } = await startApp(server, { path: path });
  await screen.findByText('Tools');
  await person.click(await button('Minimise the map panel'));
  expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label'))).toEqual([
    'Controls',
    'Layers 3',
  ]);
  expect(tools()?.closest('[hidden]')).toBeTruthy();
  await person.click(screen.getByRole('tab', { name: 'Layers 3' }));
  expect(screen.getByText('Base layers').closest('[hidden]')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Layers' })).toBeTruthy();
});

test('on a phone the aside is a sheet: down it shows shortcuts, up the tabs', async () => {
  const { person } = await startApp(server, { path: path, widthPx: 390 });
  await person.click(await button('Layers 3'));
  expect(await screen.findByText('Base layers')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Layers 3', selected: true })).toBeTruthy();
  await person.click(screen.getAllByRole('button', { name: 'Hide the map panel' }).at(-1) as HTMLElement);
  expect(screen.queryByText('Base layers')).toBeNull();
});

test('the sheet of a phone has three heights, by swipes and by arrow keys', async () => {
  const { person } = await startApp(server, { path: path, widthPx: 390 });
  await button('Layers 3');
  const panel = () => screen.getByLabelText('Map panel');
  const height = () => (panel().dataset.tall ? 'tall' : panel().dataset.open ? 'half' : 'low');
  const handle = () =>
    within(panel()).getAllByRole('button', { name: /(Show|Hide) the map panel/ })[0] as HTMLElement;
  // jsdom has neither pointer events with coordinates nor capture.
  HTMLElement.prototype.setPointerCapture = () => {};
  const point = (type: string, clientY: number) =>
    fireEvent(handle(), new MouseEvent(type, { bubbles: true, clientY }));
  const swipe = (byPx: number) => {
    point('pointerdown', 400);
    point('pointerup', 400 + byPx);
    return height();
  };
  expect(height()).toBe('low');
  expect([swipe(-60), swipe(-60), swipe(-60)]).toEqual(['half', 'tall', 'tall']);
  expect([swipe(60), swipe(60)]).toEqual(['half', 'low']);
  handle().focus();
  await person.keyboard('{ArrowUp}');
  handle().focus();
  await person.keyboard('{ArrowUp}');
  expect(height()).toBe('tall');
  await person.keyboard('{ArrowDown}');
  expect(height()).toBe('half');
});

test('LAY-08: 400 is among the screen widths, and the page at 400 is as at 401', async () => {
  expect(Object.values(screenWidths)).toEqual([360, 400, 650, 992]);
  await startApp(server, { path: path, widthPx: 401 });
  await button('Layers 3');
  const at401 = document.getElementById('content')?.parentElement?.parentElement?.outerHTML;
  act(() => setScreenWidth(400));
  expect(document.getElementById('content')?.parentElement?.parentElement?.outerHTML).toBe(at401);
});

test('LAY-10: a click on the sidebar toggle toggles the sidebar', async () => {
  const { person } = await startApp(server, { path: path, user });
  await person.click(await button('Hide the menu'));
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
  await person.click(await button('Show the menu'));
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeTruthy();
});

test('LAY-11 LAY-12 SIDE-08: the minimiser toggles the minimised sidebar, and with it the minimised brand', async () => {
  const { person } = await startApp(server, { path: path, user });
  const brand = await screen.findByRole('link', { name: /^PGIS/ });
  expect(brand.textContent).toBe('PGIS Demo municipality');
  await person.click(await button('Minimise'));
  expect(screen.getByTestId('sidebar').dataset.minimised).toBe('true');
  expect(brand.textContent?.trim()).toBe('');
  await person.click(await button('Expand'));
  expect(screen.getByTestId('sidebar').dataset.minimised).toBeUndefined();
  expect(brand.textContent).toBe('PGIS Demo municipality');
});

test('a minimised dropdown shows its pages beside it', async () => {
  const { person, whereAmI } = await startApp(server, { path: path, user });
  await person.click(await button('Minimise'));
  await person.click(await button('Admin'));
  await person.click(await screen.findByRole('menuitem', { name: 'Log' }));
  await waitFor(() => expect(whereAmI()).toBe('/en/admin/log'));
});

test('LAY-13 LAY-14: on a narrow screen the sidebar is off canvas and toggled by clicks', async () => {
  const { person } = await startApp(server, { path: path, user, widthPx: 800 });
  await screen.findByText('The map');
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
  await person.click(await button('Open the menu'));
  expect(await screen.findByRole('navigation', { name: 'Main menu' })).toBeTruthy();
  await person.click(await button('Close the menu'));
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull());
  await person.click(await button('Open the menu'));
  await person.click(await button('Admin'));
  await person.click(screen.getByRole('link', { name: 'Log' }));
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull());
});

test('LAY-15: the map hears of every change of the layout', async () => {
  const { person } = await startApp(server, { path: path, user });
  await screen.findByText('Tools');
  for (const name of [
    'Hide the map panel',
    'Show the map panel',
    'Hide the menu',
    'Show the menu',
    'Minimise',
  ]) {
    changes.mockClear();
    await person.click(await button(name));
    expect(changes, name).toHaveBeenCalled();
  }
  act(() => setScreenWidth(800));
  for (const name of ['Open the menu', 'Close the menu']) {
    changes.mockClear();
    await person.click(await button(name));
    expect(changes, name).toHaveBeenCalled();
  }
});

test('LAY-16: the map hears when the sidebar has finished its transition, but not of things in it', async () => {
  await startApp(server, { path: path, user });
  const sidebar = await screen.findByTestId('sidebar');
  await screen.findByText('Tools');
  changes.mockClear();
  fireEvent.transitionEnd(within(sidebar).getByRole('link', { name: 'Map' }));
  expect(changes).not.toHaveBeenCalled();
  fireEvent.transitionEnd(sidebar);
  expect(changes).toHaveBeenCalledTimes(1);
});

test('LAY-17: the footer shows the version', async () => {
  await startApp(server, { path: path });
  expect((await screen.findByRole('contentinfo')).textContent).toContain('PGIS 9.8.7');
});

test('LAY-17: on a narrow screen the menu shows the version', async () => {
  const { person } = await startApp(server, { path: path, user, widthPx: 800 });
  await person.click(await button('Open the menu'));
  const menu = await screen.findByRole('dialog');
  expect(within(menu).getByText('PGIS 9.8.7')).toBeTruthy();
});

test('LAY-17: a visitor, who has no menu, finds the version in the help', async () => {
  const { person } = await startApp(server, { path: path, widthPx: 390 });
  await person.click(await button('Help'));
  expect(within(await screen.findByRole('dialog', { name: 'Help' })).getByText('PGIS 9.8.7')).toBeTruthy();
});

test('LAY-18: sidebar header, form and footer are there and hold nothing', async () => {
  await startApp(server, { path: path, user });
  for (const part of ['header', 'form', 'footer']) {
    expect((await screen.findByTestId(`sidebar-${part}`)).childNodes).toHaveLength(0);
  }
});
