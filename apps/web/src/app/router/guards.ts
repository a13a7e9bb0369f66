import { redirect } from '@tanstack/react-router';
import { getSession } from '../../features/session/index.ts';

interface Place {
  readonly params: unknown;
  readonly location: { readonly href: string };
}

const languageOf = ({ params }: Place) => (params as { readonly lang: string }).lang;

const toLogin = (place: Place, search: Readonly<Record<string, string>>) =>
  redirect({ to: `/${languageOf(place)}/auth/login`, search, replace: true });

/** D-USER-07: before the first password change there is nothing but the password. */
export function requireOwnPassword(place: Place): void {
  if (getSession().user?.firstLogin === true) throw toLogin(place, {});
}

/** Sends visitors to the sign-in form, and from there on to the place they wanted. */
export function requireSignIn(place: Place): void {
  if (getSession().isAnonymous) throw toLogin(place, { next: place.location.href });
}

/** D-SESS-08: whoever is signed in, with a password of his own, goes on to where he wanted, else to the map. */
export function goOnFromLogin(place: Place & { readonly search: unknown }): void {
  const { user } = getSession();
  if (user === null || user.firstLogin) return;
  const { next } = place.search as { readonly next?: unknown };
  // Only places of our own: the router resolves the text as a path behind the hash.
  const href = typeof next === 'string' && next.startsWith('/') ? next : `/${languageOf(place)}/dashboard`;
  throw redirect({ to: href, replace: true });
}
