import { redirect } from '@tanstack/react-router';
import { getSession } from '../../features/session/index.ts';

interface RouteLocation {
  readonly params: unknown;
  readonly location: { readonly href: string };
}

const languageOf = ({ params }: RouteLocation) => (params as { readonly lang: string }).lang;

const toLogin = (target: RouteLocation, search: Readonly<Record<string, string>>) =>
  redirect({ to: `/${languageOf(target)}/auth/login`, search, replace: true });

/** D-USER-07: before the first password change only the password form is available. */
export function requireOwnPassword(target: RouteLocation): void {
  if (getSession().user?.firstLogin === true) throw toLogin(target, {});
}

/** Sends visitors to the sign-in form, which then leads to the requested page. */
export function requireSignIn(target: RouteLocation): void {
  if (getSession().isAnonymous) throw toLogin(target, { next: target.location.href });
}

/** D-SESS-08: a signed-in user who has set their own password goes on to the requested page, else to the map. */
export function goOnFromLogin(target: RouteLocation & { readonly search: unknown }): void {
  const { user } = getSession();
  if (user === null || user.firstLogin) return;
  const { next } = target.search as { readonly next?: unknown };
  // Only pages of the app: the router resolves the text as a path behind the hash.
  const href = typeof next === 'string' && next.startsWith('/') ? next : `/${languageOf(target)}/dashboard`;
  throw redirect({ to: href, replace: true });
}
