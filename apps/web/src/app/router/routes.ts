import './staticData.ts';
import { type AnyRoute, createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { defaultLanguage, loadTranslation, speak, type TextKey } from '../../i18n/index.ts';
import { readPreferences } from '../../preferences/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { lazyPart } from '../../ui/lazy-parts/index.ts';
import { FailureScreen } from '../pages/FailureScreen.tsx';
import { LoadFailureScreen } from '../pages/LoadFailureScreen.tsx';
import { NotFoundScreen } from '../pages/NotFoundScreen.tsx';
import { MainLayout } from '../shell/MainLayout.tsx';
import { goOnFromLogin, requireOwnPassword, requireSignIn } from './guards.ts';
import { LanguageScreen } from './LanguageScreen.tsx';
import { findLanguage, withKnownLanguage } from './languagePath.ts';
import { UsersOutlet } from './UsersOutlet.tsx';

/** A screen that loads on the first visit. */
const lazyScreen = (load: LoadScreen) => lazyPart(load, LoadFailureScreen);

const rootRoute = createRootRoute({ errorComponent: FailureScreen, notFoundComponent: NotFoundScreen });

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const lang = readPreferences().language ?? defaultLanguage;
    throw redirect({ to: '/$lang', params: { lang }, replace: true });
  },
});

const languageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$lang',
  staticData: { title: 'MY_PGIS.HOME' },
  component: LanguageScreen,
  errorComponent: FailureScreen,
  beforeLoad: async ({ location, preload }) => {
    const language = findLanguage(location.pathname);
    if (language === null) {
      throw redirect({
        to: withKnownLanguage(location.pathname),
        search: location.search,
        replace: true,
      });
    }
    await Promise.all([preload ? loadTranslation(language) : speak(language), loadSettings()]);
  },
});

/** ROUT-03: the default route comes from the environment, through the settings. */
const defaultRoute = createRoute({
  getParentRoute: () => languageRoute,
  path: '/',
  beforeLoad: async ({ params, search }) => {
    const settings = await loadSettings();
    throw redirect({ to: `/${params.lang}/${settings.defaultRoute}`, search, replace: true });
  },
});

const mainRoute = createRoute({
  getParentRoute: () => languageRoute,
  id: 'main',
  component: MainLayout,
  beforeLoad: requireOwnPassword,
});

/** Parent of all pages for signed-in users. */
const usersRoute = createRoute({
  getParentRoute: () => mainRoute,
  id: 'users',
  component: UsersOutlet,
  beforeLoad: requireSignIn,
});

/** `features/map-address` reads everything else that the address of the map may hold. */
export interface DashboardSearch {
  /** D-ROUT-02: the object to select, switch its layer on and zoom to, if the address holds no view. */
  readonly object?: number;
  /** HEAD-01. */
  readonly previousRoute?: string;
}

const dashboardRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: 'dashboard',
  staticData: { title: 'MY_PGIS.DASHBOARD', isMapRoute: true },
  validateSearch: ({ object, previousRoute }: Readonly<Record<string, unknown>>): DashboardSearch => ({
    ...(Number.isSafeInteger(object) && { object: object as number }),
    ...(typeof previousRoute === 'string' && { previousRoute }),
  }),
  component: lazyScreen(() => import('../dashboard/DashboardScreen.tsx')),
});

type LoadScreen = () => Promise<{ default: ComponentType }>;

/** The open cases beside the map of the application. */
const inboxRoute = createRoute({
  getParentRoute: () => usersRoute,
  path: 'inbox',
  staticData: { title: 'MY_PGIS.INBOX', isMapRoute: true },
  component: lazyScreen(() => import('../inbox/InboxScreen.tsx')),
});

/** A page for signed-in users that loads on the first visit. */
const userPage = (
  getParentRoute: () => AnyRoute,
  path: string,
  { title, load }: { readonly title: TextKey; readonly load: LoadScreen },
) =>
  createRoute({
    getParentRoute,
    path,
    staticData: { title },
    component: lazyScreen(load),
  });

/** Last segment of the path, title, and the screen. */
type SectionPage = readonly [name: string, title: TextKey, load: LoadScreen];

interface SectionOptions {
  readonly title: TextKey;
  readonly pages: readonly SectionPage[];
  readonly loadStart?: LoadScreen;
}

const firstPage: LoadScreen = () => import('../pages/SectionStart.tsx');

/** A section of the sidebar; without a start page its address opens the first page that the session may open. */
function section(path: string, { title, pages, loadStart = firstPage }: SectionOptions) {
  const route = createRoute({ getParentRoute: () => usersRoute, path, staticData: { title } });
  const start = createRoute({
    getParentRoute: () => route,
    path: '/',
    component: lazyScreen(loadStart),
  });
  return route.addChildren([
    start,
    ...pages.map(([name, text, load]) => userPage(() => route, name, { title: text, load })),
  ]);
}

const simpleRoute = createRoute({
  getParentRoute: () => languageRoute,
  id: 'simple',
  component: lazyScreen(() => import('../simple/SimpleLayout.tsx')),
});

const loginRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: 'auth/login',
  staticData: { title: 'MY_PGIS.LOGIN' },
  beforeLoad: goOnFromLogin,
  component: lazyScreen(() => import('../simple/LoginScreen.tsx')),
});

const landingRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: 'auth/landing-page',
  staticData: { title: 'MY_PGIS.LANDING_PAGE' },
  component: lazyScreen(() => import('../simple/LandingScreen.tsx')),
});

const resetRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: 'auth/reset/$token',
  staticData: { title: 'MY_PGIS.RESET' },
  component: lazyScreen(() => import('../simple/ResetScreen.tsx')),
});

/** D-OBJ-07: the target of the links in mails. */
const mailsRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: 'mails/$token',
  staticData: { title: 'MY_PGIS.MAILS' },
  component: lazyScreen(() => import('../simple/MailsScreen.tsx')),
});

const reportRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: 'report/$token',
  staticData: { title: 'MY_PGIS.REPORT' },
  component: lazyScreen(() => import('../simple/ReportScreen.tsx')),
});

const loadLinkScreen = () => import('../simple/LinkScreen.tsx');

const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/s/$code',
  beforeLoad: async ({ params }) => (await loadLinkScreen()).openInReadersLanguage(params),
});

const linkRoute = createRoute({
  getParentRoute: () => simpleRoute,
  path: 's/$code',
  staticData: { title: 'MY_PGIS.LINK' },
  beforeLoad: async ({ params }) => (await loadLinkScreen()).openSharedLink(params),
  component: lazyScreen(loadLinkScreen),
});

const lostRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '$',
  staticData: { title: 'MY_PGIS.NOT_FOUND' },
  component: NotFoundScreen,
});

/** ROUT-06, ROUT-07. */
export const routeTree = rootRoute.addChildren([
  startRoute,
  sharedRoute,
  languageRoute.addChildren([
    defaultRoute,
    mainRoute.addChildren([
      dashboardRoute,
      usersRoute.addChildren([
        inboxRoute,
        section('classifiers', {
          title: 'MY_PGIS.CLASSIFIERS',
          pages: [
            ['layer-groups', 'MY_PGIS.LAYER_GROUPS', () => import('../pages/LayerGroupsPage.tsx')],
            ['status-groups', 'MY_PGIS.STATUS_GROUPS', () => import('../pages/StatusGroupsPage.tsx')],
            ['base-layers', 'MY_PGIS.BASE_LAYERS', () => import('../pages/BaseLayersPage.tsx')],
          ],
        }),
        section('reports', {
          title: 'MY_PGIS.REPORTS',
          loadStart: () => import('../../features/reports/dashboard/ReportsDashboardScreen.tsx'),
          pages: [
            [
              'casework',
              'MY_PGIS.CASEWORK',
              () => import('../../features/reports/casework/CaseworkScreen.tsx'),
            ],
            [
              'layer-reports',
              'MY_PGIS.LAYER_REPORTS',
              () => import('../../features/reports/LayerReportsScreen.tsx'),
            ],
            [
              'custom-reports',
              'MY_PGIS.CUSTOM_REPORTS',
              () => import('../../features/reports/custom/CustomReportsScreen.tsx'),
            ],
          ],
        }),
        section('admin', {
          title: 'MY_PGIS.ADMIN',
          pages: [
            [
              'users-groups',
              'MY_PGIS.USERS_GROUPS',
              () => import('../../features/admin/UsersGroupsScreen.tsx'),
            ],
            [
              'routing-rules',
              'MY_PGIS.ROUTING',
              () => import('../../features/routing-rules/RoutingRulesScreen.tsx'),
            ],
            [
              'reply-templates',
              'MY_PGIS.TEMPLATES',
              () => import('../../features/reply-templates/TemplatesScreen.tsx'),
            ],
            ['log', 'MY_PGIS.LOG', () => import('../../features/log/LogScreen.tsx')],
            ['changes', 'MY_PGIS.CHANGES', () => import('../../features/changes/ChangesScreen.tsx')],
          ],
        }),
        userPage(() => usersRoute, 'profile', {
          title: 'MY_PGIS.PROFILE',
          load: () => import('../../features/profile/CompanyScreen.tsx'),
        }),
      ]),
      lostRoute,
    ]),
    simpleRoute.addChildren([loginRoute, landingRoute, resetRoute, mailsRoute, reportRoute, linkRoute]),
  ]),
]);
