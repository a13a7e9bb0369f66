export { NewPasswordForm } from './forms/lazyForms.ts';
export { mirrorPreferences } from './mirrorPreferences.ts';
export { onReauthentication } from './reauthentication.ts';
export { getSession, type Session, toSession } from './session.ts';
export { renameSelf, signOut } from './signIn.ts';
export { useExpiryDialog } from './useExpiryDialog.ts';
export { useSession } from './useSession.ts';
