import { useSession } from '../../../features/session/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import type { NavItem } from '../../navigation/NavItem.ts';
import { visibleItems } from '../../navigation/navVisibility.ts';
import classes from './Sidebar.module.css';
import { SidebarDropdown } from './SidebarDropdown.tsx';
import { SidebarFlyout } from './SidebarFlyout.tsx';
import { SidebarLink } from './SidebarLink.tsx';
import { sidebarItems } from './sidebarItems.ts';

interface SidebarNavProps {
  readonly isMinimised: boolean;
  readonly items?: readonly NavItem[];
}

export function SidebarNav({ isMinimised, items = sidebarItems }: SidebarNavProps) {
  const { t } = useTexts();
  const session = useSession();
  return (
    <nav
      className={`${classes.nav} ${isMinimised ? classes.minimised : ''}`}
      aria-label={t('SHELL.NAVIGATION')}
    >
      <ul className={classes.list}>
        {visibleItems(items, session).map((item) => (
          <li key={item.name}>
            <Entry item={item} isMinimised={isMinimised} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** SIDE-02. */
function Entry({ item, isMinimised }: { readonly item: NavItem; readonly isMinimised: boolean }) {
  const { t } = useTexts();
  if (item.divider) return <hr className={classes.divider} />;
  if (item.title) return isMinimised ? null : <div className={classes.title}>{t(item.name)}</div>;
  if (item.children === undefined) return <SidebarLink item={item} isMinimised={isMinimised} />;
  return isMinimised ? <SidebarFlyout item={item} /> : <SidebarDropdown item={item} />;
}
