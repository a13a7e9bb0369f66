import { Menu } from '@mantine/core';
import { type UserRow, userNameOf } from '@pgis/contract';
import {
  IconDevices,
  IconMailForward,
  IconPencil,
  IconShieldCheck,
  IconUserCheck,
  IconUserOff,
  IconUserX,
} from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/dialogs/index.ts';
import { useAction } from '../../../ui/forms/useAction.ts';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { useSession } from '../../session/index.ts';
import { changeUserStatus, removeUser, sendInvitationAgain } from '../userQueries.ts';

interface UserActionsProps {
  readonly user: UserRow;
  readonly onOpen: (kind: 'edit' | 'rights' | 'sessions') => void;
}

/** The actions that an administrator may take on a user. */
export function UserActions({ user, onOpen }: UserActionsProps) {
  const { t } = useTexts();
  const { user: self } = useSession();
  const name = userNameOf(user);
  const { run: changeStatus } = useAction(changeUserStatus, (_, { userStatus }) =>
    t(userStatus === 'enabled' ? 'ADMIN.USER_ENABLED' : 'ADMIN.USER_DISABLED', { name }),
  );
  const { run: remove } = useAction(removeUser, () => t('ADMIN.USER_DELETED', { name }));
  const { run: invite } = useAction(sendInvitationAgain, () => t('ADMIN.INVITED', { email: user.email }));

  const confirmDisabling = async () => {
    if (await confirm({ message: t('ADMIN.CONFIRM_DISABLE', { name }), isDestructive: true }))
      changeStatus({ userId: user.id, userStatus: 'disabled' });
  };
  const confirmRemoval = async () => {
    if (await confirm({ message: t('ADMIN.CONFIRM_DELETE_USER', { name }), isDestructive: true }))
      remove(user.id);
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
            <Menu.Item leftSection={<IconMailForward size={16} />} onClick={() => invite(user.id)}>
              {t('ADMIN.INVITE_AGAIN')}
            </Menu.Item>
          )}
          {user.status === 'enabled' && (
            <Menu.Item leftSection={<IconDevices size={16} />} onClick={() => onOpen('sessions')}>
              {t('PROFILE.SESSIONS')}
            </Menu.Item>
          )}
          {user.status === 'disabled' && (
            <Menu.Item
              leftSection={<IconUserCheck size={16} />}
              onClick={() => changeStatus({ userId: user.id, userStatus: 'enabled' })}
            >
              {t('ADMIN.ENABLE')}
            </Menu.Item>
          )}
          {user.status !== 'disabled' && user.id !== self?.userId && (
            <Menu.Item
              color="var(--err-text)"
              leftSection={<IconUserOff size={16} />}
              onClick={() => void confirmDisabling()}
            >
              {t('ADMIN.DISABLE')}
            </Menu.Item>
          )}
          {user.status !== 'enabled' && user.id !== self?.userId && (
            <Menu.Item
              color="var(--err-text)"
              leftSection={<IconUserX size={16} />}
              onClick={() => void confirmRemoval()}
            >
              {t('ADMIN.DELETE_USER')}
            </Menu.Item>
          )}
        </>
      )}
    </MoreMenu>
  );
}
