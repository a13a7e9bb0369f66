// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changePreferences, readPreferences } from '../../preferences/index.ts';
import { removeStored, writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { mirrorPreferences } from './mirrorPreferences.ts';

const server = startFakeServer();
const route = `/api/v1/user/${aUser().userId}/preferences`;
let leave = (): void => {};

beforeEach(() => {
  server.reset();
  localStorage.clear();
  changePreferences({ colorScheme: undefined, cookieNoticeRead: undefined, language: undefined });
  server.on(`PUT ${route}`, ({ body }) => ({ body }));
});
afterEach(() => leave());

test('what a signed-in user prefers comes from the profile into the cookie', async () => {
  server.on(`GET ${route}`, () => ({ body: { colorScheme: 'dark', cookieNoticeRead: true } }));
  leave = mirrorPreferences();
  writeStored('currentUser', aUser());
  await vi.waitFor(() => expect(readPreferences()).toEqual({ colorScheme: 'dark', cookieNoticeRead: true }));
  expect(decodeURIComponent(document.cookie)).toContain('"colorScheme":"dark"');
  expect(server.countOf(`PUT ${route}`)).toBe(0);
});

test('a changed preference goes to the profile, unless it belongs to this device only', async () => {
  server.on(`GET ${route}`, () => ({ body: { colorScheme: 'dark' } }));
  writeStored('currentUser', aUser());
  leave = mirrorPreferences();
  await vi.waitFor(() => expect(readPreferences().colorScheme).toBe('dark'));
  changePreferences({ language: 'lv' });
  changePreferences({ colorScheme: 'light' });
  await vi.waitFor(() => expect(server.countOf(`PUT ${route}`)).toBe(1));
  expect(server.sent.at(-1)?.body).toEqual({ colorScheme: 'light' });
});

test('what a visitor changes stays on the device', async () => {
  server.on(`GET ${route}`, () => ({ body: {} }));
  leave = mirrorPreferences();
  writeStored('currentUser', aUser());
  removeStored('currentUser');
  changePreferences({ colorScheme: 'light' });
  expect(server.countOf(`PUT ${route}`)).toBe(0);
  expect(readPreferences().colorScheme).toBe('light');
});
