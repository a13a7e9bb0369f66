import { createToken } from '@pgis/contract';
import { ApiError, callApi, endSession } from '../../api/index.ts';
import { readStored, writeStored } from '../../storage/index.ts';
import { broadcastReauthentication } from './reauthentication.ts';

/** SESS-01, API-AUTH-01: the answer becomes the current user. Throws an `ApiError`. */
export async function signIn(email: string, password: string): Promise<void> {
  const { data } = await callApi(createToken, { body: { email, password } });
  if (!data?.token) throw new ApiError({ code: 'INTERNAL', status: 200 });
  writeStored('currentUser', data);
  broadcastReauthentication();
}

/** SESS-02: the stored user is removed, also when the server cannot be reached. */
export async function signOut(): Promise<void> {
  const user = readStored('currentUser');
  if (user !== null) await endSession(user.token);
  broadcastReauthentication();
}

/** The name in the header follows a change of one's own profile at once. */
export function renameSelf(userName: string): void {
  const user = readStored('currentUser');
  if (user !== null) writeStored('currentUser', { ...user, permissions: { ...user.permissions, userName } });
}

/** The user has set a password of his own: the session goes on as an ordinary one. */
export function leaveFirstLogin(): void {
  const user = readStored('currentUser');
  if (user !== null) writeStored('currentUser', { ...user, firstLogin: false });
  broadcastReauthentication();
}
