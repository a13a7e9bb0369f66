import { Menu, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { NavItem } from '../../navigation/NavItem.ts';
import { useAppPath } from '../../router/appPath.ts';
import { LangLink } from '../../router/LangLink.tsx';
import classes from './Sidebar.module.css';

/** A dropdown of the minimised sidebar; its children open beside it. */
export function SidebarFlyout({ item }: { readonly item: NavItem }) {
  const { t } = useTexts();
  const path = useAppPath();
  const { name, url = '', icon: Icon, children = [] } = item;
  const isActive = path === url || path.startsWith(`${url}/`);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu position="right-start" width={200} opened={isOpen} onChange={setIsOpen}>
      <Tooltip label={t(name)} position="right" disabled={isOpen}>
        <Menu.Target>
          <button
            type="button"
            className={classes.link}
            data-active={isActive || undefined}
            aria-label={t(name)}
          >
            {Icon !== undefined && <Icon size={18} />}
          </button>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Label>{t(name)}</Menu.Label>
        {children.map((child) => (
          <Menu.Item key={child.name} renderRoot={(props) => <LangLink to={child.url ?? '/'} {...props} />}>
            {t(child.name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
