import { Drawer } from '@mantine/core';
import { type User, userNameOf } from '@pgis/contract';
import { useTexts } from '../../i18n/index.ts';
import { UserSessions } from '../profile/index.ts';
import { useSession } from '../session/index.ts';
import { PersonHead } from './PersonHead.tsx';

interface SessionsDrawerProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Where a user is signed in; an administrator can end it, his own session here excepted. */
export function SessionsDrawer({ user, onClose }: SessionsDrawerProps) {
  const { t } = useTexts();
  const { user: self } = useSession();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={440}
      title={t('PROFILE.SESSIONS')}
      closeButtonProps={{ 'aria-label': t('COMMON.CLOSE') }}
    >
      <PersonHead user={user} />
      <UserSessions userId={user.id} {...(user.id !== self?.userId && { name: userNameOf(user) })} />
    </Drawer>
  );
}
