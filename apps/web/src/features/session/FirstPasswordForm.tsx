import { type CurrentUser, changePassword } from '@pgis/contract';
import { callApi } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import classes from './forms.module.css';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { leaveFirstLogin, signOut } from './signIn.ts';

interface FirstPasswordFormProps {
  readonly user: CurrentUser;
  /** The password just typed for signing in; after a reload nobody knows it and the form asks. */
  readonly typedPassword: string | null;
}

/** D-SESS-08: whoever signs in with a password that somebody else chose sets one of his own first. */
export function FirstPasswordForm({ user, typedPassword }: FirstPasswordFormProps) {
  const { t } = useTexts();
  return (
    <>
      <NewPasswordForm
        title={t('PASSWORD.FIRST_TITLE')}
        text={t('PASSWORD.FIRST_TEXT')}
        asksOld={typedPassword === null}
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
