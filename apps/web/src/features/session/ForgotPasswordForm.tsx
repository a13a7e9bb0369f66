import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits, resendPassword } from '@pgis/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { FormError } from './FormError.tsx';
import { failureText } from './failureText.ts';
import classes from './forms.module.css';
import { useSubmission } from './useSubmission.ts';

/** API-AUTH-05. Says the same whether or not there is such an account. */
export function ForgotPasswordForm({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTexts();
  const { run, isRunning, failure } = useSubmission();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : t('PROBLEMS.WRONG_FORMAT')) },
  });
  const submit = form.onSubmit(({ email }) => {
    void run(async () => {
      await callApi(resendPassword, { body: { email: email.trim() } });
      setSentTo(email.trim());
    });
  });
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
      <TrimmedTextInput
        label={t('LOGIN.EMAIL')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={limits.accountEmailLength}
        autoFocus
        {...form.getInputProps('email')}
      />
      {failure !== null && <FormError>{failureText(t, failure)}</FormError>}
      <Button type="submit" size="lg" loading={isRunning} fullWidth>
        {t('PASSWORD.SEND_LINK')}
      </Button>
      {back}
    </form>
  );
}
