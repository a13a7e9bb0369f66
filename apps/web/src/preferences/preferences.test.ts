// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store.
  document.cookie = 'pgis_prefs=; Path=/; Max-Age=0';
});

const load = () => import('./index.ts');

test('preferences survive a reload in one cookie, and nothing of them is in the local storage', async () => {
  const before = await load();
  before.changePreferences({ colorScheme: 'dark', language: 'lv' });
  before.changePreferences({ cookieNoticeRead: true, overlayOpacity: { 8: 40 } });
  vi.resetModules();
  const after = await load();
  expect(after.readPreferences()).toEqual({
    colorScheme: 'dark',
    language: 'lv',
    cookieNoticeRead: true,
    overlayOpacity: { 8: 40 },
  });
  expect(document.cookie.split('; ')).toHaveLength(1);
  expect(localStorage).toHaveLength(0);
});

test.each([
  '%7Bbroken',
  '%22text%22',
  'null',
  '%',
  encodeURIComponent('{"colorScheme":"pink","language":7,"overlayOpacity":{"8":101}}'),
])('a cookie that holds %s is no preference', async (value) => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store.
  document.cookie = `pgis_prefs=${value}; Path=/`;
  expect((await load()).readPreferences()).toEqual({});
});

test('listeners hear of a change until they leave; undefined takes a preference away', async () => {
  const { changePreferences, readPreferences, subscribePreferences } = await load();
  const heard = vi.fn();
  const leave = subscribePreferences(heard);
  changePreferences({ colorScheme: 'light' });
  changePreferences({ colorScheme: 'light' });
  changePreferences({ colorScheme: undefined });
  leave();
  changePreferences({ sidebarMinimised: true });
  expect(heard).toHaveBeenCalledTimes(2);
  expect(readPreferences()).toEqual({ sidebarMinimised: true });
});
