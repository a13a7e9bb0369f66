import { getPreferences, type Preferences, putPreferences } from '@pgis/contract';
import { callApi } from '../../api/index.ts';
import { changePreferences, readPreferences, subscribePreferences } from '../../preferences/index.ts';
import { readStored, subscribeStored } from '../../storage/index.ts';

const shared = ({ colorScheme, cookieNoticeRead }: Preferences): Preferences => ({
  ...(colorScheme !== undefined && { colorScheme }),
  ...(cookieNoticeRead !== undefined && { cookieNoticeRead }),
});
const currentUserId = () => readStored('currentUser')?.userId ?? null;
const reportFailure = (cause: unknown) => console.warn('Preferences could not be kept on the server', cause);

/**
 * D-UI-02: stores the preferences of a signed-in user in the profile. The cookie mirrors them, so that the next start
 * paints the right scheme at once. Returns a function that stops it.
 */
export function mirrorPreferences(): () => void {
  let userId: number | null = null;
  let known = '';

  const save = () => {
    const preferences = shared(readPreferences());
    if (userId === null || JSON.stringify(preferences) === known) return;
    known = JSON.stringify(preferences);
    callApi(putPreferences, { params: { userId }, body: preferences, background: true }).catch(reportFailure);
  };
  const load = async (forUser: number) => {
    const stored = await callApi(getPreferences, { params: { userId: forUser }, background: true });
    if (currentUserId() !== forUser) return;
    userId = forUser;
    known = JSON.stringify(shared(stored));
    changePreferences(shared(stored));
  };
  const follow = () => {
    const now = currentUserId();
    if (now === userId) return;
    userId = null;
    if (now !== null) load(now).catch(reportFailure);
  };

  follow();
  const leaves = [subscribeStored('currentUser', follow), subscribePreferences(save)];
  return () => {
    for (const leave of leaves) leave();
  };
}
