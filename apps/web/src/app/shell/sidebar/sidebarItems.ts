import { IconInbox, IconMap2, IconReport, IconShieldLock, IconStack2 } from '@tabler/icons-react';
import type { NavItem } from '../../navigation/NavItem.ts';
import { navItems } from '../../navigation/navItems.ts';

/** Apart from the entries, which visitors load to know what an address may open. */
const icons: Partial<Record<NavItem['name'], NavItem['icon']>> = {
  'MY_PGIS.DASHBOARD': IconMap2,
  'MY_PGIS.INBOX': IconInbox,
  'MY_PGIS.CLASSIFIERS': IconStack2,
  'MY_PGIS.REPORTS': IconReport,
  'MY_PGIS.ADMIN': IconShieldLock,
};

/** The entries of the sidebar with their icons. */
export const sidebarItems: readonly NavItem[] = navItems.map((item) => {
  const icon = icons[item.name];
  return icon === undefined ? item : { ...item, icon };
});
