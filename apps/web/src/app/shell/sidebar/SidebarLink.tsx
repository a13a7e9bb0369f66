import { IconExternalLink } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { Tooltip } from '../../../ui/popovers/index.ts';
import type { NavItem } from '../../navigation/NavItem.ts';
import { useAppPath } from '../../router/appPath.ts';
import { LangLink } from '../../router/LangLink.tsx';
import classes from './Sidebar.module.css';

interface SidebarLinkProps {
  readonly item: NavItem;
  readonly isMinimised?: boolean;
  readonly isSub?: boolean;
}

/** SIDE-05 to SIDE-07. */
export function SidebarLink({ item, isMinimised = false, isSub = false }: SidebarLinkProps) {
  const { t } = useTexts();
  const path = useAppPath();
  const { name, url = '/', icon: Icon, badge, variant } = item;
  const isExternal = url.startsWith('http');
  const text = t(name);
  const className = [classes.link, isSub && classes.sub, variant && classes[variant], item.class]
    .filter(Boolean)
    .join(' ');
  const content = (
    <>
      {Icon !== undefined && <Icon size={18} />}
      {!isMinimised && <span className={classes.name}>{text}</span>}
      {!isMinimised && isExternal && <IconExternalLink size={14} />}
      {!isMinimised && badge !== undefined && (
        <span className={classes.badge} data-variant={badge.variant}>
          {badge.text}
        </span>
      )}
    </>
  );
  // A pause before the badge, and a name where only the icon shows.
  const spoken = badge === undefined ? text : `${text} ${badge.text}`;
  const label = isMinimised || badge !== undefined ? { 'aria-label': spoken } : {};
  return (
    <Tooltip label={text} position="right" disabled={!isMinimised}>
      {isExternal ? (
        <a className={className} href={url} {...label}>
          {content}
        </a>
      ) : (
        <LangLink
          className={className}
          to={url}
          preload="intent"
          aria-current={url === path ? 'page' : undefined}
          {...label}
        >
          {content}
        </LangLink>
      )}
    </Tooltip>
  );
}
