import { Suspense } from 'react';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { lazyPart } from '../../ui/lazy-parts/index.ts';
import { type DrawingAction, drawingTitles } from './drawingTitles.ts';

/** Most visitors draw nothing. */
const OpenDrawingBar = lazyPart(() => import('./OpenDrawingBar.tsx'));
export const preloadDrawingBar = OpenDrawingBar.preload;

const isDrawing = (action: string): action is DrawingAction => Object.hasOwn(drawingTitles, action);

/** Stands on the map while the user draws. */
export function DrawingBar() {
  const { action, placement } = useStore(useMap().tool);
  // The position step of a phone has its own bar.
  if (!isDrawing(action) || placement === 'centre') return null;
  return (
    <Suspense>
      <OpenDrawingBar action={action} />
    </Suspense>
  );
}
