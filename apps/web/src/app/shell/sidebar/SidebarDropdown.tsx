import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { NavItem } from '../../navigation/NavItem.ts';
import { useAppPath } from '../../router/appPath.ts';
import classes from './Sidebar.module.css';
import { SidebarLink } from './SidebarLink.tsx';

/** SIDE-03, SIDE-04: opens with its route and by a click. */
export function SidebarDropdown({ item }: { readonly item: NavItem }) {
  const { t } = useTexts();
  const path = useAppPath();
  const { name, url = '', icon: Icon, children = [] } = item;
  const isActive = path === url || path.startsWith(`${url}/`);
  const [isOpen, setIsOpen] = useState(isActive);
  const listId = useId();
  useEffect(() => {
    if (isActive) setIsOpen(true);
  }, [isActive]);

  return (
    <>
      <button
        type="button"
        className={classes.link}
        data-active={isActive || undefined}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {Icon !== undefined && <Icon size={18} />}
        <span className={classes.name}>{t(name)}</span>
        <IconChevronDown size={14} className={classes.chevron} data-open={isOpen || undefined} />
      </button>
      <ul id={listId} className={classes.list} hidden={!isOpen}>
        {children.map((child) => (
          <li key={child.name}>
            <SidebarLink item={child} isSub />
          </li>
        ))}
      </ul>
    </>
  );
}
