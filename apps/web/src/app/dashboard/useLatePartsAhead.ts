import { useEffect } from 'react';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { preloadTooltip } from '../../ui/popovers/index.ts';

/** The map is usable and its visitor looks at it. */
const QUIET_MS = 3_000;

/** Loads the code of tooltips, and with it most of that of menus, once the map has been quiet for a while. */
export function useLatePartsAhead(): void {
  const isLoading = useStore(useMap().objectLayers, ({ loadingIds }) => loadingIds.size > 0);
  useEffect(() => {
    if (isLoading) return;
    const timer = setTimeout(() => void preloadTooltip(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
}
