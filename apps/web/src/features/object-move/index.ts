import { lazy } from 'react';

/** Loads for users who may move something. */
export const ObjectMoves = lazy(() => import('./ObjectMoves.tsx'));
