import { useEffect, useRef } from 'react';
import { useShowObject } from './useShowObject.ts';

/** Shows the object in the address whenever it changes. */
export function useObjectLink(id: number | null): void {
  const showObject = useShowObject();
  const displayedId = useRef<number | null>(null);
  useEffect(() => {
    if (!showObject || displayedId.current === id) return;
    displayedId.current = id;
    if (id !== null) showObject(id);
  }, [showObject, id]);
}
