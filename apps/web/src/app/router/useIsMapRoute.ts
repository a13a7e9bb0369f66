import { useLocation, useMatches } from '@tanstack/react-router';

/** LAY-03: flagged as a map route, or an address with /dashboard. */
export function useIsMapRoute(): boolean {
  const isFlagged = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isMapRoute === true),
  });
  const isDashboard = useLocation({ select: ({ pathname }) => pathname.includes('/dashboard') });
  return isFlagged || isDashboard;
}
