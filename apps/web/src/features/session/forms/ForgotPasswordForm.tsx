import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { resendPassword } from '@pgis/contract';
import { useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { useSave } from '../../../ui/forms/useSave.ts';
import { EmailInput } from './EmailInput.tsx';
import { FormError } from './FormError.tsx';
import { failureText } from './failureText.ts';
import classes from './forms.module.css';

/** API-AUTH-05. The answer is the same for known and unknown accounts. */
export function ForgotPasswordForm({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTexts();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { save, isSaving, error } = useSave(
    { mutationFn: (email: string) => callApi(resendPassword, { body: { email } }) },
    { onSaved: (_answer, email) => setSentTo(email) },
  );
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : t('PROBLEMS.WRONG_FORMAT')) },
  });
  const submit = form.onSubmit(({ email }) => save(email.trim()));
  const back = (
    <button type="button" className={classes.link} onClick={onBack}>
      {t('PASSWORD.BACK_TO_SIGN_IN')}
    </button>
  );

  if (sentTo !== null) {
    return (
      <div className={classes.form} role="status">
        <h1 className={classes.title}>{t('PASSWORD.LINK_SENT_TITLE')}</h1>
        <p className={classes.text}>{t('PASSWORD.LINK_SENT_TEXT', { email: sentTo })}</p>
        {back}
      </div>
    );
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={t('PASSWORD.FORGOT_TITLE')}>
      <h1 className={classes.title}>{t('PASSWORD.FORGOT_TITLE')}</h1>
      <p className={classes.text}>{t('PASSWORD.FORGOT_TEXT')}</p>
      <EmailInput {...form.getInputProps('email')} />
      {error !== null && <FormError>{failureText(t, error)}</FormError>}
      <Button type="submit" size="lg" loading={isSaving} fullWidth>
        {t('PASSWORD.SEND_LINK')}
      </Button>
      {back}
    </form>
  );
}
