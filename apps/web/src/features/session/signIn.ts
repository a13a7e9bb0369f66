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
  const userId = readStored('currentUser')?.userId;
  // A request may renew the token while the old one is being disposed; the renewed one ends, too.
  for (;;) {
    const user = readStored('currentUser');
    if (user === null || user.userId !== userId) break;
    await endSession(user.token);
  }
  broadcastReauthentication();
}

/** Updates the name in the header after a change of the user's own profile. */
export function renameSelf(userName: string): void {
  const user = readStored('currentUser');
  if (user !== null) writeStored('currentUser', { ...user, permissions: { ...user.permissions, userName } });
}

/** Turns the session into an ordinary one after the user has set their own password. */
export function leaveFirstLogin(): void {
  const user = readStored('currentUser');
  if (user !== null) writeStored('currentUser', { ...user, firstLogin: false });
  broadcastReauthentication();
}
