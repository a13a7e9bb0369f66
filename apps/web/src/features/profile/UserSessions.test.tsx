import type { UserSession } from '@pgis/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { renderOnMap } from '../../testing/renderOnMap.tsx';
import { UserSessions } from './UserSessions.tsx';

const server = startFakeServer();
const ROUTE = '/api/v1/user/7/sessions';
const aSession = (id: string, changes: Partial<UserSession> = {}): UserSession => ({
  id,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-20T10:00:00.000Z',
  address: '192.0.2.7',
  userAgent: '',
  isCurrent: false,
  ...changes,
});
const here = aSession('a', {
  isCurrent: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
});

beforeEach(() => server.reset());
afterEach(cleanup);

const renderSessions = async (sessions: readonly UserSession[], name?: string) => {
  server.on(`GET ${ROUTE}`, () => ({ body: sessions }));
  server.on(`DELETE ${ROUTE}`, () => ({ status: 204 }));
  await renderOnMap(<UserSessions userId={7} {...(name !== undefined && { name })} />);
  await screen.findByRole('list');
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('a user sees on which devices they are signed in, and ends the sessions on the others', async () => {
  await renderSessions([here, aSession('b')]);
  const [current = '', other = ''] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(current).toMatch(/Firefox.*here.*192\.0\.2\.7/);
  expect(other).toMatch(/^Unknown device/);
  expect(other).not.toContain('here');
  await userEvent.click(button('Sign out others'));
  expect(await screen.findByText('You are signed out everywhere else')).toBeTruthy();
  await waitFor(() => expect(server.countOf(`GET ${ROUTE}`)).toBe(2));
});

test('without other sessions there is nothing to end', async () => {
  await renderSessions([here]);
  expect(button('Sign out others').disabled).toBe(true);
  cleanup();
  await renderSessions([], 'Ilze');
  expect(screen.getByText('Not signed in anywhere at the moment.')).toBeTruthy();
  expect(button('Sign out everywhere').disabled).toBe(true);
});

test('an administrator ends the sessions of another user', async () => {
  await renderSessions([aSession('b')], 'Ilze');
  await userEvent.click(button('Sign out everywhere'));
  expect(await screen.findByText('Ilze has been signed out everywhere')).toBeTruthy();
  expect(server.countOf(`DELETE ${ROUTE}`)).toBe(1);
});
