import { readFileSync } from 'node:fs';
import type { ClientSettings } from '@pgis/contract';
import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { App } from '../app/App.tsx';
import { createQueryClient } from '../app/createQueryClient.ts';
import { createAppRouter } from '../app/router/createAppRouter.ts';
import { layout } from '../app/shell/layoutState.ts';
import { wireNavigation } from '../app/wireNavigation.ts';
import { wireSession } from '../app/wireSession.ts';
import { changePreferences } from '../preferences/index.ts';
import { forgetSettings } from '../settings/index.ts';
import { writeStored } from '../storage/index.ts';
import type { aUser } from './aUser.ts';
import { givePageABrowser, setScreenWidth } from './browser.ts';
import type { startFakeServer } from './fakeServer.ts';

type FakeServer = ReturnType<typeof startFakeServer>;

const settings: ClientSettings = {
  version: '9.8.7',
  defaultRoute: 'auth/landing-page',
  companyName: 'Demo municipality',
  defaultCenterLonLat: [23.9890828, 56.9713962],
  defaultZoom: 10,
  enableServerRendering: true,
  vectorLimit: 5000,
  cadastreSearch: false,
  demo: true,
};

const readTranslation = (language: string) =>
  readFileSync(`${import.meta.dirname}/../../public/assets/i18n/${language}.json`, 'utf8');

interface Start {
  /** Path behind the `#`. */
  readonly path?: string;
  readonly user?: ReturnType<typeof aUser> | null;
  readonly widthPx?: number;
  readonly settings?: Partial<ClientSettings>;
  readonly isServerAway?: boolean;
}

let stop = (): void => {};

/** Ends the app of the previous test and clears what it has left in the browser. */
export function stopApp(): void {
  stop();
  cleanup();
  localStorage.clear();
  forgetSettings();
  changePreferences({
    colorScheme: undefined,
    language: undefined,
    cookieNoticeRead: undefined,
    sidebarMinimised: undefined,
  });
}

/** Starts the whole app as main.tsx does, over the fake server of the test. */
export async function startApp(server: FakeServer, start: Start = {}) {
  const { path = '', user = null, widthPx = 1440 } = start;
  givePageABrowser();
  setScreenWidth(widthPx);
  if (user !== null) writeStored('currentUser', user);
  if (!start.isServerAway) {
    server.on('GET /api/v1/settings', () => ({ body: { ...settings, ...start.settings } }));
  }
  server.on('GET /api/v1/user/4294967310/preferences', () => ({ body: {} }));
  server.on('PUT /api/v1/user/4294967310/preferences', ({ body }) => ({ body }));
  server.on('GET /api/v1/notices/count', () => ({ body: { unread: 0 } }));
  for (const language of ['en', 'ru', 'lv']) {
    server.on(`GET /assets/i18n/${language}.json`, () => ({ text: readTranslation(language) }));
  }
  window.history.replaceState(null, '', `/#${path}`);
  layout.restart();

  const router = createAppRouter();
  const queryClient = createQueryClient();
  const leaves = [wireSession(router, queryClient), wireNavigation(router)];
  const view = render(<App router={router} queryClient={queryClient} />);
  stop = () => {
    for (const leave of leaves) leave();
    router.history.destroy();
  };
  // The first test that opens a page waits until its chunk is compiled.
  await vi.waitFor(
    () => {
      if (router.state.status !== 'idle' || router.state.resolvedLocation === undefined) {
        throw new Error('The app is still on its way');
      }
    },
    { timeout: 15_000 },
  );
  return {
    ...view,
    router,
    person: userEvent.setup(),
    go: (to: string) => router.navigate({ to }),
    /** The app's current address, behind the `#`. */
    whereAmI: () => window.location.hash.slice(1),
  };
}
