import { useEffect } from 'react';
import { preloadPositionStep } from '../../features/drawing/index.ts';
import { preloadDrawingBar } from '../../features/map-tools/index.ts';
import { useSession } from '../../features/session/index.ts';
import { loadDrawingTools, useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { preloadTooltip } from '../../ui/popovers/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';

/** The map is usable and its visitor looks at it. */
const QUIET_MS = 3_000;

/** Loads what a first move or click may need, once the map has been quiet for a while. */
export function useLatePartsAhead(): void {
  const isLoading = useStore(useMap().objectLayers, ({ loadingIds }) => loadingIds.size > 0);
  const isNarrow = useIsBelow('narrow');
  const { isAnonymous } = useSession();
  useEffect(() => {
    if (isLoading) return;
    const timer = setTimeout(() => {
      void preloadTooltip();
      if (isNarrow || isAnonymous) void preloadPositionStep();
      if (!isNarrow) void preloadDrawingBar();
      // The tool itself reports the failure when it is chosen.
      loadDrawingTools().catch(() => {});
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [isLoading, isNarrow, isAnonymous]);
}
