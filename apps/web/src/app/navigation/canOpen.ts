import type { Session } from '../../features/session/index.ts';
import type { NavItem } from './NavItem.ts';
import { navItems } from './navItems.ts';
import { isItemVisible, isLinkVisible } from './navVisibility.ts';

/** HEAD-07, D-PERM: the company profile is for the module Admin; it has no entry in the sidebar. */
const companyProfile: NavItem = { name: 'MY_PGIS.PROFILE', url: '/profile', modulePermissions: ['Admin'] };

const known = [...navItems, ...navItems.flatMap(({ children = [] }) => children), companyProfile];

/** True if the session may open the path (without language prefix); the server decides about its content. */
export function canOpen(path: string, session: Session): boolean {
  const item = known.find(({ url }) => url === path);
  if (item === undefined) return true;
  return item.children === undefined ? isLinkVisible(item, session) : isItemVisible(item, session);
}
