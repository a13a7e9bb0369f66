// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { IconHome } from '@tabler/icons-react';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { givePageABrowser } from '../../../testing/browser.ts';
import type { NavItem } from '../../navigation/NavItem.ts';
import { SidebarNav } from './SidebarNav.tsx';

beforeEach(givePageABrowser);
afterEach(cleanup);

async function show(items: readonly NavItem[]) {
  const root = createRootRoute({ component: () => <SidebarNav isMinimised={false} items={items} /> });
  const history = createMemoryHistory({ initialEntries: ['/en'] });
  render(
    <MantineProvider env="test">
      <RouterProvider router={createRouter({ routeTree: root, history })} />
    </MantineProvider>,
  );
  return screen.findByRole('navigation');
}

test('SIDE-02 DATA-03: the sidebar can contain dividers, titles, links and dropdowns with children', async () => {
  const nav = await show([
    { name: 'MY_PGIS.HOME', title: true },
    { name: 'MY_PGIS.DASHBOARD', url: '/dashboard' },
    { name: 'SHELL.NAVIGATION', divider: true },
    { name: 'MY_PGIS.ADMIN', url: '/admin', children: [{ name: 'MY_PGIS.LOG', url: '/admin/log' }] },
  ]);
  expect(nav.querySelectorAll('li')).toHaveLength(5);
  expect(nav.textContent).toContain('MY_PGIS.HOME');
  expect(screen.getByRole('link', { name: 'MY_PGIS.DASHBOARD' })).toBeTruthy();
  expect(screen.getByRole('separator')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'MY_PGIS.ADMIN', expanded: false })).toBeTruthy();
});

test('SIDE-05 DATA-03: a link shows icon, name, variant and badge', async () => {
  await show([
    {
      name: 'MY_PGIS.LOG',
      url: '/admin/log',
      icon: IconHome,
      class: 'own-class',
      variant: 'danger',
      badge: { text: 'new', variant: 'ok' },
    },
  ]);
  const link = screen.getByRole('link', { name: 'MY_PGIS.LOG new' });
  expect(link.querySelector('svg.tabler-icon-home')).toBeTruthy();
  expect(link.className).toMatch(/danger.*own-class/);
  expect(screen.getByText('new').dataset.variant).toBe('ok');
});

test('SIDE-06: an address that starts with http is a plain anchor', async () => {
  await show([{ name: 'MY_PGIS.HOME', url: 'https://example.org/help' }]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://example.org/help');
});

test('SIDE-07: any other address is a route with the language prefix', async () => {
  await show([{ name: 'MY_PGIS.HOME', url: '/reports' }]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/en/reports');
});
