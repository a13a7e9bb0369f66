import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { useSession } from '../session/index.ts';

/** TOOL-04, VIEW-03: the button for the previous view; null for visitors. It does not stay active (TOOL-06). */
export function usePreviousView(): { readonly canGoBack: boolean; readonly goBack: () => void } | null {
  const map = useMap();
  const { isAnonymous } = useSession();
  const canGoBack = useStore(map.camera.canGoBack);
  return isAnonymous ? null : { canGoBack, goBack: () => map.camera.goToPreviousView() };
}
