import { useEffect, useRef } from 'react';
import { useShowObject } from './useShowObject.ts';

/** Shows the object in the address whenever it changes; the map moves to it if the address holds no view. */
export function useObjectLink(id: number | null, hasView: () => boolean): void {
  const showObject = useShowObject();
  const displayedId = useRef<number | null>(null);
  useEffect(() => {
    if (!showObject || displayedId.current === id) return;
    displayedId.current = id;
    if (id !== null) showObject(id, { movesMap: !hasView() });
  }, [showObject, id, hasView]);
}
