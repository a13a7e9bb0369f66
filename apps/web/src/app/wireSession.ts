import type { QueryClient } from '@tanstack/react-query';
import { setRootVisit } from '../api/index.ts';
import { getSession, mirrorPreferences, onReauthentication } from '../features/session/index.ts';
import { i18n } from '../i18n/index.ts';
import { subscribeStored } from '../storage/index.ts';
import { closeDialogs } from '../ui/unsaved-work/index.ts';
import { toAppPath } from './router/appPath.ts';
import type { AppRouter } from './router/createAppRouter.ts';

const loginPath = '/auth/login';

const identity = () => {
  const { user } = getSession();
  return user === null ? '' : `${user.userId} ${user.firstLogin}`;
};

/**
 * Connects the session to the router: the signed-in user decides which pages are allowed. Returns the
 * function that disconnects it.
 */
export function wireSession(router: AppRouter, queryClient: QueryClient): () => void {
  // The session decides where to go, so nothing is asked; a dialog must not stay open over another page.
  const go = (to: string, search = {}) => {
    closeDialogs();
    void router.navigate({ to: `/${i18n.language}${to}`, search, ignoreBlocker: true });
  };
  let known = identity();

  /** Resolves when the page on screen is that of the address. */
  const settle = async (): Promise<void> => {
    await router.invalidate();
    const { location, resolvedLocation } = router.state;
    if (location.href === resolvedLocation?.href) return;
    await new Promise<void>((done) => {
      const leave = router.subscribe('onResolved', () => {
        leave();
        done();
      });
    });
  };

  // HTTP-02, HTTP-05.
  setRootVisit(() => go(''));

  // ROUT-08, ROUT-09. Users who have to set a password first stay at the form.
  const goToLogin = () => {
    const { user } = getSession();
    if (user?.firstLogin === true) return;
    const { pathname, search } = router.state.location;
    go(loginPath, toAppPath(pathname) === loginPath ? search : {});
  };
  // Runs when another tab signs in or out, too: cached answers for one user must not reach another.
  const forgetAnswers = () => {
    if (identity() === known) return;
    known = identity();
    closeDialogs();
    queryClient.removeQueries({ type: 'inactive' });
    // The page changes first: one for signed-in users must not request anything any more.
    void settle().finally(() => {
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries();
    });
  };

  const leaves = [
    subscribeStored('currentUser', forgetAnswers),
    onReauthentication(goToLogin),
    mirrorPreferences(),
  ];
  return () => {
    for (const leave of leaves) leave();
  };
}
