import { Menu } from '@mantine/core';
import { deleteUser, inviteAgain, setUserStatus, type UserRow, userNameOf } from '@pgis/contract';
import {
  IconDevices,
  IconMailForward,
  IconPencil,
  IconShieldCheck,
  IconUserCheck,
  IconUserOff,
  IconUserX,
} from '@tabler/icons-react';
import { callApi } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { useSession } from '../session/index.ts';
import { useAct } from './useAct.ts';

interface UserMenuProps {
  readonly user: UserRow;
  readonly onOpen: (kind: 'edit' | 'rights' | 'sessions') => void;
}

/** What an administrator may do with a user; what is out of his reach is left out. */
export function UserMenu({ user, onOpen }: UserMenuProps) {
  const { t } = useTexts();
  const { user: self } = useSession();
  const act = useAct();
  const name = userNameOf(user);
  const params = { userId: user.id };

  const setStatus = async (userStatus: 'enabled' | 'disabled') => {
    const isSure =
      userStatus === 'enabled' ||
      (await confirm({ message: t('ADMIN.CONFIRM_DISABLE', { name }), isDestructive: true }));
    if (!isSure) return;
    await act(
      () => callApi(setUserStatus, { params: { ...params, userStatus } }),
      t(userStatus === 'enabled' ? 'ADMIN.USER_ENABLED' : 'ADMIN.USER_DISABLED', { name }),
    );
  };
  const remove = async () => {
    if (!(await confirm({ message: t('ADMIN.CONFIRM_DELETE_USER', { name }), isDestructive: true }))) return;
    await act(() => callApi(deleteUser, { params }), t('ADMIN.USER_DELETED', { name }));
  };
  return (
    <MoreMenu label={t('ADMIN.ACTIONS_OF', { name })}>
      <Menu.Item leftSection={<IconShieldCheck size={16} />} onClick={() => onOpen('rights')}>
        {t('ADMIN.EFFECTIVE')}
      </Menu.Item>
      {user.canManage && (
        <>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen('edit')}>
            {t('ADMIN.EDIT')}
          </Menu.Item>
          {user.status === 'invited' && (
            <Menu.Item
              leftSection={<IconMailForward size={16} />}
              onClick={() =>
                void act(() => callApi(inviteAgain, { params }), t('ADMIN.INVITED', { email: user.email }))
              }
            >
              {t('ADMIN.INVITE_AGAIN')}
            </Menu.Item>
          )}
          {user.status === 'enabled' && (
            <Menu.Item leftSection={<IconDevices size={16} />} onClick={() => onOpen('sessions')}>
              {t('PROFILE.SESSIONS')}
            </Menu.Item>
          )}
          {user.status === 'disabled' && (
            <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => void setStatus('enabled')}>
              {t('ADMIN.ENABLE')}
            </Menu.Item>
          )}
          {user.status !== 'disabled' && user.id !== self?.userId && (
            <Menu.Item
              color="var(--err-text)"
              leftSection={<IconUserOff size={16} />}
              onClick={() => void setStatus('disabled')}
            >
              {t('ADMIN.DISABLE')}
            </Menu.Item>
          )}
          {user.status !== 'enabled' && user.id !== self?.userId && (
            <Menu.Item
              color="var(--err-text)"
              leftSection={<IconUserX size={16} />}
              onClick={() => void remove()}
            >
              {t('ADMIN.DELETE_USER')}
            </Menu.Item>
          )}
        </>
      )}
    </MoreMenu>
  );
}
