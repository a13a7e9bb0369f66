import { readableQuery } from '@pgis/contract';
import { createHashHistory, createRouter, defaultStringifySearch } from '@tanstack/react-router';
import { PendingScreen } from '../pages/PendingScreen.tsx';
import { routeTree } from './routes.ts';

/** ROUT-01: every address stands behind the hash. */
export const createAppRouter = () =>
  createRouter({
    routeTree,
    history: createHashHistory(),
    stringifySearch: (search) => readableQuery(defaultStringifySearch(search)),
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 400,
    // The router caches nothing: session and settings are stored elsewhere.
    defaultPreloadStaleTime: 0,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;
