import { useSyncExternalStore } from 'react';

/**
 * Widths in CSS pixels at which the layout may change. `tiny`: the panel is 300 px wide (LAY-07); `short`: the search
 * box is 300 px wide (BREAD-05); `narrow`: sheet and drawer replace aside and sidebar (LAY-05). `small` changes
 * nothing (LAY-08). Style sheets use the same numbers.
 */
export const screenWidths = { tiny: 360, small: 400, short: 650, narrow: 992 } as const;
export type ScreenWidth = keyof typeof screenWidths;

/** "At 650px and below" (BREAD-05); the others are meant as "under". */
const widest = (width: ScreenWidth) => screenWidths[width] - (width === 'short' ? 0 : 0.02);
const queryBelow = (width: ScreenWidth) => window.matchMedia(`(max-width: ${widest(width)}px)`);

/** True if the screen is narrower than that width. */
export const isBelow = (width: ScreenWidth): boolean => queryBelow(width).matches;

const subscribeTo = (width: ScreenWidth) => (listener: () => void) => {
  const query = queryBelow(width);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};
const subscribers = {
  tiny: subscribeTo('tiny'),
  small: subscribeTo('small'),
  short: subscribeTo('short'),
  narrow: subscribeTo('narrow'),
} as const;

/** Hook form of `isBelow`; follows the width of the window. */
export const useIsBelow = (width: ScreenWidth): boolean =>
  useSyncExternalStore(subscribers[width], () => isBelow(width));
