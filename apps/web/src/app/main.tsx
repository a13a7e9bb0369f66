import { createRoot } from 'react-dom/client';
import { i18n } from '../i18n/index.ts';
import { followKeyboard } from '../ui/followKeyboard.ts';
import { App } from './App.tsx';
import { createQueryClient } from './createQueryClient.ts';
import { createAppRouter } from './router/createAppRouter.ts';
import { wireConnection } from './wireConnection.ts';
import { wireNavigation } from './wireNavigation.ts';
import { wireSession } from './wireSession.ts';

// Loads the map's code at the same time as texts and settings.
if (window.location.hash.includes('/dashboard')) void preloadMap();

const router = createAppRouter();
const queryClient = createQueryClient();
wireSession(router, queryClient);
wireNavigation(router);
wireConnection(queryClient);
followKeyboard();

// The server answers in the user's language (D-API-03).
i18n.on('languageChanged', () => void queryClient.invalidateQueries());

function preloadMap() {
  return Promise.allSettled([
    import('./dashboard/DashboardScreen.tsx'),
    import('./dashboard/DashboardAside.tsx'),
  ]);
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(<App router={router} queryClient={queryClient} />);
