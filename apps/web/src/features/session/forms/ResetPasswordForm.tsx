import { setPasswordByLink } from '@pgis/contract';
import { ApiError, callApi } from '../../../api/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import classes from './forms.module.css';
import { NewPasswordForm } from './NewPasswordForm.tsx';

interface ResetPasswordFormProps {
  /** Token from the link of an invitation or reset mail. */
  readonly token: string;
  readonly onSaved: () => void;
  readonly onAskForLink: () => void;
}

export function ResetPasswordForm({ token, onSaved, onAskForLink }: ResetPasswordFormProps) {
  const { t } = useTexts();
  const offerNewLink = (failure: unknown) =>
    failure instanceof ApiError &&
    failure.code === 'INVALID_LINK' && (
      <button type="button" className={classes.link} onClick={onAskForLink}>
        {t('PASSWORD.NEW_LINK')}
      </button>
    );
  return (
    <NewPasswordForm
      title={t('PASSWORD.RESET_TITLE')}
      text={t('PASSWORD.RESET_TEXT')}
      needsOldPassword={false}
      wayOut={offerNewLink}
      onSave={async ({ newPassword }) => {
        await callApi(setPasswordByLink, { params: { token }, body: { newPassword } });
        showToast({ kind: 'success', message: t('PASSWORD.SAVED_SIGN_IN') });
        onSaved();
      }}
    />
  );
}
