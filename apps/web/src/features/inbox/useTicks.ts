import type { Case } from '@pgis/contract';
import { useMemo, useState } from 'react';

const none: ReadonlyMap<number, Case> = new Map();

/** The cases that are ticked to be changed together. They stay ticked while the list reads more pages. */
export function useTicks() {
  const [ticked, setTicked] = useState(none);
  return useMemo(
    () => ({
      cases: [...ticked.values()],
      has: (id: number): boolean => ticked.has(id),
      set: (one: Case, isTicked: boolean): void =>
        setTicked((before) => {
          const next = new Map(before);
          if (isTicked) next.set(one.id, one);
          else next.delete(one.id);
          return next;
        }),
      clear: (): void => setTicked(none),
    }),
    [ticked],
  );
}

export type Ticks = ReturnType<typeof useTicks>;
