import { Button, PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits } from '@pgis/contract';
import type { ReactNode } from 'react';
import { ApiError } from '../../../api/index.ts';
import { problemText, useTexts } from '../../../i18n/index.ts';
import { useSave } from '../../../ui/forms/useSave.ts';
import { useUnsavedWork } from '../../../ui/unsaved-work/index.ts';
import { FormError } from './FormError.tsx';
import { failureText } from './failureText.ts';
import classes from './forms.module.css';

interface Passwords {
  readonly oldPassword: string;
  readonly newPassword: string;
}

interface NewPasswordFormProps {
  readonly title: string;
  readonly text: string;
  /** The user has to type the current password as well. */
  readonly needsOldPassword: boolean;
  readonly onSave: (passwords: Passwords) => Promise<void>;
  /** True if leaving the form asks before typed passwords are lost. */
  readonly isGuarded?: boolean;
  /** Offered after a final failure, such as an expired link. */
  readonly wayOut?: (failure: unknown) => ReactNode;
}

/** Returns the field whose password the server has refused. */
function refusedField(failure: unknown): 'oldPassword' | 'newPassword' | null {
  if (!(failure instanceof ApiError)) return null;
  if (failure.code === 'WRONG_OLD_PASSWORD') return 'oldPassword';
  return failure.code === 'INVALID_PASSWORD' || failure.problems.length > 0 ? 'newPassword' : null;
}

export function NewPasswordForm(props: NewPasswordFormProps) {
  const { title, text, needsOldPassword, onSave, isGuarded = false, wayOut } = props;
  const { t } = useTexts();
  const {
    save,
    isSaving,
    error: failure,
  } = useSave({ mutationFn: (passwords: Passwords) => onSave(passwords) });
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '', repeated: '' },
    validate: {
      oldPassword: (value) => (needsOldPassword && value === '' ? t('REQUIRED') : null),
      newPassword: (value) =>
        value.length < limits.passwordMinLength || value.length > limits.passwordMaxLength
          ? t('PASSWORD.RULES')
          : null,
      repeated: (value, { newPassword }) => (value === newPassword ? null : t('PASSWORD.NOT_THE_SAME')),
    },
  });
  useUnsavedWork(isGuarded && form.isDirty());
  const submit = form.onSubmit(({ oldPassword, newPassword }) => save({ oldPassword, newPassword }));

  const refused = refusedField(failure);
  const problem = failure instanceof ApiError && refused === 'newPassword' ? failure.problems[0] : undefined;
  const reason = problem === undefined ? failureText(t, failure) : problemText(t, problem.code);
  const field = (name: 'oldPassword' | 'newPassword' | 'repeated'): PasswordInputProps => {
    const error = form.errors[name] ?? (failure !== null && refused === name ? reason : undefined);
    return {
      maxLength: 1024,
      visibilityToggleButtonProps: { 'aria-label': t('COMMON.SHOW_PASSWORD') },
      'aria-invalid': error !== undefined,
      ...form.getInputProps(name),
      error,
    };
  };
  const newPassword = field('newPassword');

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={title}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      {needsOldPassword && (
        <PasswordInput label={t('PASSWORD.OLD')} autoComplete="current-password" {...field('oldPassword')} />
      )}
      <PasswordInput
        label={t('PASSWORD.NEW')}
        description={newPassword.error === undefined && t('PASSWORD.RULES')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="new-password"
        {...newPassword}
      />
      <PasswordInput label={t('PASSWORD.REPEAT')} autoComplete="new-password" {...field('repeated')} />
      {failure !== null && refused === null && <FormError>{failureText(t, failure)}</FormError>}
      {failure !== null && wayOut?.(failure)}
      <Button type="submit" size="lg" loading={isSaving} fullWidth>
        {t('PASSWORD.SAVE')}
      </Button>
    </form>
  );
}
