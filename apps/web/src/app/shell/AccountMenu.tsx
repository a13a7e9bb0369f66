import { IconChevronDown } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { initialsOf } from '../../ui/initialsOf.ts';
import { lazyPopover } from '../../ui/popovers/index.ts';
import classes from './Header.module.css';
import type { AccountMenuProps } from './OpenedAccountMenu.tsx';

const Menu = lazyPopover<AccountMenuProps>('menu', () => import('./OpenedAccountMenu.tsx'));

/** HEAD-05 to HEAD-07: the menu of the signed-in user. */
export function AccountMenu(props: AccountMenuProps) {
  const { t } = useTexts();
  const { userName } = props.user.permissions;
  return (
    <Menu
      {...props}
      button={
        <button type="button" className={classes.user} aria-label={t('SHELL.USER_MENU', { name: userName })}>
          <span className={classes.avatar} data-initials={initialsOf(userName)} />
          {!props.isShort && <span className={classes.userName}>{userName}</span>}
          {!props.isShort && <IconChevronDown size={14} />}
        </button>
      }
    />
  );
}
