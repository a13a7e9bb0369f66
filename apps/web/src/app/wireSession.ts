import type { QueryClient } from '@tanstack/react-query';
import { setRootVisit } from '../api/index.ts';
import { getSession, mirrorPreferences, onReauthentication } from '../features/session/index.ts';
import { i18n } from '../i18n/index.ts';
import { subscribeStored } from '../storage/index.ts';
import type { AppRouter } from './router/createAppRouter.ts';
import { placeOf } from './router/place.ts';

const loginPlace = '/auth/login';

const identity = () => {
  const { user } = getSession();
  return user === null ? '' : `${user.userId} ${user.firstLogin}`;
};

/** Who is signed in decides where one may be and what is shown; returns the way out. */
export function wireSession(router: AppRouter, queryClient: QueryClient): () => void {
  const go = (to: string, search = {}) => void router.navigate({ to: `/${i18n.language}${to}`, search });
  let known = identity();

  /** The page on screen is that of the address. */
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

  // HTTP-02. Pages for signed-in users have a way out of their own: the sign-in form.
  const leaveAsVisitor = async () => {
    const { pathname } = router.state.location;
    await settle();
    if (router.state.location.pathname === pathname) go('');
  };
  setRootVisit((isVisitor) => {
    if (isVisitor) void leaveAsVisitor();
    else go('');
  });

  // ROUT-08, ROUT-09. Who has to set a password first stays where the form is.
  const goToLogin = () => {
    const { user } = getSession();
    if (user?.firstLogin === true) return;
    const { pathname, search } = router.state.location;
    go(loginPlace, placeOf(pathname) === loginPlace ? search : {});
  };
  // Also when another tab signs in or out: answers for one user are none for another.
  const forgetAnswers = () => {
    if (identity() === known) return;
    known = identity();
    queryClient.removeQueries({ type: 'inactive' });
    // First the page: one that is for signed-in users only has nothing to ask for any more.
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
