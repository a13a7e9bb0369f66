import { useSyncExternalStore } from 'react';
import { changePreferences, readPreferences } from '../../preferences/index.ts';
import { isBelow } from '../../ui/screenWidth.ts';

export interface LayoutState {
  /** `minimised` shows only the rail of tabs. */
  readonly aside: 'hidden' | 'minimised' | 'open';
  /** True while the open sheet of a phone covers most of the map. */
  readonly isSheetTall: boolean;
  /** Applies from 992 px; below that the sidebar is the off-canvas drawer. */
  readonly isSidebarVisible: boolean;
  /** Sidebar and brand are minimised together (LAY-11, LAY-12). */
  readonly isSidebarMinimised: boolean;
  readonly isDrawerOpen: boolean;
}

/** LAY-04, LAY-05. */
const asideAtStart = () => (isBelow('narrow') ? 'hidden' : 'minimised');

function stateAtStart(): LayoutState {
  return {
    aside: asideAtStart(),
    isSheetTall: false,
    isSidebarVisible: true,
    isSidebarMinimised: readPreferences().sidebarMinimised ?? false,
    isDrawerOpen: false,
  };
}

let state: LayoutState | null = null;
let hasLeftMap = false;
const listeners = new Set<() => void>();

/** The first reader finds the initial state. */
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

/** All changes of the layout; `onLayoutChange` notifies the map of each (LAY-15). */
export const layout = {
  get,
  /** Resets the state, for tests. */
  restart() {
    hasLeftMap = false;
    change(stateAtStart());
  },
  /** LAY-09. */
  toggleAside: () => change({ aside: get().aside === 'hidden' ? 'open' : 'hidden', isSheetTall: false }),
  openAside: () => change({ aside: 'open' }),
  hideAside: () => change({ aside: 'hidden', isSheetTall: false }),
  /** Raises the sheet of a phone by one of its three heights. */
  raiseSheet: () => change(get().aside === 'open' ? { isSheetTall: true } : { aside: 'open' }),
  /** Lowers the sheet of a phone by one of its three heights. */
  lowerSheet: () => change(get().isSheetTall ? { isSheetTall: false } : { aside: 'hidden' }),
  minimiseAside: () => change({ aside: 'minimised' }),
  /** LAY-04: the first navigation is complete. */
  unminimiseAside: () => get().aside === 'minimised' && change({ aside: 'open' }),
  /** LAY-05; the first navigation keeps the initial state. */
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
  toggleSidebar: () => change({ isSidebarVisible: !get().isSidebarVisible }),
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
