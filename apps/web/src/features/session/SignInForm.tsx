import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits } from '@pgis/contract';
import { useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { FormError } from './FormError.tsx';
import { failureText } from './failureText.ts';
import classes from './forms.module.css';
import { signIn } from './signIn.ts';
import { useSubmission } from './useSubmission.ts';

interface SignInFormProps {
  /** Names the demo accounts. */
  readonly isDemo: boolean;
  readonly notice?: string | undefined;
  readonly onForgot: () => void;
  /** Right after signing in, with the password that was typed. */
  readonly onSignedIn: (password: string) => void;
}

export function SignInForm({ isDemo, notice, onForgot, onSignedIn }: SignInFormProps) {
  const { t } = useTexts();
  const passwordId = useId();
  const { run, isRunning, failure } = useSubmission();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() === '' ? t('REQUIRED') : null),
      password: (password) => (password === '' ? t('REQUIRED') : null),
    },
  });
  const submit = form.onSubmit(({ email, password }) => {
    void run(async () => {
      onSignedIn(password);
      await signIn(email.trim(), password);
    });
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={t('LOGIN.TITLE')}>
      <h1 className={classes.title}>{t('LOGIN.TITLE')}</h1>
      {notice !== undefined && (
        <div className={classes.notice} role="status">
          {notice}
        </div>
      )}
      <TrimmedTextInput
        label={t('LOGIN.EMAIL')}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={limits.accountEmailLength}
        data-autofocus
        autoFocus
        {...form.getInputProps('email')}
      />
      <div>
        <div className={classes.labelRow}>
          <label htmlFor={passwordId} className={classes.label}>
            {t('LOGIN.PASSWORD')}
          </label>
          <button type="button" className={classes.link} onClick={onForgot}>
            {t('LOGIN.FORGOT')}
          </button>
        </div>
        <PasswordInput
          id={passwordId}
          autoComplete="current-password"
          maxLength={1024}
          visibilityToggleButtonProps={{ 'aria-label': t('COMMON.SHOW_PASSWORD') }}
          {...form.getInputProps('password')}
          error={form.errors.password ?? (failure !== null ? true : undefined)}
        />
      </div>
      {failure !== null && <FormError>{failureText(t, failure)}</FormError>}
      <Button type="submit" size="lg" loading={isRunning} fullWidth>
        {t('LOGIN.SUBMIT')}
      </Button>
      {isDemo && <DemoAccounts onChoose={(email, password) => form.setValues({ email, password })} />}
    </form>
  );
}
