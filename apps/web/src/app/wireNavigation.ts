import type { AppRouter } from './router/createAppRouter.ts';
import { layout } from './shell/layoutState.ts';

/** Runs after every navigation. Returns a function that stops it. */
export function wireNavigation(router: AppRouter): () => void {
  let isFirst = true;
  return router.subscribe('onResolved', ({ pathChanged }) => {
    // LAY-04. Later navigations leave a minimised aside as the user wants it.
    if (isFirst) layout.unminimiseAside();
    isFirst = false;
    // Every navigation closes the drawer of a phone.
    if (pathChanged) layout.closeDrawer();
    // ROUT-05: scrolls the window, the routed content and the card of a simple page to the top, whichever scrolls.
    window.scrollTo(0, 0);
    for (const scroller of document.querySelectorAll('#content, [data-scrolls]')) scroller.scrollTo(0, 0);
  });
}
