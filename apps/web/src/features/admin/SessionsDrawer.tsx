import { type User, userNameOf } from '@pgis/contract';
import { useTexts } from '../../i18n/index.ts';
import { UserSessions } from '../profile/index.ts';
import { useSession } from '../session/index.ts';
import { PersonDrawer } from './PersonDrawer.tsx';

interface SessionsDrawerProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Where a user is signed in; an administrator can end it, his own session here excepted. */
export function SessionsDrawer({ user, onClose }: SessionsDrawerProps) {
  const { t } = useTexts();
  const { user: self } = useSession();
  return (
    <PersonDrawer user={user} title={t('PROFILE.SESSIONS')} onClose={onClose}>
      <UserSessions userId={user.id} {...(user.id !== self?.userId && { name: userNameOf(user) })} />
    </PersonDrawer>
  );
}
