// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { startApp, stopApp } from '../../testing/startApp.tsx';

vi.mock('../dashboard/DashboardScreen.tsx', () => ({ default: () => <p>The map</p> }));
vi.mock('../dashboard/DashboardAside.tsx', () => ({ default: () => null }));
vi.mock('./SignedInButtons.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const server = startFakeServer();
afterEach(stopApp);

test('a header whose signed-in code cannot be loaded says so and keeps help and languages', async () => {
  const { person } = await startApp(server, { path: '/en/dashboard', user: aUser() });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('navigation', { name: 'Language' })).toBeTruthy();
  await person.click(header.getByRole('button', { name: 'Help' }));
  expect(await screen.findByRole('dialog', { name: 'Help' })).toBeTruthy();
});
