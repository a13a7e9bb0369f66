import { createHashHistory, createRouter, defaultStringifySearch } from '@tanstack/react-router';
import { PendingScreen } from '../pages/PendingScreen.tsx';
import { routeTree } from './routes.ts';

/** ROUT-01: every address stands behind the hash. */
export const createAppRouter = () =>
  createRouter({
    routeTree,
    history: createHashHistory(),
    // Characters that a query may hold are not escaped, so that links stay readable.
    stringifySearch: (search) =>
      defaultStringifySearch(search).replace(/%(2F|2C|3A|3B|7E)/g, decodeURIComponent),
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 400,
    // The router caches nothing: session and settings are stored elsewhere.
    defaultPreloadStaleTime: 0,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;
