import { Suspense } from 'react';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { lazyPart } from '../../ui/lazy-parts/index.ts';

const OpenPositionStep = lazyPart(() => import('./OpenPositionStep.tsx'));
export const preloadPositionStep = OpenPositionStep.preload;

/** The report of a visitor, or the position step of a user on a phone, while it is under way. */
export function PositionStep() {
  const isActive = useStore(
    useMap().tool,
    (tool) => tool.action === 'DrawPoint' && tool.placement === 'centre',
  );
  return (
    isActive && (
      <Suspense>
        <OpenPositionStep />
      </Suspense>
    )
  );
}
