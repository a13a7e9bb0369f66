import { useTexts } from '../../../i18n/index.ts';
import { lazyPopover, Tooltip } from '../../../ui/popovers/index.ts';
import type { NavItem } from '../../navigation/NavItem.ts';
import { useAppPath } from '../../router/appPath.ts';
import classes from './Sidebar.module.css';

const Menu = lazyPopover<{ readonly item: NavItem }>('menu', () => import('./OpenedFlyout.tsx'));

/** A dropdown of the minimised sidebar; its children open beside it. */
export function SidebarFlyout({ item }: { readonly item: NavItem }) {
  const { t } = useTexts();
  const path = useAppPath();
  const { name, url = '', icon: Icon } = item;
  const isActive = path === url || path.startsWith(`${url}/`);
  return (
    <Menu
      item={item}
      button={
        <Tooltip label={t(name)} position="right">
          <button
            type="button"
            className={classes.link}
            data-active={isActive || undefined}
            aria-label={t(name)}
          >
            {Icon !== undefined && <Icon size={18} />}
          </button>
        </Tooltip>
      }
    />
  );
}
