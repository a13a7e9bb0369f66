import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useSession } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { announceLayoutChange } from '../../ui/layoutChanges.ts';
import { lazyPart } from '../../ui/lazy-parts/index.ts';
import { useIsBelow } from '../../ui/screenWidth.ts';
import { canOpen } from '../navigation/canOpen.ts';
import { NoAccessScreen } from '../pages/NoAccessScreen.tsx';
import { useAppPath } from '../router/appPath.ts';
import { useIsMapRoute } from '../router/useIsMapRoute.ts';
import { BreadcrumbBar } from './BreadcrumbBar.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { layout, useLayoutState } from './layoutState.ts';
import classes from './MainLayout.module.css';
import sidebarClasses from './sidebar/Sidebar.module.css';

/** Visitors have no sidebar. */
const Sidebar = lazyPart(() => import('./sidebar/Sidebar.tsx'));
const SidebarDrawer = lazyPart(() => import('./sidebar/SidebarDrawer.tsx'));
const BarSearch = lazyPart(() => import('../dashboard/BarSearch.tsx'));
const DashboardAside = lazyPart(() => import('../dashboard/DashboardAside.tsx'));

/** Loads the panel of the map before its first rendering, which React would otherwise hold back by 300 ms. */
export const preloadDashboardAside = DashboardAside.preload;

/** LAY-01: header, sidebar, breadcrumbs, the routed content, footer and right aside. */
export function MainLayout() {
  const { t } = useTexts();
  const session = useSession();
  const isMapRoute = useIsMapRoute();
  const isNarrow = useIsBelow('narrow');
  const state = useLayoutState();
  const path = useAppPath();

  useEffect(() => {
    if (!isMapRoute) return;
    layout.enterMapRoute();
    return layout.leaveMapRoute;
  }, [isMapRoute]);
  // LAY-15: after React has laid out the new state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is what it waits for.
  useEffect(announceLayoutChange, [state, isNarrow]);

  const hasSidebar = !session.isAnonymous && !isNarrow && state.isSidebarVisible;
  return (
    <div className={classes.app} data-aside={isMapRoute ? state.aside : undefined}>
      <button type="button" className={classes.skip} onClick={skipToContent}>
        {t('SHELL.SKIP_TO_CONTENT')}
      </button>
      <Header />
      {hasSidebar && (
        // Its room is kept, so that nothing moves when it has loaded.
        <Suspense
          fallback={
            <div className={sidebarClasses.sidebar} data-minimised={state.isSidebarMinimised || undefined} />
          }
        >
          <Sidebar isMinimised={state.isSidebarMinimised} />
        </Suspense>
      )}
      {!session.isAnonymous && isNarrow && (
        <Suspense>
          <SidebarDrawer />
        </Suspense>
      )}
      <div className={classes.main}>
        {!session.isAnonymous && (
          <BreadcrumbBar
            search={
              isMapRoute && (
                <Suspense>
                  <BarSearch />
                </Suspense>
              )
            }
          />
        )}
        <main id="content" className={classes.content} tabIndex={-1} data-map={isMapRoute || undefined}>
          {isMapRoute && (
            <h1 className="visually-hidden">
              {t(path === '/inbox' ? 'MY_PGIS.INBOX' : 'MY_PGIS.DASHBOARD')}
            </h1>
          )}
          {canOpen(path, session) ? <Outlet /> : <NoAccessScreen />}
        </main>
      </div>
      {isMapRoute && (
        <Suspense>
          <DashboardAside />
        </Suspense>
      )}
      {!(isMapRoute && isNarrow) && <Footer />}
    </div>
  );
}

/** The hash belongs to the router, so this is no link. */
const skipToContent = () => document.getElementById('content')?.focus();
