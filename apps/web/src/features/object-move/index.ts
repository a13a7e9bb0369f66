import { lazyPart } from '../../ui/lazy-parts/index.ts';
/** Loads for users who may move something. */
export const ObjectMoves = lazyPart(() => import('./ObjectMoves.tsx'));
