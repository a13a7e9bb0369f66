import { Skeleton } from '@mantine/core';
import { getPasswordLink, setPasswordByLink } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError, callApi } from '../../../api/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { FormError } from './FormError.tsx';
import { failureText } from './failureText.ts';
import classes from './forms.module.css';
import { NewPasswordForm } from './NewPasswordForm.tsx';

interface ResetPasswordFormProps {
  /** Token from the link of an invitation or reset mail. */
  readonly token: string;
  readonly onSaved: () => void;
  readonly onAskForLink: () => void;
}

const isWorthless = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'INVALID_LINK';

export function ResetPasswordForm({ token, onSaved, onAskForLink }: ResetPasswordFormProps) {
  const { t } = useTexts();
  const link = useQuery({
    queryKey: ['passwordLink', token],
    queryFn: ({ signal }) => callApi(getPasswordLink, { params: { token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const newLink = (
    <button type="button" className={classes.link} onClick={onAskForLink}>
      {t('PASSWORD.NEW_LINK')}
    </button>
  );
  const offerNewLink = (failure: unknown) => isWorthless(failure) && newLink;
  if (link.isPending) return <Skeleton height={320} />;
  if (isWorthless(link.error))
    return (
      <div className={classes.form}>
        <h1 className={classes.title}>{t('PASSWORD.RESET_TITLE')}</h1>
        <FormError>{failureText(t, link.error)}</FormError>
        {newLink}
      </div>
    );
  // Without an answer the form is still of use: saving asks the server again.
  const account = link.data && t('PASSWORD.RESET_FOR', { email: link.data.email });
  return (
    <NewPasswordForm
      title={t('PASSWORD.RESET_TITLE')}
      text={[account, t('PASSWORD.RESET_TEXT')].filter(Boolean).join(' ')}
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
