import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';

/** The legend of sizes for other features, apart from the scripts of the map. */
export const SizeLegend = lazyPart(() => import('./SizeLegend.tsx'), LoadFailureNote);
