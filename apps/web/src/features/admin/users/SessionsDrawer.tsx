import { type User, userNameOf } from '@pgis/contract';
import { useTexts } from '../../../i18n/index.ts';
import { UserSessions } from '../../profile/index.ts';
import { useSession } from '../../session/index.ts';
import { UserDrawer } from './UserDrawer.tsx';

interface SessionsDrawerProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** The sessions of a user. An administrator can end all of them except their own current one. */
export function SessionsDrawer({ user, onClose }: SessionsDrawerProps) {
  const { t } = useTexts();
  const { user: self } = useSession();
  return (
    <UserDrawer user={user} title={t('PROFILE.SESSIONS')} onClose={onClose}>
      <UserSessions userId={user.id} {...(user.id !== self?.userId && { name: userNameOf(user) })} />
    </UserDrawer>
  );
}
