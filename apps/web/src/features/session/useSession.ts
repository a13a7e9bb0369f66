import { useMemo } from 'react';
import { useStored } from '../../storage/index.ts';
import { type Session, toSession } from './session.ts';

/** The session, following sign-in, sign-out and renewal in this and in other tabs. */
export function useSession(): Session {
  const user = useStored('currentUser');
  return useMemo(() => toSession(user), [user]);
}
