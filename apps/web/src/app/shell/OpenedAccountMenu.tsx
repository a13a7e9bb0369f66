import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import type { CurrentUser } from '@pgis/contract';
import {
  IconBuilding,
  IconDeviceDesktop,
  IconLogout2,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { signOut } from '../../features/session/index.ts';
import { useTexts } from '../../i18n/index.ts';
import type { OpenedPopoverProps } from '../../ui/popovers/index.ts';
import { OpenedMenu } from '../../ui/popovers/OpenedMenu.tsx';
import { mayDiscardWork } from '../../ui/unsaved-work/index.ts';
import { LangLink } from '../router/LangLink.tsx';

const schemes = [
  { value: 'light', text: 'SHELL.SCHEME_LIGHT', Icon: IconSun },
  { value: 'dark', text: 'SHELL.SCHEME_DARK', Icon: IconMoon },
  { value: 'auto', text: 'SHELL.SCHEME_AUTO', Icon: IconDeviceDesktop },
] as const;

async function askAndSignOut(): Promise<void> {
  if (await mayDiscardWork()) await signOut();
}

export interface AccountMenuProps {
  readonly user: CurrentUser;
  readonly isShort: boolean;
  readonly onProfile: () => void;
}

/** The entries of the menu, with the colour scheme. */
export default function OpenedAccountMenu({
  button,
  user,
  isShort,
  onProfile,
}: OpenedPopoverProps & AccountMenuProps) {
  const { t } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <OpenedMenu button={button} position="bottom-end" width={230}>
      {isShort && <Menu.Label>{user.permissions.userName}</Menu.Label>}
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
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
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
    </OpenedMenu>
  );
}
