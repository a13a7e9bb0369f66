import type { AnyRouter } from '@tanstack/react-router';

/** The part of the router that `setupScrollRestoration` uses; `n` is false after a navigation with `resetScroll: false`. */
type ScrollingRouter = AnyRouter & { readonly _scroll: { n: boolean; r?: boolean } };

/**
 * Replaces the router's `setupScrollRestoration` in the browser's bundle. We restore no scroll positions and link to no
 * element of a page, so what is left is that a new page starts at its top.
 */
export function setupScrollRestoration(router: ScrollingRouter): void {
  const scroll = router._scroll;
  if (scroll.r) return;
  scroll.r = true;
  router.subscribe('onRendered', () => {
    if (scroll.n) window.scrollTo({ top: 0, left: 0 });
    scroll.n = true;
  });
}

/** Names that other modules of the router import; they do nothing unless `scrollRestoration` is set. */
export const storageKey = '';
export const defaultGetScrollRestorationKey = (): string => '';
export const getElementScrollRestorationEntry = (): undefined => undefined;
export const ScrollRestoration = (): null => null;
