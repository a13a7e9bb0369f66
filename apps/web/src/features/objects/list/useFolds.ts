import { useEffect, useState } from 'react';

/**
 * Decides which groups of a list are unfolded: those with a visible layer, unless the user has folded them by hand.
 * An open group stays open when its last layer is switched off, so that nothing folds away under the pointer.
 */
export function useFolds<Key>(visibleKeys: readonly Key[]) {
  const [folds, setFolds] = useState<ReadonlyMap<Key, boolean>>(new Map());
  useEffect(() => {
    setFolds((current) => {
      const opened = visibleKeys.filter((key) => !current.has(key));
      return opened.length === 0
        ? current
        : new Map([...current, ...opened.map((key) => [key, true] as const)]);
    });
  }, [visibleKeys]);
  return {
    isOpen: (key: Key): boolean => folds.get(key) ?? visibleKeys.includes(key),
    toggle: (key: Key): void =>
      setFolds((current) => new Map(current).set(key, !(current.get(key) ?? visibleKeys.includes(key)))),
  };
}
