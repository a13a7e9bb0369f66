import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import type { CurrentUser } from '@pgis/contract';
import {
  IconBuilding,
  IconChevronDown,
  IconDeviceDesktop,
  IconLogout2,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { signOut } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { mayDiscardWork } from '../../ui/unsaved-work/index.ts';
import { LangLink } from '../router/LangLink.tsx';
import classes from './Header.module.css';

const schemes = [
  { value: 'light', text: 'SHELL.SCHEME_LIGHT', Icon: IconSun },
  { value: 'dark', text: 'SHELL.SCHEME_DARK', Icon: IconMoon },
  { value: 'auto', text: 'SHELL.SCHEME_AUTO', Icon: IconDeviceDesktop },
] as const;

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((part) => part.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');

async function askAndSignOut(): Promise<void> {
  if (await mayDiscardWork()) await signOut();
}

interface AccountMenuProps {
  readonly user: CurrentUser;
  readonly isShort: boolean;
  readonly onProfile: () => void;
}

/** HEAD-05 to HEAD-07: the menu of the signed-in user, with the colour scheme. */
export function AccountMenu({ user, isShort, onProfile }: AccountMenuProps) {
  const { t } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { userName } = user.permissions;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <button type="button" className={classes.user} aria-label={t('SHELL.USER_MENU', { name: userName })}>
          <span className={classes.avatar} data-initials={initialsOf(userName)} />
          {!isShort && <span className={classes.userName}>{userName}</span>}
          {!isShort && <IconChevronDown size={14} />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {isShort && <Menu.Label>{userName}</Menu.Label>}
        <Menu.Item leftSection={<IconUser size={16} />} onClick={onProfile}>
          {t('MY_PGIS.USER_PROFILE')}
        </Menu.Item>
        {user.Admin && (
          <Menu.Item
            leftSection={<IconBuilding size={16} />}
            renderRoot={(props) => <LangLink to="/profile" {...props} />}
          >
            {t('MY_PGIS.PROFILE')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Label>{t('SHELL.COLOUR_SCHEME')}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {schemes.map(({ value, text, Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} />}>
              {t(text)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout2 size={16} />} onClick={() => void askAndSignOut()}>
          {t('SHELL.SIGN_OUT')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
