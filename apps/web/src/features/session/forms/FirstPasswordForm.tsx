import { type CurrentUser, changePassword } from '@pgis/contract';
import { callApi } from '../../../api/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { leaveFirstLogin, signOut } from '../signIn.ts';
import classes from './forms.module.css';
import { NewPasswordForm } from './NewPasswordForm.tsx';

interface FirstPasswordFormProps {
  readonly user: CurrentUser;
  /** The password that the user has just signed in with; after a reload it is unknown and the form asks for it. */
  readonly typedPassword: string | null;
}

/** D-SESS-08: a user who signs in with a password that someone else has set must first set their own. */
export function FirstPasswordForm({ user, typedPassword }: FirstPasswordFormProps) {
  const { t } = useTexts();
  return (
    <>
      <NewPasswordForm
        title={t('PASSWORD.FIRST_TITLE')}
        text={t('PASSWORD.FIRST_TEXT')}
        needsOldPassword={typedPassword === null}
        onSave={async ({ oldPassword, newPassword }) => {
          await callApi(changePassword, {
            params: { userId: user.userId },
            body: { oldPassword: typedPassword ?? oldPassword, newPassword },
          });
          showToast({ kind: 'success', message: t('PASSWORD.SAVED') });
          leaveFirstLogin();
        }}
      />
      <button type="button" className={`${classes.link} ${classes.below}`} onClick={() => void signOut()}>
        {t('SHELL.SIGN_OUT')}
      </button>
    </>
  );
}
