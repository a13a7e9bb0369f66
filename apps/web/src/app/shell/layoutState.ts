import { useSyncExternalStore } from 'react';
import { changePreferences, readPreferences } from '../../preferences/index.ts';
import { isBelow } from '../../ui/screenWidth.ts';

export interface LayoutState {
  /** `minimised` is the rail of tabs alone. */
  readonly aside: 'hidden' | 'minimised' | 'open';
  /** From 992 px on; below it the sidebar is the off-canvas drawer. */
  readonly isSidebarShown: boolean;
  /** Sidebar and brand are minimised together (LAY-11, LAY-12). */
  readonly isSidebarMinimised: boolean;
  readonly isDrawerOpen: boolean;
}

/** LAY-04, LAY-05. */
const asideAtStart = () => (isBelow('narrow') ? 'hidden' : 'minimised');

function stateAtStart(): LayoutState {
  return {
    aside: asideAtStart(),
    isSidebarShown: true,
    isSidebarMinimised: readPreferences().sidebarMinimised ?? false,
    isDrawerOpen: false,
  };
}

let state: LayoutState | null = null;
let hasLeftMap = false;
const listeners = new Set<() => void>();

/** The first who asks finds the app as it starts. */
function get(): LayoutState {
  state ??= stateAtStart();
  return state;
}

function change(changes: Partial<LayoutState>): void {
  state = { ...get(), ...changes };
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLayoutState = (): LayoutState => useSyncExternalStore(subscribe, get);

/** Everything that changes the layout; the map hears of each through `onLayoutChange` (LAY-15). */
export const layout = {
  get,
  /** For tests: as the app starts. */
  restart() {
    hasLeftMap = false;
    change(stateAtStart());
  },
  /** LAY-09. */
  toggleAside: () => change({ aside: get().aside === 'hidden' ? 'open' : 'hidden' }),
  openAside: () => change({ aside: 'open' }),
  hideAside: () => change({ aside: 'hidden' }),
  minimiseAside: () => change({ aside: 'minimised' }),
  /** LAY-04: the first navigation is complete. */
  unminimiseAside: () => get().aside === 'minimised' && change({ aside: 'open' }),
  /** LAY-05; the first time it is as the app has started. */
  enterMapRoute() {
    if (hasLeftMap) change({ aside: isBelow('narrow') ? 'hidden' : 'open' });
    hasLeftMap = false;
  },
  /** LAY-06. */
  leaveMapRoute() {
    hasLeftMap = true;
    change({ aside: 'hidden' });
  },
  /** LAY-10. */
  toggleSidebar: () => change({ isSidebarShown: !get().isSidebarShown }),
  /** LAY-11, LAY-12. */
  toggleSidebarMinimised() {
    const isSidebarMinimised = !get().isSidebarMinimised;
    change({ isSidebarMinimised });
    changePreferences({ sidebarMinimised: isSidebarMinimised });
  },
  /** LAY-13, LAY-14. */
  toggleDrawer: () => change({ isDrawerOpen: !get().isDrawerOpen }),
  closeDrawer: () => get().isDrawerOpen && change({ isDrawerOpen: false }),
} as const;
