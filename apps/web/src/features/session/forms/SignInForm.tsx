import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useSave } from '../../../ui/forms/useSave.ts';
import { signIn } from '../signIn.ts';
import { DemoAccounts } from './DemoAccounts.tsx';
import { EmailInput } from './EmailInput.tsx';
import { FormError } from './FormError.tsx';
import { failureText } from './failureText.ts';
import classes from './forms.module.css';

interface SignInFormProps {
  /** Lists the demo accounts. */
  readonly isDemo: boolean;
  readonly notice?: string | undefined;
  readonly onForgot: () => void;
  /** Called with the typed password just before the sign-in. */
  readonly onSignedIn: (password: string) => void;
}

export function SignInForm({ isDemo, notice, onForgot, onSignedIn }: SignInFormProps) {
  const { t } = useTexts();
  const passwordId = useId();
  const { save, isSaving, error } = useSave({
    mutationFn({ email, password }: { readonly email: string; readonly password: string }) {
      onSignedIn(password);
      return signIn(email.trim(), password);
    },
  });
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() === '' ? t('REQUIRED') : null),
      password: (password) => (password === '' ? t('REQUIRED') : null),
    },
  });
  const submit = form.onSubmit(save);

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={t('LOGIN.TITLE')}>
      <h1 className={classes.title}>{t('LOGIN.TITLE')}</h1>
      {notice !== undefined && (
        <div className={classes.notice} role="status">
          {notice}
        </div>
      )}
      <EmailInput data-autofocus {...form.getInputProps('email')} />
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
          error={form.errors.password ?? (error !== null ? true : undefined)}
        />
      </div>
      {error !== null && <FormError>{failureText(t, error)}</FormError>}
      <Button type="submit" size="lg" loading={isSaving} fullWidth>
        {t('LOGIN.SUBMIT')}
      </Button>
      {isDemo && <DemoAccounts onChoose={(email, password) => form.setValues({ email, password })} />}
    </form>
  );
}
