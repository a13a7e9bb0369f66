// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakeServer } from '../../testing/fakeServer.ts';
import { startApp, stopApp } from '../../testing/startApp.tsx';
import { openSharedLink } from './openSharedLink.ts';

const server = startFakeServer();
beforeEach(() => server.reset());
afterEach(() => {
  stopApp();
  vi.restoreAllMocks();
});

test('a link that was turned off says so in the reader’s language, and leads to the map', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'ru-LV', 'en']);
  server.on('POST /api/v1/links/open', () => ({
    status: 410,
    body: { error: 'LINK_TURNED_OFF', message: '', requestId: 'r' },
  }));
  await startApp(server, { path: '/s/7Kq2vRabcd' });
  expect((await screen.findByRole('alert')).textContent).toContain('Эту ссылку отключил её автор');
  expect(window.location.hash).toBe('#/ru/s/7Kq2vRabcd');
  const open = screen.getByRole('link', { name: 'Открыть карту' });
  expect(open.getAttribute('href')).toBe('/#/ru/dashboard');
});

test('a link opens the map with exactly what is stored', async () => {
  const address = 'map=11/56.97/23.99&base=1&layers=1-20,21&filter=1-20:surface:50%2525&object=4294968402';
  server.on('POST /api/v1/links/open', () => ({ body: { address } }));
  const opened = await openSharedLink({ lang: 'lv', code: '7Kq2vRabcd' }).catch((thrown: unknown) => thrown);
  expect(opened).toMatchObject({
    options: {
      to: '/lv/dashboard',
      replace: true,
      search: {
        map: '11/56.97/23.99',
        base: 1,
        layers: '1-20,21',
        filter: '1-20:surface:50%25',
        object: 4_294_968_402,
      },
    },
  });
});
