import { useEffect } from 'react';
import { i18n } from '../../i18n/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { mayEndSession } from '../../ui/unsaved-work/index.ts';
import { signOut } from './signIn.ts';
import { watchExpiry } from './watchExpiry.ts';

async function askAboutExpiry(): Promise<void> {
  const title = i18n.t('SESSION.EXPIRED_TITLE');
  // SESS-06: logging out is broadcast, and the app then goes to /auth/login.
  if (!(await confirm({ title, message: i18n.t('SESSION_EXPIRED') }))) return;
  if (await mayEndSession()) await signOut();
}

/** SESS-05: asks when the session has reached its end. */
export function useExpiryDialog(): void {
  useEffect(() => watchExpiry(() => void askAboutExpiry()), []);
}
