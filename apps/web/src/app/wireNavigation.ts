import type { AppRouter } from './router/createAppRouter.ts';
import { layout } from './shell/layoutState.ts';

/** What follows every navigation; returns the way out. */
export const wireNavigation = (router: AppRouter): (() => void) =>
  router.subscribe('onResolved', ({ pathChanged }) => {
    // LAY-04: the first navigation is complete; later ones find nothing to do.
    layout.unminimiseAside();
    // Going somewhere puts the drawer of a phone away.
    if (pathChanged) layout.closeDrawer();
    // ROUT-05: the window, the routed content, and the card of a simple page, whichever of them scrolls.
    window.scrollTo(0, 0);
    for (const scroller of document.querySelectorAll('#content, [data-scrolls]')) scroller.scrollTo(0, 0);
  });
