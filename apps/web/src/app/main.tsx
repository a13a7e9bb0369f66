import type { QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { setApiLanguage } from '../api/index.ts';
import { getSession } from '../features/session/index.ts';
import { defaultLanguage } from '../i18n/index.ts';
import { baseLayersQuery, layerListQuery } from '../layers/layerQueries.ts';
import { followKeyboard } from '../ui/followKeyboard.ts';
import { App } from './App.tsx';
import { createQueryClient } from './createQueryClient.ts';
import { createAppRouter } from './router/createAppRouter.ts';
import { findLanguage } from './router/languagePath.ts';
import { preloadDashboardAside } from './shell/MainLayout.tsx';
import { wireConnection } from './wireConnection.ts';
import { wireLanguage } from './wireLanguage.ts';
import { wireNavigation } from './wireNavigation.ts';
import { wireSession } from './wireSession.ts';

const queryClient = createQueryClient();

// The server answers in the user's language (D-API-03). The first answers come before its texts.
const startLanguage = findLanguage(window.location.hash.slice(1)) ?? defaultLanguage;
setApiLanguage(startLanguage);
wireLanguage(queryClient, startLanguage);

if (window.location.hash.includes('/dashboard')) preloadMap(queryClient);

const router = createAppRouter();
wireSession(router, queryClient);
wireNavigation(router);
wireConnection(queryClient);
followKeyboard();

/** Loads the map's code and lists at the same time as texts and settings. Failures are reported by what needs them. */
function preloadMap(client: QueryClient): void {
  void Promise.allSettled([import('./dashboard/DashboardScreen.tsx'), preloadDashboardAside()]);
  const { user } = getSession();
  // D-USER-07: these users set a password first.
  if (user?.firstLogin === true) return;
  const userId = user?.userId ?? null;
  void client.prefetchQuery(layerListQuery(userId));
  void client.prefetchQuery(baseLayersQuery(userId));
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(<App router={router} queryClient={queryClient} />);
