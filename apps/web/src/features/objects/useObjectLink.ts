import { useEffect, useRef } from 'react';
import { useShowObject } from './useShowObject.ts';

/** Follows the object in the address, when it is another one than before. */
export function useObjectLink(id: number | null): void {
  const showObject = useShowObject();
  const shown = useRef<number | null>(null);
  useEffect(() => {
    if (!showObject || shown.current === id) return;
    shown.current = id;
    if (id !== null) showObject(id);
  }, [showObject, id]);
}
