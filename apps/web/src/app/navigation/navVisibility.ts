import type { Session } from '../../features/session/index.ts';
import type { NavItem } from './NavItem.ts';

/** PERM-05: no listed permission is always enough, else any of them held in any unit. */
const passesPermissions = ({ permissions = [] }: NavItem, { levels }: Session): boolean =>
  permissions.length === 0 || permissions.some((level) => levels.has(level));

/** PERM-06: as an item, a module also passes when its name is held as a unit permission. */
function passesModulesAsItem({ modulePermissions = [] }: NavItem, { hasModule, levels }: Session): boolean {
  const heldNames: ReadonlySet<string> = levels;
  return (
    modulePermissions.length === 0 || modulePermissions.some((name) => hasModule(name) || heldNames.has(name))
  );
}

/** PERM-07: as a link, only the flag counts. */
const passesModulesAsLink = ({ modulePermissions = [] }: NavItem, { hasModule }: Session): boolean =>
  modulePermissions.length === 0 || modulePermissions.some(hasModule);

export const isLinkVisible = (item: NavItem, session: Session): boolean =>
  passesPermissions(item, session) &&
  passesModulesAsItem(item, session) &&
  passesModulesAsLink(item, session);

/** D-PERM-05: a dropdown also shows when one of its children passes. */
export function isItemVisible(item: NavItem, session: Session): boolean {
  const { children } = item;
  if (children === undefined) return isLinkVisible(item, session);
  const passes = passesPermissions(item, session) && passesModulesAsItem(item, session);
  return passes || children.some((child) => isLinkVisible(child, session));
}

/** The items a session sees, each with the children it sees. */
export function visibleItems(items: readonly NavItem[], session: Session): readonly NavItem[] {
  return items
    .filter((item) => isItemVisible(item, session))
    .map((item) =>
      item.children === undefined
        ? item
        : { ...item, children: item.children.filter((child) => isLinkVisible(child, session)) },
    );
}
