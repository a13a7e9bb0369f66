import { lazy, Suspense, useEffect } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { useMap, useStore } from '../../map/index.ts';

/** Nobody needs it in the first second. */
const PopupCard = lazy(() => import('./PopupCard.tsx'));

/** The popup of the object on which the pointer rests (POP-01..10). Stands once beside the map. */
export function HoverPopup() {
  const map = useMap();
  const { language } = useTexts();
  const hovered = useStore(map.hovered);

  // POP-08: in another language, and without the map screen, it is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language is what this waits for.
  useEffect(() => () => map.closePopup(), [map, language]);

  return (
    hovered && (
      <Suspense>
        <PopupCard key={`${hovered.layerId}:${hovered.id}`} hovered={hovered} />
      </Suspense>
    )
  );
}
