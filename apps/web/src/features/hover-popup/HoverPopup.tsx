import { Suspense, useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { useStore } from '../../store/useStore.ts';
import { lazyPart } from '../../ui/lazy-parts/index.ts';

/** Loaded later, because it is not needed in the first second. */
const PopupCard = lazyPart(() => import('./PopupCard.tsx'));

/** The popup of the object under the resting pointer (POP-01..10). Rendered once beside the map. */
export function HoverPopup() {
  const map = useMap();
  const { language } = useTexts();
  const hovered = useStore(map.popup.object);

  // POP-08: a change of language and leaving the map screen close the popup.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language is what this waits for.
  useEffect(() => () => map.popup.close(), [map, language]);

  return (
    hovered && (
      <Suspense>
        <PopupCard key={`${hovered.layerId}:${hovered.id}`} hovered={hovered} />
      </Suspense>
    )
  );
}
